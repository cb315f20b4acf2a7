import { createServer } from 'vite';
import { readConfiguration } from '#server/configuration.ts';
import { startServer } from '#server/server.ts';
import { createLogger, runUntilStopped } from './run-until-stopped.ts';

// `node --watch` restarts this when server code changes; Vite reloads the console.
await runUntilStopped(async () => {
  const configuration = readConfiguration();
  const logger = createLogger(configuration.logLevel);
  const server = await startServer(configuration, { page: false, logger, story: true });
  const vite = await createServer({ server: { host: configuration.host } });
  await vite.listen();
  vite.printUrls();
  const people = server.demoPeople ?? [];
  return {
    ...server,
    drainMs: 0,
    announcement: people
      .map(({ role, mail, password }) => `  ${role.padEnd(8)} ${mail}  ${password}`)
      .join('\n'),
    close: async () => {
      await vite.close();
      await server.close();
    },
  };
});
