import { lockDatabase } from '#database/lock-database.ts';
import type { GatewayConfig } from './config.ts';
import { verifyInstallation } from './installation.ts';
import { openGatewayDatabase } from './store.ts';

/**
 * Compares the configuration with the gateway's database, before anything else is started or written for it.
 * @throws InstallationMismatchError, DatabaseInUseError
 */
export async function checkInstallation(
  config: Pick<GatewayConfig, 'database' | 'credentials' | 'upstreamUrl' | 'embeddedService'>,
): Promise<void> {
  using _lock = lockDatabase(config.database);
  await using database = await openGatewayDatabase(config.database);
  await verifyInstallation(database.db, config);
}
