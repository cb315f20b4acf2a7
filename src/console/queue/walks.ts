import type { BySid } from '#contract/queue-names.ts';
import { sidOf } from '#contract/sid.ts';
import { Failure } from '#console/api/failure.ts';
import { BY_ITSELF, queryClient } from '#console/api/query-client.ts';
import type { InboxRequest } from '#console/inquiries/address.ts';
import { type Inquiry, inquiry, inquiryPage } from '#console/inquiries/inquiries-queries.ts';
import { askIn } from '#console/live/freshness.ts';
import { mayPass } from '#console/live/may-pass.ts';
import { BEGINNING, type Walk, wholeOf, withOnes, withPage, withTaken } from './walk.ts';

// Reads the pages of a window one after the other, or inquiries one by one by their sids. The walks of the lists that
// were asked for last are kept.

// decided: a breath between two steps: whoever looks waits no longer than it takes, and what nobody looks at takes no more
// than a tenth of what one session may ask.
const BREATH_MS = { shown: 20, aside: 120 };
/** How often in a row a page is asked for again because the service said to wait. */
const MOST_WAITS = 5;
const WAIT_S = 10;
const MOST_KEPT = 4;
/** As old as this is a list that nobody watches: whoever comes back to one has it read again, ms. */
const OLD_MS = 30_000;
/** So often those who look are told of pages that arrived, ms: a list of thousands is not put in order at each of them. */
const TOLD_MS = 250;
/** Inquiries asked for at once, of those that are read by sid. */
const ONES_AT_ONCE = 2;

/** What is walked: the pages of a list, or the inquiries that a list of follow-up names. */
export type Asked = InboxRequest | BySid;

interface Kept {
  agencia: string;
  asked: Asked;
  /** Of inquiries that are read one by one: which, in their order. */
  sids: readonly string[];
  walk: Walk;
  /** It as those who look were told of it last, and when, ms. */
  told: Walk;
  toldAt: number;
  telling: ReturnType<typeof setTimeout> | undefined;
  /** Nobody looks at it: it makes way for one that somebody looks at, and rests while the page is not seen. */
  aside: boolean;
  /** The page goes on with it, and not the person. */
  byItself: boolean;
  /** How often in a row it was interrupted. */
  misses: number;
  /** When it was last, ms since 1970. */
  failedAt: number;
  /** Ends the wait between two steps, and that after an interruption. */
  rest: AbortController;
}

/** Those asked for last at the end. */
let kept: readonly Kept[] = [];
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function find(agencia: string, asked: Asked): Kept | undefined {
  const key = JSON.stringify(asked);
  return kept.find(
    (one) => one.agencia.toLowerCase() === agencia.toLowerCase() && JSON.stringify(one.asked) === key,
  );
}

/** The walk of a list; undefined: it was not begun. */
export function walkOf(agencia: string, asked: Asked): Walk | undefined {
  return find(agencia, asked)?.told;
}

interface How {
  /** Nobody looks at it. */
  aside?: boolean;
  /** The page does it, and not the person. */
  byItself?: boolean;
  /** What is shown until all is here, where it is begun. */
  before?: Walk | undefined;
}

/** Begins the walk of a list, or goes on with it unless a person stopped it. One that a person comes back to is done again. */
export function walkOn(
  agencia: string,
  asked: InboxRequest,
  { aside = false, byItself = aside, before }: How = {},
): void {
  const mine = find(agencia, asked);
  if (!mine) {
    begin(agencia, asked, { sids: [], before, aside, byItself });
    return;
  }
  Object.assign(mine, { aside, byItself });
  touch(mine);
  if (!byItself && isOld(mine)) walkAgain(agencia, asked);
  else if (isHalted(mine)) goOn(agencia, asked);
}

