import { i18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Session } from '#contract/desk/sessions.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { inquiry } from '#console/inquiries/inquiries-queries.ts';
import { paths } from '#console/paths.ts';
import { NEW_MS, isOfInterest } from './interest.ts';
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
/** By then other tabs have heard what this one said, ms. */
const HEARD_MS = 100;

let notice: (arrival: Arrival, isNew: boolean) => void = () => {};
let returned: (inquiry: Arrival, key: string) => void = () => {};

/** One arrived; `isNew`: that is known, it was not sent again. */
export function noticeArrival(arrival: Arrival, isNew = false): void {
  notice(arrival, isNew);
}

/** One that rested is back; `key` is the same in all tabs, and another when it comes back once more. */
export function noticeReturn(inquiry: Arrival, key: string): void {
  returned(inquiry, key);
}

/** `go` leads to an address, as a notice that is pressed does. @returns what ends it */
export function startNotices(session: Session, go: (to: string) => void): () => void {
  const { person } = session;
  const channel = new BroadcastChannel(`vitrina-notices ${person.id}`);
  const told = new Set<string>();
  /** How many came to each agency since a tab was looked at. */
  const counts = new Map<string, number>();
  /** What came back since, by sid. */
  const back = new Map<string, Arrival>();
  const shown = new Set<Notification>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = false;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  const say = (word: Word) => channel.postMessage(word);
  const look = () => {
    lookedAt = true;
    counts.clear();
    back.clear();
    for (const one of shown) one.close();
    shown.clear();
  };
  const show = (title: string, agency: string, { tag, to }: { tag: string; to: string }) => {
    const one = new Notification(title, { body: agency, tag: `vitrina ${tag}`, silent: true });
    one.addEventListener('click', () => {
      window.focus();
      go(to);
    });
    shown.add(one);
  };

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
      show(title, agency, { tag: agency, to: paths.inquiries(searchOf(agency)) });
    }
    // Who it is stands on no screen that is locked.
    for (const { adminMail, sid } of back.values())
      show(i18n._(msg`Volvió una consulta pospuesta`), adminMail, {
        tag: sid,
        to: paths.inquiry(adminMail, sid, searchOf(adminMail)),
      });
  };
  const tellSoon = () => {
    if (timer) return;
    lookedAt = document.hasFocus();
    say({ what: 'who-is-looked-at' });
    timer = setTimeout(tell, GATHERED_MS);
  };
  const isChosen = () => {
    const { desktop, sound } = noticesOf(person.id);
    return desktop || sound;
  };
  notice = ({ adminMail, sid }, isNew) => {
    if (!isChosen() || !isOfInterest(session, adminMail) || told.has(sid.toUpperCase())) return;
    told.add(sid.toUpperCase());
    say({ what: 'told', sid: sid.toUpperCase() });
    void (async () => {
      if (!isNew && !(await isRecent({ adminMail, sid }))) return;
      counts.set(adminMail, (counts.get(adminMail) ?? 0) + 1);
      tellSoon();
    })();
  };
  returned = (inquiry, key) => {
    const tellOnce = () => {
      if (!isChosen() || told.has(key)) return;
      told.add(key);
      say({ what: 'told', sid: key });
      back.set(inquiry.sid, inquiry);
      tellSoon();
    };
    // Every tab knows the time: the one that has the lock tells, and the others have heard so when they get it.
    if (!('locks' in navigator)) tellOnce();
    else
      void navigator.locks.request(`vitrina-return ${person.id}`, async () => {
        tellOnce();
        await new Promise((resolve) => setTimeout(resolve, HEARD_MS));
      });
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
    returned = () => {};
    clearTimeout(timer);
    removeEventListener('focus', focus);
    channel.close();
  };
}

const searchOf = (agencia: string) => new URLSearchParams({ agencia }).toString();

async function isRecent({ adminMail, sid }: Arrival): Promise<boolean> {
  try {
    const { Momento } = await queryClient.fetchQuery({ ...inquiry(adminMail, sid), meta: BACKGROUND });
    return Date.now() - Date.parse(Momento) < NEW_MS;
  } catch {
    // What cannot be read is not told of; the list says that it cannot.
    return false;
  }
}
