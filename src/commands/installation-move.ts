import { parseArgs } from 'node:util';
import { lockDatabase } from '#database/lock-database.ts';
import { moveInstallation, planMove } from '#gateway/move-installation.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readGatewayConfiguration } from '#server/configuration.ts';
import { isExpectedError } from './run-until-stopped.ts';

const USAGE =
  "npm run installation:move -- [--yes]\n\nGives the gateway's data to the APP_KEY and UPSTREAM_URL of the environment. Without --yes it only shows what that means.";

class UsageError extends Error {}

function readIsConfirmed(): boolean {
  try {
    return parseArgs({ options: { yes: { type: 'boolean', default: false } } }).values.yes;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<void> {
  const isConfirmed = readIsConfirmed();
  const { gateway } = readGatewayConfiguration();
  const unlock = gateway.database.url ? undefined : lockDatabase(gateway.database.file);
  const database = await openGatewayDatabase(gateway.database);
  try {
    const move = await planMove(database.db, gateway);
    for (const { name, stored, given } of move.settings) console.log(`${name}: ${stored} -> ${given}`);
    for (const finding of move.findings) console.log(`  - ${finding}`);
    if (move.settings.length === 0) console.log('The data belongs to this APP_KEY and UPSTREAM_URL already.');
    else if (move.obstacle !== undefined) {
      console.error(`Nothing was changed: ${move.obstacle}`);
      process.exitCode = 1;
    } else if (isConfirmed) {
      await moveInstallation(database.db, move);
      console.log(
        'Moved. Start every gateway with these settings; with the former ones they refuse to start.',
      );
    } else console.log('Nothing was changed. Say --yes to move.');
  } finally {
    await database.close();
    unlock?.();
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else if (isExpectedError(error)) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
