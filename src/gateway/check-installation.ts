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
  const unlock = config.database.url ? undefined : lockDatabase(config.database.file);
  try {
    const database = await openGatewayDatabase(config.database);
    try {
      await verifyInstallation(database.db, config);
    } finally {
      await database.close();
    }
  } finally {
    unlock?.();
  }
}
