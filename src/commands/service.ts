import { readConfiguration } from '#server/configuration.ts';
import { startServer } from '#server/server.ts';
import { logger, runUntilStopped } from './running.ts';

await runUntilStopped(async () => {
  const { UPSTREAM_URL: _, ...environment } = process.env;
  const configuration = readConfiguration(environment);
  const server = await startServer(configuration, { serviceOnly: true, logger });
  console.log(
    `\nThe service is at ${configuration.service?.publicUrl}; its app key is ${configuration.credentials.key}`,
  );
  console.log('\nCtrl+C stops it.');
  return server;
});
