import type { RunningServer } from '#server/server.ts';
import { systemClock } from '#system/clock.ts';
import { type ProcessState, connectToServiceManager } from '#system/service-manager.ts';
import { runCommand } from './run-command.ts';

/** Timeout of a graceful shutdown, after the drain. */
const PROCESS_STOP_TIMEOUT_MS = 5000;

export interface StartedServer extends Pick<RunningServer, 'close' | 'log' | 'startDrain'> {
  /** Time between turning unready and closing the listener, ms. */
  drainMs: number;
  /** Printed once the server runs. */
  announcement: string | Promise<string>;
}

/** Starts a server and runs it until SIGINT or SIGTERM, the second of which ends the drain, or an uncaught error. */
export async function runUntilStopped(start: () => Promise<StartedServer>): Promise<void> {
  await runCommand(async () => {
    const notify = connectToServiceManager(process.env, systemClock);
    const server = await start();
    stopOnSignals(server, notify);
    notify('ready');
    console.log(await server.announcement);
  });
}

function stopOnSignals(server: StartedServer, notify: (state: ProcessState) => void): void {
  let stopping: Promise<void> | undefined;
  let exitCode = 0;
  const stop = () => {
    notify('stopping');
    setTimeout(() => {
      server.log.error(
        { ms: PROCESS_STOP_TIMEOUT_MS },
        'the stop took too long: what is in flight is cut off',
      );
      process.exit(1);
    }, PROCESS_STOP_TIMEOUT_MS).unref();
    return server.close().catch((error: unknown) => {
      server.log.fatal({ err: error }, 'the stop failed');
      exitCode = 1;
    });
  };
  const exit = () => {
    stopping ??= stop().then(() => process.exit(exitCode));
  };
  let isDraining = false;
  const drain = () => {
    if (isDraining || server.drainMs === 0) return exit();
    isDraining = true;
    server.startDrain();
    server.log.info({ ms: server.drainMs }, 'draining');
    setTimeout(exit, server.drainMs);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, drain);
  // This also catches unhandled rejections. The state of the process is unknown, so requests in flight
  // complete and the process exits.
  process.on('uncaughtException', (error) => {
    server.log.fatal({ err: error }, 'uncaught exception');
    if (exitCode === 0)
      console.error(
        `\nVitrina ends because of an error that it did not expect: ${error.message}\n` +
          'Requests in progress are answered first. The log says more; start it again to go on.',
      );
    exitCode = 1;
    exit();
  });
}

/** Options of a logger that writes JSON lines to stderr; stdout is for people. */
export const createLogger = (level: string) => ({ level, stream: process.stderr });
