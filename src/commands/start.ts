import { readConfiguration } from '#server/configuration.ts';
import { startServer } from '#server/server.ts';
import { buildConsole } from './build.ts';
import { logger, runUntilStopped } from './run-until-stopped.ts';

await runUntilStopped(async () => {
  const configuration = readConfiguration();
  await buildConsole();
  const { demoPeople, ...server } = await startServer(configuration, { logger, story: true });
  const { gateway, service } = configuration;
  const announcement = [
    `\nVitrina is at ${gateway.publicUrl}`,
    service ? `The service is at ${service.publicUrl}` : `It forwards to ${gateway.upstreamUrl}`,
    ...(demoPeople ? [`\nDemo people (also in ${gateway.dataDir}/demo-people.txt):`] : []),
    ...(demoPeople ?? []).map(({ role, mail, password }) => `  ${role.padEnd(8)} ${mail}  ${password}`),
    '\nCtrl+C stops it.',
  ].join('\n');
  return { ...server, announcement };
});
