import { copyDatabase } from '#backup/copy-database.ts';
import { readBackupConfiguration } from '#server/configuration.ts';
import { listPrograms } from '#server/configuration/backups.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run database:copy

Copies the embedded databases of DATA_DIR into the empty database DATABASE_URL, and compares every row. Every server must be
stopped.`;

async function main(): Promise<void> {
  readOptions({});
  for (const program of listPrograms(readBackupConfiguration())) {
    const tables = await copyDatabase(program);
    for (const { table, rows, checksum } of tables)
      console.log(`${program.name}.${table}: ${rows} rows, ${checksum}`);
    const problems = await program.findContradictions(program.target);
    for (const problem of problems) console.error(`${program.name}: ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
  console.log(
    'Copied. Start with DATABASE_URL and the same keys and app; npm run installation:release -- --yes lets mails and webhooks go.',
  );
}

await runCommand(main, USAGE);
