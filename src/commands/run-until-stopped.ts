import { DatabaseInUseError } from '#database/lock-database.ts';
import { DatabaseUnavailableError } from '#database/database-unavailable-error.ts';
import { DatabaseUnusableError } from '#database/database-unusable-error.ts';
import { ConsoleNotBuiltError } from '#gateway/console/routes.ts';
import { InstallationMismatchError } from '#gateway/installation.ts';
import { AddressUnusableError, PortInUseError } from '#http/server.ts';
import { ConfigurationError } from '#server/configuration.ts';
import { UnreadableFileError } from '#server/credentials.ts';
import type { RunningServer } from '#server/server.ts';
import { AppSecretError } from '#service/apps/store.ts';

/** Errors with a cause outside the program: only the message is printed, without a stack. */
const EXPECTED_ERRORS = [
  AddressUnusableError,
  AppSecretError,
  ConfigurationError,
  ConsoleNotBuiltError,
  DatabaseInUseError,
  DatabaseUnavailableError,
  DatabaseUnusableError,
  InstallationMismatchError,
  PortInUseError,
  UnreadableFileError,
];

export function isExpectedError(error: unknown): error is Error {
  return EXPECTED_ERRORS.some((kind) => error instanceof kind);
}

/** Timeout of a graceful shutdown, after the drain. */
const STOP_TIMEOUT_MS = 10_000;

export interface StartedServer extends Pick<RunningServer, 'close' | 'log' | 'startDrain'> {
  /** Time between turning unready and closing the listener, ms. */
  drainMs: number;
  /** Printed once the server runs. */
  announcement: string;
}

/** Starts a server and runs it until SIGINT or SIGTERM, the second of which ends the drain, or an uncaught error. */
export async function runUntilStopped(start: () => Promise<StartedServer>): Promise<void> {
  try {
    const server = await start();
    stopOnSignals(server);
    console.log(server.announcement);
  } catch (error) {
    if (!isExpectedError(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function stopOnSignals(server: StartedServer): void {
  let stopping: Promise<void> | undefined;
  let exitCode = 0;
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
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
  // Also unhandled rejections. The state of the process is unknown: complete requests in flight, then exit.
  process.on('uncaughtException', (error) => {
    server.log.fatal({ err: error }, 'an error was not caught');
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
