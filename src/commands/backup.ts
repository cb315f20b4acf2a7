import { join } from 'node:path';
import { BackupError } from '#backup/backup-error.ts';
import { createBackup } from '#backup/create-backup.ts';
import { formatBackupName } from '#backup/backup-files.ts';
import { PACKAGE_VERSION } from '#http/server.ts';
import { readBackupConfiguration } from '#server/configuration.ts';
import { listPrograms, readSecrets } from '#server/configuration/backups.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run backup -- [--with-secrets] [--to FILE]

Backs up the databases into one file, also while they are in use; without --to in BACKUP_DIR. With --with-secrets it has the
app's key and secret, CONSOLE_KEY and SERVICE_KEY too, sealed by BACKUP_PASSPHRASE.`;

async function main(): Promise<void> {
  const { to, 'with-secrets': hasSecrets } = readOptions({
    to: { type: 'string' },
    'with-secrets': { type: 'boolean', default: false },
  });
  const configuration = readBackupConfiguration();
  const { dir, passphrase } = configuration;
  const secrets = hasSecrets ? readSecrets(configuration) : undefined;
  if (hasSecrets && passphrase === undefined)
    throw new BackupError(
      '--with-secrets: give BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, which seals them.',
    );
  if (hasSecrets && secrets === undefined)
    throw new BackupError('--with-secrets: neither the environment nor DATA_DIR has APP_KEY and APP_SECRET.');
  const file = to ?? join(dir, formatBackupName(systemClock.now()));
  const startedAt = systemClock.monotonic();
  const { programs: entries, bytes } = await createBackup({
    programs: listPrograms(configuration),
    file,
    version: PACKAGE_VERSION,
    clock: systemClock,
    random: systemRandom,
    ...(secrets && passphrase !== undefined && { secrets: { values: secrets, passphrase } }),
  });
  for (const { name, rows } of entries) {
    const counts = Object.values(rows);
    console.log(`${name}: ${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables`);
  }
  const seconds = Math.ceil((systemClock.monotonic() - startedAt) / 1000);
  console.log(`${file}: ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s`);
  console.log(`npm run backup:verify -- ${file} proves it.`);
}

await runCommand(main, USAGE);
