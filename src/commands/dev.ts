import { createServer } from 'vite';
import { readConfiguration } from '#server/configuration.ts';
import { startServer } from '#server/server.ts';
import { logger, runUntilStopped } from './running.ts';

// `node --watch` runs this anew when a file of the servers changes; Vite reloads the console by itself.
await runUntilStopped(async () => {
  const configuration = readConfiguration();
  const server = await startServer(configuration, { page: false, logger });
  const vite = await createServer({ server: { host: configuration.gateway.host } });
  await vite.listen();
  vite.printUrls();
  const people = server.demoPeople ?? [];
  return {
    ...server,
    announcement: people
      .map(({ role, mail, password }) => `  ${role.padEnd(8)} ${mail}  ${password}`)
      .join('\n'),
    close: async () => {
      await vite.close();
      await server.close();
    },
  };
});
