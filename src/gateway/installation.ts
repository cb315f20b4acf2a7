import type { Kysely } from 'kysely';
import { type SettingTables, fetchSetting, initializeSetting } from '#database/settings.ts';
import { isLoopback } from '#http/is-loopback.ts';
import type { GatewayConfig } from './config.ts';

export class InstallationMismatchError extends Error {
  constructor(setting: string, stored: string, current: string) {
    super(
      `This data belongs to ${setting} ${stored}, and ${current} was given. ` +
        'Use the former again, move the data to the latter (npm run installation:move), or choose another ' +
        'DATA_DIR (or database) for it.',
    );
    this.name = 'InstallationMismatchError';
  }
}

export type Installation = Pick<GatewayConfig, 'credentials' | 'upstreamUrl' | 'embeddedService'>;

/** Settings of the database that must be those of the configuration. */
function getInstallationSettings({
  credentials,
  upstreamUrl,
  embeddedService,
}: Installation): [string, string][] {
  // Our own service may move to another address.
  const isOwn = embeddedService || isLoopback(new URL(upstreamUrl).hostname);
  return [
    ['APP_KEY', credentials.key],
    ['UPSTREAM_URL', isOwn ? 'loopback' : upstreamUrl],
  ];
}

/** A setting of the data that differs from the configuration. */
export interface ChangedSetting {
  name: string;
  stored: string;
  current: string;
}

/** Settings that were stored for another app or upstream; changes nothing. */
export async function fetchChangedSettings(
  db: Kysely<SettingTables>,
  installation: Installation,
): Promise<ChangedSetting[]> {
  const changed: ChangedSetting[] = [];
  for (const [name, current] of getInstallationSettings(installation)) {
    const stored = await fetchSetting(db, name);
    if (stored !== undefined && stored !== current) changed.push({ name, stored, current });
  }
  return changed;
}

/**
 * Saves the app key and the upstream at the first start, and compares them at later ones.
 * @throws InstallationMismatchError when the database belongs to another app or upstream
 */
export async function verifyInstallation(db: Kysely<SettingTables>, installation: Installation) {
  for (const [name, value] of getInstallationSettings(installation)) {
    const stored = await initializeSetting(db, name, value);
    if (stored !== value) throw new InstallationMismatchError(name, stored, value);
  }
}
