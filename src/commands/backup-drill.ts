import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from '#backup/backup-files.ts';
import { restoreBackup } from '#backup/restore-backup.ts';
import { createTemporaryDatabase } from '#backup/temporary-database.ts';
import { runRestoreDrill } from '#gateway/backup/drill.ts';
import { createGatewayProgram } from '#gateway/backup/program.ts';
import { readBackupConfiguration, readGatewayConfiguration } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { CommandError, readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run backup:drill

Plays the loss of the gateway's machine beside the running installation: restores the newest backup of BACKUP_DIR into a database
that is thrown away, lets its index read the rest from the service, and says what would be lost. Nothing is sent from it.`;

async function main(): Promise<void> {
  readOptions({});
  const { dir } = readBackupConfiguration();
  const { gateway: config } = readGatewayConfiguration();
  const file = (await listBackups(dir)).at(-1);
  if (file === undefined) throw new CommandError(`There is no backup in ${dir}: npm run backup makes one.`);
  await using folder = await mkdtempDisposable(join(dir, '.vitrina-proof-'));
  await using database = await createTemporaryDatabase(config.database, {
    file: join(folder.path, 'gateway.db'),
    random: systemRandom,
  });
  const startedAt = systemClock.monotonic();
  const { archive } = await restoreBackup(file, {
    programs: [createGatewayProgram(database.target)],
    dataDir: folder.path,
    passphrase: undefined,
    clock: systemClock,
  });
  const restoredMs = systemClock.monotonic() - startedAt;
  console.log(`${file} of ${archive.manifest.at} restored: ${toSeconds(restoredMs)} s`);
  const drill = await runRestoreDrill({ config, restored: database.target, clock: systemClock });
  console.log(`answering: ${toSeconds(restoredMs + drill.openedMs)} s`);
  console.log(`what it missed read from the service: ${toSeconds(restoredMs + drill.caughtUpMs)} s`);
  if (drill.unreadAgencies > 0)
    console.log(`agencies that the service did not answer for: ${drill.unreadAgencies}`);
  console.log(`inquiries lost: ${drill.lostInquiries}`);
  const since = drill.lostSince === null ? '' : `, made since ${new Date(drill.lostSince).toISOString()}`;
  console.log(`changes of follow-up lost: ${drill.lostChanges}${since}`);
  const isLongerLost = drill.lostSince !== null && drill.lostSince < Date.parse(archive.manifest.at);
  if (drill.unreadAgencies + drill.lostInquiries > 0 || isLongerLost) process.exitCode = 1;
}

const toSeconds = (ms: number) => Math.ceil(ms / 1000);

await runCommand(main, USAGE);
