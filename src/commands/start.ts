import { readConfiguration } from '#server/configuration.ts';
import { startServer } from '#server/server.ts';
import { buildConsole } from './build.ts';
import { logger, runUntilStopped } from './running.ts';

await runUntilStopped(async () => {
  const configuration = readConfiguration();
  await buildConsole();
  const server = await startServer(configuration, { logger });
  const { gateway, service } = configuration;
  console.log(`\nVitrina is at ${gateway.publicUrl}`);
  console.log(service ? `The service is at ${service.publicUrl}` : `It forwards to ${gateway.upstreamUrl}`);
  if (server.demoPeople) {
    console.log(`\nDemo people (also in ${gateway.dataDir}/demo-people.txt):`);
    for (const { role, mail, password } of server.demoPeople)
      console.log(`  ${role.padEnd(8)} ${mail}  ${password}`);
  }
  console.log('\nCtrl+C stops it.');
  return server;
});
