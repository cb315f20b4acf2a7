import { Client } from 'pg';
import { repeatTimer, systemClock } from '#system/clock.ts';
import { CONNECT_TIMEOUT_MS, createSocket } from './postgres.ts';

const LISTENER_RECONNECT_MS = 1000;
/** Interval of a query that finds out whether the server is still there. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT_TIMEOUT_MS = 5000;

export interface Listener {
  stop(): Promise<void>;
}

export interface ListenOptions {
  /** PostgreSQL database. */
  url: string;
  channel: string;
  /** Called for each notification, and after each connect for those missed before. */
  onNotification: () => void;
  /** Called once when the connection fails, and not again until it was restored. */
  onDisconnect: (error: unknown) => void;
}

/** Listens for PostgreSQL notifications on a connection of its own, which is restored when it breaks. */
export function startListener({ url, channel, onNotification, onDisconnect }: ListenOptions): Listener {
  const stopController = new AbortController();
  const { signal } = stopController;
  let isReported = false;
  /** Ends the current connection. */
  let disconnect = () => {};

  async function listen(): Promise<void> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
      application_name: channel,
      stream: createSocket,
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
    disconnect = () => end(undefined);
    client.on('error', end);
    client.on('end', () => end(new Error('The connection for notifications has ended')));
    client.on('notification', onNotification);
    let stopHeartbeat = () => {};
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      isReported = false;
      onNotification();
      stopHeartbeat = repeatTimer(systemClock, () => void client.query('select 1').catch(end), HEARTBEAT_MS);
      const error = await ended;
      if (error) throw error;
    } finally {
      stopHeartbeat();
      // The end of a connection that hangs is not awaited.
      void client.end().catch(() => {});
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await listen();
      } catch (error) {
        if (!isReported && !signal.aborted) onDisconnect(error);
        isReported = true;
      }
      await systemClock.sleep(LISTENER_RECONNECT_MS, signal).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopController.abort();
      disconnect();
      await running;
    },
  };
}
