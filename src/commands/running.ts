import { DatabaseInUse } from '#database/lock.ts';
import { ConsoleNotBuilt } from '#gateway/console/routes.ts';
import { OtherInstallation } from '#gateway/installation.ts';
import { PortInUse } from '#http/server.ts';
import { ConfigurationError } from '#server/configuration.ts';
import type { RunningServer } from '#server/server.ts';

/** What is wrong outside the program is told in a sentence, everything else with its stack. */
const EXPECTED = [ConfigurationError, ConsoleNotBuilt, DatabaseInUse, OtherInstallation, PortInUse];

/** How long answers in flight may take once a stop was asked for, ms. */
const STOP_MS = 10_000;

/** Starts something that runs until it is told to stop. */
export async function runUntilStopped(start: () => Promise<RunningServer>): Promise<void> {
  try {
    const server = await start();
    const stop = () => {
      setTimeout(() => process.exit(1), STOP_MS).unref();
      void server.close().then(() => process.exit(0));
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  } catch (error) {
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** JSON lines on the error stream, so that what a command prints for people stays apart. */
export const logger = { level: 'info', stream: process.stderr };
