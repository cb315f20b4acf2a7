import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import type { InboxRequest } from '#console/inquiries/address.ts';
import { inquiryPage } from '#console/inquiries/inquiries-queries.ts';
import { BEGINNING, type Walk, withPage } from './walk.ts';

// Reads the pages of a window one after the other. One walk is kept: that of the list that was asked for last.

// decided: a breath between two pages, so that a walk takes no more than a tenth of what one session may ask.
const BREATH_MS = 120;
/** How often in a row a page is asked for again because the service said to wait. */
const MOST_WAITS = 5;
const WAIT_S = 10;

interface Kept {
  agencia: string;
  request: InboxRequest;
  walk: Walk;
  /** Ends the wait between two pages. */
  rest: AbortController;
}

let kept: Kept | undefined;
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isSame = (one: Kept | undefined, agencia: string, request: InboxRequest): one is Kept =>
  one?.agencia === agencia && JSON.stringify(one.request) === JSON.stringify(request);

/** The walk of a list; undefined: it was not begun. */
export function walkOf(agencia: string, request: InboxRequest): Walk | undefined {
  return isSame(kept, agencia, request) ? kept.walk : undefined;
}

/** Begins the walk of a list, or goes on with it unless a person stopped it. */
export function walkOn(agencia: string, request: InboxRequest): void {
  if (isSame(kept, agencia, request)) {
    if (kept.walk.state === 'paused') goOn();
    return;
  }
  begin(agencia, request, []);
}

/** Reads everything again. */
export function walkAgain(agencia: string, request: InboxRequest): void {
  const shown = isSame(kept, agencia, request) ? kept.walk.shown : [];
  void queryClient.invalidateQueries({
    queryKey: inquiryPage(agencia, request).queryKey.slice(0, 3),
    refetchType: 'none',
  });
  begin(agencia, request, shown);
}

/** Goes on where it stopped, with the page that failed first. */
export function goOn(): void {
  if (!kept || kept.walk.state === 'walking' || kept.walk.state === 'ended') return;
  show(kept, { ...kept.walk, state: 'walking', failure: undefined, waitsUntil: undefined });
  void run(kept);
}

/** `paused` when nobody looks any more, `stopped` when a person says so. What was gathered stays. */
export function halt(state: 'paused' | 'stopped'): void {
  if (kept?.walk.state !== 'walking') return;
  const { agencia, request, walk, rest } = kept;
  show(kept, { ...walk, state, waitsUntil: undefined });
  rest.abort();
  void queryClient.cancelQueries({ queryKey: pageOf(agencia, request, walk).queryKey, exact: true });
}

function begin(agencia: string, request: InboxRequest, shown: Walk['shown']): void {
  halt('paused');
  const walk = { ...BEGINNING, shown };
  kept = { agencia, request, walk, rest: new AbortController() };
  show(kept, walk);
  void run(kept);
}

function pageOf(agencia: string, request: InboxRequest, { pages }: Walk) {
  return inquiryPage(agencia, { ...request, pagina: pages === 0 ? undefined : pages + 1 });
}

function show(mine: Kept, walk: Walk): void {
  mine.walk = walk;
  for (const listener of listeners) listener();
}

async function run(mine: Kept): Promise<void> {
  const rest = (mine.rest = new AbortController());
  const isOn = () => mine === kept && mine.rest === rest && mine.walk.state === 'walking';
  let waits = 0;
  while (isOn()) {
    try {
      const page = await queryClient.fetchQuery(pageOf(mine.agencia, mine.request, mine.walk));
      if (!isOn()) return;
      waits = 0;
      show(mine, withPage(mine.walk, page));
      await pause(BREATH_MS, rest.signal);
    } catch (error) {
      if (!isOn()) return;
      const wait = waitOf(error);
      if (wait === undefined || ++waits > MOST_WAITS) {
        show(mine, { ...mine.walk, state: 'failed', failure: error as Error });
        return;
      }
      show(mine, { ...mine.walk, waitsUntil: Date.now() + wait });
      await pause(wait, rest.signal);
    }
  }
}

/** For how long the service, or the gateway before it, asks to wait; undefined: the answer is no such request. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof Failure) || (error.status !== 429 && error.code !== 'busy')) return undefined;
  return (error.retryAfterS ?? WAIT_S) * 1000;
}

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