/** Reads some inquiries one by one, those that were read already once: a list that grows is read on. */
export function walkSids(
  agencia: string,
  list: BySid,
  sids: readonly string[],
  { byItself = false }: How = {},
): void {
  const mine = find(agencia, list);
  if (!mine) {
    begin(agencia, list, { sids, before: undefined, aside: false, byItself });
    return;
  }
  touch(mine);
  const isSame = mine.sids.join(' ') === sids.join(' ');
  Object.assign(mine, { sids, byItself });
  if (!byItself && isOld(mine)) {
    walkAgain(agencia, list);
    return;
  }
  const isDone = remaining(mine).length === 0;
  if (isHalted(mine) || (mine.walk.state === 'ended' && !isDone)) {
    const state = mine.walk.state === 'failed' ? 'failed' : 'paused';
    show(mine, { ...mine.walk, state, of: sids.map(upper) });
    goOn(agencia, list);
  } else if (!isSame) show(mine, { ...mine.walk, of: sids.map(upper) });
}

/**
 * Reads everything again that was read some time ago, for a page that comes back: what arrived since waits for a person.
 * What was interrupted goes on.
 */
export function renew(agencia: string, asked: Asked): void {
  const mine = find(agencia, asked);
  if (mine?.walk.state === 'failed') goOnByItself(mine);
  else if (mine && isOld(mine)) walkAgain(agencia, asked, { byItself: true });
}

/** What was interrupted goes on, since the service answers again. */
export function resume(agencia: string, asked: Asked): void {
  const mine = find(agencia, asked);
  if (mine) hasAnswered(mine);
}

/** Reads everything again. */
export function walkAgain(agencia: string, asked: Asked, { byItself = false }: How = {}): void {
  const mine = find(agencia, asked);
  const stale =
    typeof asked === 'string'
      ? inquiry(agencia, '').queryKey.slice(0, 3)
      : inquiryPage(agencia, asked).queryKey.slice(0, 3);
  void queryClient.invalidateQueries({ queryKey: stale, refetchType: 'none' });
  begin(agencia, asked, {
    sids: mine?.sids ?? [],
    before: mine?.walk,
    aside: mine?.aside ?? false,
    byItself,
  });
}

/** Goes on where it stopped, with what failed first. */
export function goOn(agencia: string, asked: Asked): void {
  const mine = find(agencia, asked);
  if (!mine || mine.walk.state === 'walking' || mine.walk.state === 'ended') return;
  mine.misses = 0;
  walkFrom(mine, { ...afterFailure(mine.walk), failure: undefined });
}

/** It is told of what interrupted it until a step succeeds. */
function goOnByItself(mine: Kept): void {
  mine.byItself = true;
  walkFrom(mine, afterFailure(mine.walk));
}

/** What was interrupted goes on soon, however seldom it was tried lately. */
function hasAnswered(mine: Kept): void {
  if (mine.walk.state !== 'failed') return;
  mine.misses = 0;
  void goOnIn(mine, Math.max(0, mine.failedAt + askIn(false, 1) - Date.now()));
}

async function goOnIn(mine: Kept, ms: number): Promise<void> {
  mine.rest.abort();
  const rest = (mine.rest = new AbortController());
  await pause(ms, rest.signal);
  if (!rest.signal.aborted) goOnByItself(mine);
}

/** What is shown of a list that was interrupted stays where it is until all are here. */
function afterFailure(walk: Walk): Walk {
  return { ...walk, again: walk.again || (walk.failure !== undefined && walk.shown.length > 0) };
}

function walkFrom(mine: Kept, walk: Walk): void {
  mine.rest.abort();
  show(mine, { ...walk, state: 'walking', waitsUntil: undefined });
  void run(mine);
}

/**
 * `paused` when nobody looks any more, `stopped` when a person says so. What was gathered stays; of a list that is done
 * again a person who stops that has the one of before.
 */
export function halt(agencia: string, asked: Asked, state: 'paused' | 'stopped'): void {
  const mine = find(agencia, asked);
  if (mine) end(mine, state);
}

/**
 * Puts inquiries that have just arrived, and were read elsewhere, to the top of a list and of every other that goes up
 * to now and would have them; none has one twice.
 */
export function takeIn(agencia: string, asked: InboxRequest, entries: readonly Inquiry[]): void {
  for (const mine of kept) {
    if (mine.agencia.toLowerCase() !== agencia.toLowerCase() || typeof mine.asked === 'string') continue;
    const { operador, externalid, hasta } = mine.asked;
    if (operador !== asked.operador || externalid !== asked.externalid) continue;
    if (hasta !== undefined && hasta !== asked.hasta) continue;
    const walk = withTaken(mine.walk, entries);
    if (walk !== mine.walk) show(mine, walk);
  }
}

