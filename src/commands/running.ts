import { DatabaseInUse } from '#database/lock.ts';
import { DatabaseUnavailable } from '#database/unavailable.ts';
import { DatabaseUnusable } from '#database/unusable.ts';
import { ConsoleNotBuiltError } from '#gateway/console/routes.ts';
import { InstallationMismatchError } from '#gateway/installation.ts';
import { PortInUse } from '#http/server.ts';
import { ConfigurationError } from '#server/configuration.ts';
import { UnreadableFile } from '#server/credentials.ts';
import type { RunningServer } from '#server/server.ts';

/** What is wrong outside the program is told in a sentence, everything else with its stack. */
const EXPECTED = [
  ConfigurationError,
  ConsoleNotBuiltError,
  DatabaseInUse,
  DatabaseUnavailable,
  DatabaseUnusable,
  InstallationMismatchError,
  PortInUse,
  UnreadableFile,
];

export function isExpected(error: unknown): error is Error {
  return EXPECTED.some((kind) => error instanceof kind);
}

/** How long answers in flight may take once a stop was asked for, ms. */
const STOP_MS = 10_000;

export interface StartedServer extends Pick<RunningServer, 'close' | 'log'> {
  /** What people are told once it can be stopped. */
  announcement: string;
}

/** Starts something that runs until it is told to stop, or until an error that nothing caught. */
export async function runUntilStopped(start: () => Promise<StartedServer>): Promise<void> {
  try {
    const server = await start();
    stopWhenToldTo(server);
    console.log(server.announcement);
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function stopWhenToldTo(server: StartedServer): void {
  let stopping: Promise<void> | undefined;
  let exitCode = 0;
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    return server.close().catch((error: unknown) => {
      server.log.fatal({ err: error }, 'the stop failed');
      exitCode = 1;
    });
  };
  const exit = () => {
    stopping ??= stop().then(() => process.exit(exitCode));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, exit);
  // Also rejections that nothing handled. The state of the process is unknown: what is in flight is answered, no more.
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

/** JSON lines on the error stream, so that what a command prints for people stays apart. */
export const logger = { level: 'info', stream: process.stderr };
