import { runChecks } from '#gateway/doctor/report.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readGatewayConfiguration } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run doctor

Checks the installation, also while it runs, and says what is wrong and what mends it. Ends with 1 when something does not
work.`;

async function main(): Promise<void> {
  readOptions({});
  const { gateway } = readGatewayConfiguration();
  await using database = await openGatewayDatabase(gateway.database);
  const results = await runChecks(database, gateway, { clock: systemClock, random: systemRandom });
  for (const {
    check: { id, severity, remedy },
    findings,
  } of results) {
    console.log(`${findings.length === 0 ? 'ok' : severity}  ${id}`);
    for (const finding of findings) console.log(`  ${finding}`);
    if (findings.length > 0) console.log(`  ${remedy}`);
  }
  if (results.some(({ check, findings }) => check.severity === 'error' && findings.length > 0))
    process.exitCode = 1;
}

await runCommand(main, USAGE);
