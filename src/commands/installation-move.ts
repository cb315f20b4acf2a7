import { lockDatabase } from '#database/lock-database.ts';
import { moveInstallation, planMove } from '#gateway/move-installation.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readGatewayConfiguration } from '#server/configuration.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE =
  "npm run installation:move -- [--yes]\n\nGives the gateway's data to the APP_KEY and UPSTREAM_URL of the environment. Without --yes it only shows what that means.";

async function main(): Promise<void> {
  const { yes: isConfirmed } = readOptions({ yes: { type: 'boolean', default: false } });
  const { gateway } = readGatewayConfiguration();
  using _lock = lockDatabase(gateway.database);
  await using database = await openGatewayDatabase(gateway.database);
  const move = await planMove(database, gateway);
  for (const { name, stored, current } of move.settings) console.log(`${name}: ${stored} -> ${current}`);
  for (const finding of move.findings) console.log(`  - ${finding}`);
  if (move.settings.length === 0) console.log('The data belongs to this APP_KEY and UPSTREAM_URL already.');
  else if (move.obstacle !== undefined) {
    console.error(`Nothing was changed: ${move.obstacle}`);
    process.exitCode = 1;
  } else if (isConfirmed) {
    await moveInstallation(database.db, move);
    console.log('Moved. Start every gateway with these settings; with the former ones they refuse to start.');
  } else console.log('Nothing was changed. Say --yes to move.');
}

await runCommand(main, USAGE);
