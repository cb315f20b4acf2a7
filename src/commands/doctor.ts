import { formatReports, isReported, runChecks } from '#gateway/doctor/report.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readGatewayConfiguration } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run doctor

Checks the installation, also while it runs, and says what is wrong, why it matters and what mends it. Ends with 1 when something
does not work.`;

async function main(): Promise<void> {
  readOptions({});
  const { gateway } = readGatewayConfiguration();
  await using database = await openGatewayDatabase(gateway.database);
  const reports = await runChecks(database, gateway, { clock: systemClock, random: systemRandom });
  console.log(formatReports(reports));
  if (reports.some((report) => report.severity === 'error' && isReported(report))) process.exitCode = 1;
}

await runCommand(main, USAGE);
