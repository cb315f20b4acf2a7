import { resolve } from 'node:path';
import type { DatabaseTarget } from '#database/database.ts';
import { loadKey } from '#server/credentials.ts';
import type { BackupConfiguration } from './backups.ts';
import type { Settings } from './settings.ts';

export interface ChangedKey {
  database: DatabaseTarget;
  previous: Buffer;
  current: Buffer;
}

/** The keys to change, by program; undefined: there is nothing to change for it here. */
export interface KeyChange {
  gateway: ChangedKey | undefined;
  service: ChangedKey | undefined;
}

/** @throws UnreadableFileError */
export function createKeyChange(settings: Settings, databases: BackupConfiguration['databases']): KeyChange {
  const dataDir = resolve(settings.DATA_DIR);
  const toChange = (
    database: DatabaseTarget | undefined,
    name: 'console-key' | 'service-key',
    previous: string | undefined,
    current: string | undefined,
  ): ChangedKey | undefined =>
    database && previous !== undefined
      ? { database, previous: Buffer.from(previous, 'base64'), current: loadKey(dataDir, name, current) }
      : undefined;
  const { CONSOLE_KEY, CONSOLE_KEY_PREVIOUS, SERVICE_KEY, SERVICE_KEY_PREVIOUS } = settings;
  return {
    gateway: toChange(databases.gateway, 'console-key', CONSOLE_KEY_PREVIOUS, CONSOLE_KEY),
    service: toChange(databases.service, 'service-key', SERVICE_KEY_PREVIOUS, SERVICE_KEY),
  };
}
