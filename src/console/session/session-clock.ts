import { type Session, sessionRows } from '#contract/desk/sessions.ts';
import { call, whenUsed } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { whenSessionEnds } from '#console/api/query-client.ts';
import { onTabMessage, postTabMessage } from './tab-messages.ts';

/** How the session stands. Times are this browser's own, to be compared with nothing but its own clock. */
export type Standing =
  | { is: 'open' }
  /** It is about to end at `at`; `whatever`: also if the person goes on. */
  | { is: 'ending'; at: number; whatever: boolean }
  | { is: 'ended' };

type Lasting = Pick<Session, 'endsInMs' | 'endsAtLatestInMs'>;

const MINUTE = 60_000;
/** How long before the end the person is told. */
const WARNING_MS = 2 * MINUTE;
/** The gateway notes the use of a session this seldom: it may end so much earlier than is reckoned here. */
const NOTED_EVERY_MS = MINUTE;
/** Somebody who types or points and causes no call is told of to the gateway this often. */
const TOLD_EVERY_MS = 5 * MINUTE;
const UNREACHABLE_AGAIN_MS = 10_000;

/**
 * Watches how long the session still lasts, in this tab and in the others: what a person does in any of them counts,
 * and before anything is said the gateway is asked, which knows.
 */
export function watchSession(
  lasting: Lasting,
  show: (standing: Standing) => void,
): {
  /** The person goes on. */
  stay: () => void;
  /** Shows it as ended now. */
  end: () => void;
  stop: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let usedAt = Date.now();
  let idleMs = lasting.endsInMs;
  let endsAt = 0;
  let latestAt = 0;

  const warningMs = () => (idleMs > WARNING_MS ? WARNING_MS : idleMs / 2);
  const after = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), Math.max(wait, 0));
  };

  const end = () => {
    stop();
    show({ is: 'ended' });
  };

  /** Takes what the gateway said, and says it if it is time to. */
  const take = ({ endsInMs, endsAtLatestInMs }: Lasting) => {
    const now = Date.now();
    idleMs = Math.max(idleMs, endsInMs);
    endsAt = now + endsInMs;
    latestAt = now + endsAtLatestInMs;
    const left = endsInMs - warningMs();
    if (left > 0) {
      show({ is: 'open' });
      after(left);
    } else {
      show({ is: 'ending', at: endsAt, whatever: endsAtLatestInMs - endsInMs < 1000 });
      after(endsInMs);
    }
  };

  /** The person did something here or in another tab. */
  const use = () => {
    usedAt = Date.now();
    endsAt = Math.min(usedAt + idleMs, latestAt);
    const left = endsAt - usedAt - warningMs();
    if (left > 0) show({ is: 'open' });
    after(left - Math.min(NOTED_EVERY_MS, idleMs / 10));
  };

  const ask = async (isBackground: boolean) => {
    try {
      const session = await call(sessionRows.viewSession, { isBackground });
      if (!over) take(session as Session);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (over) return;
      if (error.isUnauthenticated) end();
      else after(UNREACHABLE_AGAIN_MS);
    }
  };
  const look = () => ask(true);
  const stay = () => void ask(false);

  const act = () => {
    if (Date.now() - usedAt < Math.min(TOLD_EVERY_MS, idleMs / 3)) return;
    usedAt = Date.now();
    stay();
  };
  const wake = () => {
    if (document.visibilityState === 'visible' && Date.now() > endsAt - warningMs()) void look();
  };

  whenSessionEnds(end);
  whenUsed(() => {
    use();
    postTabMessage({ what: 'used' });
  });
  const deafen = onTabMessage(({ what }) => what === 'used' && use());
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, act);
  document.addEventListener('visibilitychange', wake);
  take(lasting);

  function stop() {
    over = true;
    clearTimeout(timer);
    whenSessionEnds(() => {});
    whenUsed(() => {});
    deafen();
    for (const event of ['pointerdown', 'keydown']) removeEventListener(event, act);
    document.removeEventListener('visibilitychange', wake);
  }
  return { stay, end, stop };
}
