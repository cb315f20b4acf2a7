import { readKeylessConfiguration } from '#server/configuration.ts';
import { startService } from '#server/server.ts';
import { logger, runUntilStopped } from './running.ts';

await runUntilStopped(async () => {
  const { UPSTREAM_URL: _, ...environment } = process.env;
  const configuration = readKeylessConfiguration(environment);
  const server = await startService(configuration, { logger });
  console.log(
    `\nThe service is at ${configuration.service?.publicUrl}; its app key is ${configuration.credentials.key}`,
  );
  console.log('\nCtrl+C stops it.');
  return server;
});
