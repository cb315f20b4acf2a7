import { execFile } from 'node:child_process';
import { type Clock, repeatTimer } from './clock.ts';

/** Environment variables by which systemd says where it listens, and how often it wants to hear of the process (sd_notify(3)). */
export interface ServiceManagerVariables {
  NOTIFY_SOCKET?: string | undefined;
  PATH?: string | undefined;
  /** Microseconds. */
  WATCHDOG_USEC?: string | undefined;
}

export type ProcessState = 'ready' | 'stopping';

const MESSAGES: Record<ProcessState, string> = { ready: 'READY=1', stopping: 'STOPPING=1' };

/**
 * Connects to systemd, if that started the process. Once the process is ready, it also hears that the event loop turns, twice as
 * often as it asks for.
 * @returns tells it the state
 */
export function connectToServiceManager(
  { NOTIFY_SOCKET, PATH, WATCHDOG_USEC }: ServiceManagerVariables,
  clock: Clock,
): (state: ProcessState) => void {
  if (!NOTIFY_SOCKET) return () => {};
  // Node itself has no datagrams of Unix sockets. A message that is lost is no reason to end: the next one is due soon.
  const send = (message: string) =>
    void execFile('systemd-notify', [message], { env: { NOTIFY_SOCKET, PATH } }, () => {});
  const watchdogMs = Number(WATCHDOG_USEC) / 1000;
  return (state) => {
    send(MESSAGES[state]);
    if (state === 'ready' && watchdogMs > 0) repeatTimer(clock, () => send('WATCHDOG=1'), watchdogMs / 2);
  };
}