/**
 * Takes in what a page, newest first, has before the first that the list has too: for a list that nobody looks at. A page
 * that has nothing of the list is too far from it: everything is read again. That the page came says that the service
 * answers: what was interrupted goes on.
 */
export function catchUp(agencia: string, asked: InboxRequest, entries: readonly Inquiry[]): void {
  const mine = find(agencia, asked);
  if (!mine?.aside) return;
  touch(mine);
  const { walk } = mine;
  hasAnswered(mine);
  const at = entries.findIndex((entry) => walk.sids.has(sidOf(entry)?.toUpperCase() ?? ''));
  const [newest] = entries;
  if (at > 0) show(mine, withTaken(mine.walk, entries.slice(0, at)));
  else if (
    at === -1 &&
    walk.state === 'ended' &&
    newest &&
    newest.Momento.slice(0, 10) >= (asked.desde ?? '')
  )
    walkAgain(agencia, asked);
}

function begin(
  agencia: string,
  asked: Asked,
  { sids, before, aside, byItself }: Pick<Kept, 'sids' | 'aside' | 'byItself'> & { before: Walk | undefined },
): void {
  const ofBefore = find(agencia, asked);
  if (ofBefore) end(ofBefore, 'paused');
  const whole = before && wholeOf(before);
  const { shown = [] } = whole ?? before ?? {};
  const held = shown.map((entry) => sidOf(entry)?.toUpperCase()).filter((sid) => sid !== undefined);
  const walk: Walk = {
    ...BEGINNING,
    readAt: Date.now(),
    again: shown.length > 0,
    before: shown.length > 0 ? whole : undefined,
    known: byItself && !aside && held.length > 0 ? new Set(held) : undefined,
    shown,
    of: typeof asked === 'string' ? sids.map(upper) : undefined,
  };
  const mine: Kept = {
    agencia,
    asked,
    sids,
    walk,
    told: walk,
    toldAt: 0,
    telling: undefined,
    aside,
    byItself,
    misses: 0,
    failedAt: 0,
    rest: new AbortController(),
  };
  kept = [...kept.filter((one) => one !== ofBefore), mine];
  for (const forgotten of kept.slice(0, -MOST_KEPT)) end(forgotten, 'paused');
  kept = kept.slice(-MOST_KEPT);
  tell(mine);
  void run(mine);
}

/** It is the last to be forgotten. */
function touch(mine: Kept): void {
  kept = [...kept.filter((one) => one !== mine), mine];
}

function end(mine: Kept, state: 'paused' | 'stopped'): void {
  const { walk } = mine;
  if (walk.state !== 'walking' && walk.state !== 'failed') return;
  const whole = state === 'stopped' && walk.before && { ...walk.before, of: walk.of };
  show(mine, whole || { ...walk, state, waitsUntil: undefined });
  mine.rest.abort();
  if (typeof mine.asked !== 'string' && walk.state === 'walking')
    void queryClient.cancelQueries({
      queryKey: pageOf(mine.agencia, mine.asked, walk).queryKey,
      exact: true,
    });
}

function pageOf(agencia: string, request: InboxRequest, { pages }: Walk) {
  return inquiryPage(agencia, { ...request, pagina: pages === 0 ? undefined : pages + 1 });
}

const upper = (sid: string) => sid.toUpperCase();

function isOld({ walk }: Kept): boolean {
  return walk.state === 'ended' && Date.now() - walk.readAt >= OLD_MS;
}

const isHalted = ({ walk }: Kept) => walk.state === 'paused' || walk.state === 'failed';

function remaining({ sids, walk }: Kept): string[] {
  return sids.filter((sid) => !walk.sids.has(sid.toUpperCase()));
}

function show(mine: Kept, walk: Walk): void {
  const goesOn = walk.state === 'walking' && mine.walk.state === 'walking' && !walk.waitsUntil;
  mine.walk = walk;
  if (!goesOn) tell(mine);
  else mine.telling ??= setTimeout(() => tell(mine), mine.toldAt + TOLD_MS - Date.now());
}

