import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { createPacket } from '#gateway/doctor/packet.ts';
import { formatReports, isReported, runAllChecks } from '#gateway/doctor/report.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { PACKAGE_VERSION } from '#http/server.ts';
import { readGatewayConfiguration, readSettingsDescription } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run doctor [-- --packet FILE]

Checks the installation, also while it runs, and says what is wrong, why it matters and what mends it. Ends with 1 when something
does not work. --packet writes what support needs to a new file: versions, settings, findings, queues and sizes of tables as
JSON compressed by gzip, without secrets and contacts.`;

async function main(): Promise<void> {
  const { packet } = readOptions({ packet: { type: 'string' } });
  const { gateway } = readGatewayConfiguration();
  await using database = await openGatewayDatabase(gateway.database);
  const reports = await runAllChecks(database, gateway, { clock: systemClock, random: systemRandom });
  console.log(formatReports(reports));
  if (packet !== undefined) {
    const { settings, secrets } = readSettingsDescription();
    const { key, secret } = gateway.credentials;
    const text = await createPacket(database, {
      reports,
      settings,
      secrets: [...secrets, key, secret, Buffer.from(gateway.consoleKey).toString('base64')],
      versions: {
        vitrina: PACKAGE_VERSION,
        node: process.version,
        system: `${process.platform} ${process.arch}`,
      },
      now: systemClock.now(),
    });
    await writeFile(packet, gzipSync(text), { mode: 0o600, flag: 'wx' });
    console.log(`Written to ${packet}; zcat ${packet} shows it.`);
  }
  if (reports.some((report) => report.severity === 'error' && isReported(report))) process.exitCode = 1;
}

await runCommand(main, USAGE);
