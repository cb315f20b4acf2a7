import { restoreBackup } from '#backup/restore-backup.ts';
import { readBackupConfiguration } from '#server/configuration.ts';
import { listPrograms } from '#server/configuration/backups.ts';
import { systemClock } from '#system/clock.ts';
import { readFileArgument, runCommand } from './run-command.ts';

const USAGE = `npm run restore -- FILE

Puts the data of a backup in the place of the data that is there, which is kept. Every server must be stopped.`;

async function main(): Promise<void> {
  const file = readFileArgument();
  const configuration = readBackupConfiguration();
  const { dataDir, passphrase } = configuration;
  const startedAt = systemClock.monotonic();
  const { archive, previous, restored, erasedAgain, secrets } = await restoreBackup(file, {
    programs: listPrograms(configuration),
    dataDir,
    passphrase,
    clock: systemClock,
  });
  const { manifest } = archive;
  console.log(
    `Restored ${restored.join(' and ')} as of ${manifest.at}, ${Math.ceil((systemClock.monotonic() - startedAt) / 1000)} s.`,
  );
  for (const { name, migrations } of manifest.programs)
    console.log(
      `${name}: may be opened by versions that have ${migrations.join(', ')}; made by ${manifest.version}.`,
    );
  for (const path of previous) console.log(`What was there before is kept in ${path}.`);
  if (erasedAgain === undefined)
    console.log(
      `What was there before could not be read: erase again who was erased after ${manifest.at} (npm run buyer:erase).`,
    );
  else if (erasedAgain > 0)
    console.log(
      `Erased again: ${erasedAgain} inquiries of buyers who were erased after the backup. Searches, templates and notes that ` +
        'name them are not: npm run buyer:erase.',
    );
  for (const path of secrets) console.log(`Written: ${path}`);
  if (manifest.secrets !== undefined && passphrase === undefined)
    console.log('Its sealed secrets were left out: give BACKUP_PASSPHRASE to restore them too.');
  console.log(
    'Everybody signs in anew. Mails, webhooks and jobs that send are held until npm run installation:release -- --yes.',
  );
}

await runCommand(main, USAGE);
