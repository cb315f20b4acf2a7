import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { openReplayStore } from '#service/replay-store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { runCommand } from './run-command.ts';

/** Brings the databases of both programs up to date; of the gateway alone where UPSTREAM_URL is set. */
async function main(): Promise<void> {
  const { gateway, service } = readDatabaseTargets();
  await (await openGatewayDatabase(gateway)).close();
  console.log('The database of the gateway is up to date.');
  if (!service) return;
  await (await openServiceDatabase(service)).close();
  await (await openReplayStore(service)).close();
  console.log('The database of the service is up to date.');
}

await runCommand(main);
