import { readKeylessConfiguration } from '#server/configuration.ts';
import { startService } from '#server/server.ts';
import { logger, runUntilStopped } from './run-until-stopped.ts';

await runUntilStopped(async () => {
  const { UPSTREAM_URL: _, ...environment } = process.env;
  const configuration = readKeylessConfiguration(environment);
  const server = await startService(configuration, { logger });
  const { service, credentials } = configuration;
  const announcement = `\nThe service is at ${service?.publicUrl}; its app key is ${credentials.key}\n\nCtrl+C stops it.`;
  return { ...server, announcement };
});
