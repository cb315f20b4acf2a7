import { i18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Session } from '#contract/desk/sessions.ts';
import { BY_ITSELF, queryClient } from '#console/api/query-client.ts';
import { inquiry } from '#console/inquiries/inquiries-queries.ts';
import { lastAgency } from '#console/inquiries/last-agency.ts';
import { isQuiet, noticesOf } from './kept-notices.ts';
import { playSound } from './sound.ts';

// Tells a person of new inquiries outside of the page, by their choice: one tab of the browser does, and once.

interface Arrival {
  adminMail: string;
  sid: string;
}

type Word = { what: 'told'; sid: string } | { what: 'who-is-looked-at' } | { what: 'looked-at' };

/** Those that come together are told of together, ms. */
const GATHERED_MS = 700;
/** What was sent again is told of like what is new: new is what is not older than this, ms. */
const NEW_MS = 15 * 60_000;

let notice: (arrival: Arrival, isNew: boolean) => void = () => {};

/** One arrived; `isNew`: that is known, it was not sent again. */
export function noticeArrival(arrival: Arrival, isNew = false): void {
  notice(arrival, isNew);
}

/** @returns what ends it */
export function startNotices({ person, agencies, lastAgency: before }: Session): () => void {
  const channel = new BroadcastChannel(`vitrina-notices ${person.id}`);
  const told = new Set<string>();
  /** How many came to each agency since a tab was looked at. */
  const counts = new Map<string, number>();
  const shown = new Set<Notification>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = false;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  const say = (word: Word) => channel.postMessage(word);
  const look = () => {
    lookedAt = true;
    counts.clear();
    for (const one of shown) one.close();
    shown.clear();
  };
  const isOfInterest = (adminMail: string) =>
    // Who sees all agencies is told of the one whose inbox they have.
    agencies !== null || adminMail.toLowerCase() === (lastAgency() ?? before)?.toLowerCase();

  const tell = () => {
    timer = undefined;
    const { desktop, sound, quiet } = noticesOf(person.id);
    const now = new Date();
    if (isQuiet(now.getHours() * 60 + now.getMinutes(), quiet)) return;
    if (sound) void playSound();
    if (!desktop || lookedAt || !('Notification' in globalThis)) return;
    if (Notification.permission !== 'granted') return;
    for (const [agency, count] of counts) {
      const title = i18n._(msg`${plural(count, { one: '# consulta nueva', other: '# consultas nuevas' })}`);
      const one = new Notification(title, { body: agency, tag: `vitrina ${agency}`, silent: true });
      one.addEventListener('click', () => window.focus());
      shown.add(one);
    }
  };
  notice = ({ adminMail, sid }, isNew) => {
    const { desktop, sound } = noticesOf(person.id);
    if ((!desktop && !sound) || !isOfInterest(adminMail) || told.has(sid.toUpperCase())) return;
    told.add(sid.toUpperCase());
    say({ what: 'told', sid: sid.toUpperCase() });
    void (async () => {
      if (!isNew && !(await isRecent({ adminMail, sid }))) return;
      counts.set(adminMail, (counts.get(adminMail) ?? 0) + 1);
      if (timer) return;
      lookedAt = document.hasFocus();
      say({ what: 'who-is-looked-at' });
      timer = setTimeout(tell, GATHERED_MS);
    })();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.what === 'told') told.add(data.sid);
    else if (data.what === 'looked-at') look();
    else if (document.hasFocus()) say({ what: 'looked-at' });
  });
  const focus = () => {
    look();
    say({ what: 'looked-at' });
  };
  addEventListener('focus', focus);
  return () => {
    notice = () => {};
    clearTimeout(timer);
    removeEventListener('focus', focus);
    channel.close();
  };
}

async function isRecent({ adminMail, sid }: Arrival): Promise<boolean> {
  try {
    const { Momento } = await queryClient.fetchQuery({ ...inquiry(adminMail, sid), meta: BY_ITSELF });
    return Date.now() - Date.parse(Momento) < NEW_MS;
  } catch {
    // What cannot be read is not told of; the list says that it cannot.
    return false;
  }
}
