import { verifyBackup } from '#backup/verify-backup.ts';
import { readBackupConfiguration } from '#server/configuration.ts';
import { listPrograms } from '#server/configuration/backups.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { readFileArgument, runCommand } from './run-command.ts';

const USAGE = `npm run backup:verify -- FILE

Compares the checksums of a backup, restores it into databases that are thrown away, and checks what is in them. Ends with 1
when it is not proved.`;

async function main(): Promise<void> {
  const file = readFileArgument();
  const programs = listPrograms(readBackupConfiguration());
  const { problems, tookMs } = await verifyBackup(file, {
    programs,
    clock: systemClock,
    random: systemRandom,
  });
  for (const problem of problems) console.error(problem);
  console.log(`${problems.length === 0 ? 'proved' : 'not proved'}, ${Math.ceil(tookMs / 1000)} s`);
  if (problems.length > 0) process.exitCode = 1;
}

await runCommand(main, USAGE);