function tell(mine: Kept): void {
  clearTimeout(mine.telling);
  Object.assign(mine, { told: mine.walk, toldAt: Date.now(), telling: undefined });
  for (const listener of listeners) listener();
}

async function run(mine: Kept): Promise<void> {
  const rest = (mine.rest = new AbortController());
  const isOn = () => kept.includes(mine) && mine.rest === rest && mine.walk.state === 'walking';
  let waits = 0;
  while (isOn()) {
    try {
      await waysFree(mine, rest.signal);
      if (!isOn()) return;
      const walked = typeof mine.asked === 'string' ? await ones(mine) : await page(mine, mine.asked);
      if (!isOn()) return;
      waits = 0;
      mine.misses = 0;
      // What was taken in meanwhile is there still.
      show(mine, walked(mine.walk));
      await pause(mine.aside ? BREATH_MS.aside : BREATH_MS.shown, rest.signal);
    } catch (error) {
      if (!isOn()) return;
      const wait = waitOf(error);
      if (wait === undefined || ++waits > MOST_WAITS) {
        show(mine, { ...mine.walk, state: 'failed', failure: error as Error });
        mine.failedAt = Date.now();
        if (mayPass(error)) void goOnIn(mine, askIn(false, ++mine.misses, retryAfterOf(error)));
        return;
      }
      show(mine, { ...mine.walk, waitsUntil: Date.now() + wait });
      await pause(wait, rest.signal);
    }
  }
}

async function page(
  { agencia, aside, byItself, walk }: Kept,
  request: InboxRequest,
): Promise<(walk: Walk) => Walk> {
  const options = pageOf(agencia, request, walk);
  const isFirst = walk.pages === 0;
  const read = await queryClient.fetchQuery({
    ...options,
    ...((aside || byItself) && { meta: BY_ITSELF }),
    // One from before the first page was read may lack what moved down to it since.
    ...(!isFirst && { staleTime: 0 }),
  });
  const readAt = isFirst ? queryClient.getQueryState(options.queryKey)?.dataUpdatedAt : undefined;
  return (now) => ({ ...withPage(now, read), readAt: readAt ?? now.readAt });
}

/** The next few of those that are read one by one. */
async function ones(mine: Kept): Promise<(walk: Walk) => Walk> {
  const next = remaining(mine).slice(0, ONES_AT_ONCE);
  const read = await Promise.all(next.map(async (sid) => ({ sid, entry: await oneOf(mine, sid) })));
  return (now) => withOnes(now, read, remaining(mine).length === next.length);
}

/** @returns undefined for one that the service has no more */
async function oneOf({ agencia, byItself }: Kept, sid: string): Promise<Inquiry | undefined> {
  try {
    return await queryClient.fetchQuery({
      ...inquiry(agencia, sid),
      ...(byItself && { meta: BY_ITSELF }),
    });
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * A walk that nobody looks at waits for those that somebody looks at, and until the page is seen; so does one that was
 * interrupted.
 */
async function waysFree(mine: Kept, signal: AbortSignal): Promise<void> {
  const mustWait = () => {
    if (signal.aborted) return false;
    if (document.visibilityState === 'hidden') return mine.aside || mine.walk.failure !== undefined;
    return mine.aside && kept.some((other) => !other.aside && other.walk.state === 'walking');
  };
  while (mustWait())
    await new Promise<void>((resolve) => {
      const go = () => {
        listeners.delete(go);
        document.removeEventListener('visibilitychange', go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      listeners.add(go);
      document.addEventListener('visibilitychange', go);
      signal.addEventListener('abort', go);
    });
}

/** For how long the service, or the gateway before it, asks to wait; undefined: the answer is no such request. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof Failure) || (error.status !== 429 && error.code !== 'busy')) return undefined;
  return (error.retryAfterS ?? WAIT_S) * 1000;
}

const retryAfterOf = (error: unknown) => (error instanceof Failure ? error.retryAfterS : undefined);

/** Ends early, and without an error, when it is not needed any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
