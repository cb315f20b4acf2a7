import { type Clock, repeatTimer } from './clock.ts';

/** Environment variables by which systemd says where it listens, and how often it wants to hear of the process (sd_notify(3)). */
export interface ServiceManagerVariables {
  NOTIFY_SOCKET?: string | undefined;
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
export async function connectToServiceManager(
  { NOTIFY_SOCKET: path, WATCHDOG_USEC }: ServiceManagerVariables,
  clock: Clock,
): Promise<(state: ProcessState) => void> {
  if (!path?.startsWith('/')) return () => {};
  // Node itself has no datagrams of Unix sockets. The module is native code, and only loaded where it is needed.
  const { DgramSocket } = await import('node-unix-socket');
  const send = (message: string) => {
    const socket = new DgramSocket();
    const bytes = Buffer.from(message);
    // A message that is lost is no reason to end: the next one is due soon.
    socket.on('error', () => {});
    socket.sendTo(bytes, 0, bytes.length, path, () => socket.close());
  };
  const watchdogMs = Number(WATCHDOG_USEC) / 1000;
  return (state) => {
    send(MESSAGES[state]);
    if (state === 'ready' && watchdogMs > 0) repeatTimer(clock, () => send('WATCHDOG=1'), watchdogMs / 2);
  };
}
