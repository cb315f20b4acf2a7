import { styleText } from 'node:util';
import type { Database } from '#database/database.ts';
import { fetchTableSizes } from '#database/table-sizes.ts';
import { type BackupState, fetchBackupState } from '#gateway/backup/store.ts';
import { fetchIndexFigures } from '#gateway/inquiries/freshness.ts';
import { fetchLockOuts } from '#gateway/sessions/lock-outs.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { PACKAGE_VERSION } from '#http/server.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { openServiceDatabase } from '#service/store.ts';
import { systemClock } from '#system/clock.ts';
import { type FailedMail, listFailedMails } from '#work/mail-table.ts';
import { type Queue, fetchQueues } from '#work/queues.ts';
import { formatLockOut } from './format-lock-out.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run status

Shows its own version, the age of the index, the newest proved backup, the work that is due, the mails that failed, who cannot sign in, and the size of each
table. It may run beside the server.`;

const MAX_MAILS = 20;
/** Smaller tables are left out. */
const MIN_SHOWN_BYTES = 1024 * 1024;

const printHead = (text: string) => console.log(`\n${styleText('bold', text)}`);
const formatTime = (at: number) => new Date(at).toISOString();

async function main(): Promise<void> {
  readOptions({});
  const targets = readDatabaseTargets();
  await using gateway = await openGatewayDatabase(targets.gateway);
  await using service = targets.service && (await openServiceDatabase(targets.service));
  const now = systemClock.now();

  console.log(`Vitrina ${PACKAGE_VERSION}, ${formatTime(now)}`);
  const { agencies, complete, inquiries, failing, ageS } = await fetchIndexFigures(gateway.db, now);
  const age = ageS === null ? 'never read' : `oldest reading ${Math.round(ageS)} s ago`;
  console.log(
    `index: ${inquiries} inquiries of ${agencies} agencies, ${complete} whole, ${failing} failing, ${age}`,
  );

  console.log(`backup: ${formatBackup(await fetchBackupState(gateway.db))}`);

  printHead('Work');
  await printQueues('gateway', gateway, now);
  if (service) await printQueues('service', service, now);

  printHead('Failed mails');
  const mails = [gateway.db, service?.db].flatMap((db) => (db ? listFailedMails(db, MAX_MAILS) : []));
  const lines = (await Promise.all(mails)).flat().map(formatMail);
  for (const line of lines.length > 0 ? lines : ['none']) console.log(line);

  printHead('Locked out');
  const lockOuts = await fetchLockOuts(gateway.db, now);
  for (const line of lockOuts.length > 0 ? lockOuts.map(formatLockOut) : ['nobody']) console.log(line);

  printHead('Disk');
  await printTableSizes('gateway', gateway);
  if (service) await printTableSizes('service', service);
}

async function printQueues<Tables>(
  program: string,
  database: Pick<Database<Tables>, 'db' | 'schema'>,
  now: number,
) {
  for (const queue of await fetchQueues(database, now))
    console.log(`${program.padEnd(8)}${queue.table.padEnd(18)}${formatQueue(queue)}`);
}

/** The schedule proves each of its backups; those by hand are not recorded. */
function formatBackup({ at, failed_at, failure }: BackupState): string {
  const proved =
    at === null ? 'none of the schedule was proved yet' : `proved, with the data of ${formatTime(at)}`;
  return failed_at === null ? proved : `${proved}; failed at ${formatTime(failed_at)}: ${failure}`;
}

function formatQueue({ due, oldestAt }: Queue): string {
  if (oldestAt === null) return 'nothing due';
  return `${due} due, ${oldestAt === 0 ? 'not done yet' : `the oldest since ${formatTime(oldestAt)}`}`;
}

function formatMail({ recipient, subject, failure, attempts, due_at }: FailedMail): string {
  const next = due_at === null ? 'given up' : `next ${formatTime(due_at)}`;
  return `${recipient}: ${subject}: ${failure}; ${attempts} attempts, ${next}`;
}

async function printTableSizes<Tables>(
  program: string,
  database: Pick<Database<Tables>, 'db' | 'engine' | 'schema'>,
) {
  const sizes = await fetchTableSizes(database);
  const sum = (shown: typeof sizes) => shown.reduce((total, { bytes }) => total + bytes, 0);
  const format = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  const isShown = ({ bytes }: (typeof sizes)[number]) => bytes >= MIN_SHOWN_BYTES;
  console.log(`${program}: ${format(sum(sizes))}`);
  for (const { table, bytes } of sizes.filter(isShown)) console.log(`  ${table.padEnd(24)} ${format(bytes)}`);
}

await runCommand(main, USAGE);
