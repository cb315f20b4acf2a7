import { writeFile } from 'node:fs/promises';
import { exportBuyerByCommand } from '#gateway/erasure/commands.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { BUYER_OPTIONS, parseBuyerOptions } from './buyer-options.ts';
import { CommandError, UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run buyer:export -- [--phone P] [--mail M] [--document D] [--reference R] --file FILE

Writes what the gateway stores of a buyer to a new file that only you can read, as JSON, also beside a running server. Read it
before you hand it out: notes may name others.`;

async function main(): Promise<void> {
  const { file, ...options } = readOptions({ ...BUYER_OPTIONS, file: { type: 'string' } });
  if (!file) throw new UsageError('--file: give a new file');
  const request = parseBuyerOptions(options);
  await using database = await openGatewayDatabase(readDatabaseTargets().gateway);
  const stamp = { now: systemClock.now(), random: systemRandom };
  const counts = await exportBuyerByCommand(database.db, request, stamp, (text) => save(file, text));
  console.log(`Inquiries of the buyer written to ${file}: ${counts.inquiries + counts.departed}.`);
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

await runCommand(main, USAGE);
