import type { BuiltInView } from '#contract/queue-names.ts';
import { badgeTitle } from '#console/ui/title.ts';

// Inquiries that wait until somebody looks at them, counted in the title of the tab wherever the person is.

interface Waiting {
  /** Lower-case. */
  adminMail: string;
  /** It rested and came back; the others arrived. */
  back: boolean;
}

/** By sid, upper-case. */
const waiting = new Map<string, Waiting>();
/** Those behind the button of the list that is shown. */
let behind: ReadonlySet<string> = new Set();
let isWanted = false;
/** What the other tabs of the person look at. */
let channel: BroadcastChannel | undefined;

function tell(): void {
  badgeTitle(isWanted ? new Set([...waiting.keys(), ...behind]).size : 0);
}

/** Counts for who is signed in. @returns what ends it */
export function startWaiting(person: string): () => void {
  channel = new BroadcastChannel(`vitrina-waiting ${person}`);
  channel.addEventListener('message', ({ data }: MessageEvent<string[]>) => {
    for (const sid of data) waiting.delete(sid);
    tell();
  });
  return () => {
    channel?.close();
    channel = undefined;
    waiting.clear();
    tell();
  };
}

/** Whether the title says it, by the person's choice. */
export function showWaiting(wanted: boolean): void {
  isWanted = wanted;
  tell();
}

export function addWaiting(adminMail: string, sid: string, { back = false } = {}): void {
  waiting.set(sid.toUpperCase(), { adminMail: adminMail.toLowerCase(), back });
  tell();
}

/** Those behind the button of the list that is shown, by their sids. */
export function waitBehind(sids: readonly string[]): void {
  behind = new Set(sids.map((sid) => sid.toUpperCase()));
  tell();
}

function look(isSeen: (sid: string, one: Waiting) => boolean): void {
  const seen = [...waiting].filter(([sid, one]) => isSeen(sid, one)).map(([sid]) => sid);
  if (seen.length === 0) return;
  for (const sid of seen) waiting.delete(sid);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel?.postMessage(seen);
  tell();
}

interface Rows {
  sids: readonly (string | undefined)[];
  view: BuiltInView | undefined;
  /** The list has all that arrived. */
  whole: boolean;
}

/** Rows of a list are shown. What came back stands among others in most lists: the view of those put off shows it. */
export function lookAtRows(agencias: readonly string[], { sids, view, whole }: Rows): void {
  if (waiting.size === 0) return;
  const agencies = new Set(agencias.map((mail) => mail.toLowerCase()));
  const shown = new Set(sids.map((sid) => sid?.toUpperCase()));
  look((sid, { adminMail, back }) =>
    back ? view === 'pospuestas' && shown.has(sid) : shown.has(sid) || (whole && agencies.has(adminMail)),
  );
}

/** An inquiry is open. */
export function lookAtOne(sid: string): void {
  look((other) => other === sid.toUpperCase());
}

/** What came back to an agency, and is so still. */
export function keepBack(agencia: string, sids: ReadonlySet<string>): void {
  const agency = agencia.toLowerCase();
  look((sid, { adminMail, back }) => back && adminMail === agency && !sids.has(sid));
}
