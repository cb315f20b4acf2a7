import { join, resolve } from 'node:path';
import type { BackupProgram } from '#backup/program.ts';
import type { Secrets } from '#backup/sealed-secrets.ts';
import type { DatabaseTarget } from '#database/database.ts';
import { createGatewayProgram } from '#gateway/backup/program.ts';
import { CREDENTIALS_FILE, CredentialsFile, readCredentialsFile } from '#server/credentials.ts';
import { createServiceProgram } from '#service/backup/program.ts';
import type { Settings } from './settings.ts';

/** Configuration of backups, for commands and for the thread that makes them on a schedule. */
export interface BackupConfiguration {
  dataDir: string;
  /** Folder of backups. */
  dir: string;
  /** The gateway, then the service; the gateway alone with UPSTREAM_URL. */
  programs: BackupProgram[];
  passphrase: string | undefined;
  /** The secrets of the environment, else those in DATA_DIR; undefined: there are none. */
  secrets: Secrets | undefined;
}

export function createBackupConfiguration(
  settings: Settings,
  { gateway, service }: { gateway: DatabaseTarget; service: DatabaseTarget | undefined },
): BackupConfiguration {
  const dataDir = resolve(settings.DATA_DIR);
  return {
    dataDir,
    dir: getBackupDir(settings),
    programs: [createGatewayProgram(gateway), ...(service ? [createServiceProgram(service)] : [])],
    passphrase: settings.BACKUP_PASSPHRASE,
    secrets: readSecrets(settings, dataDir),
  };
}

export const getBackupDir = ({ DATA_DIR, BACKUP_DIR }: Settings): string =>
  resolve(BACKUP_DIR ?? join(DATA_DIR, 'backups'));

function readSecrets(settings: Settings, dataDir: string): Secrets | undefined {
  const read = (name: string) => readCredentialsFile(join(dataDir, name))?.trim();
  const file = read(CREDENTIALS_FILE);
  const stored = file === undefined ? undefined : CredentialsFile.parse(JSON.parse(file));
  const appKey = settings.APP_KEY ?? stored?.key;
  const appSecret = settings.APP_SECRET ?? stored?.secret;
  if (appKey === undefined || appSecret === undefined) return undefined;
  return {
    appKey,
    appSecret,
    consoleKey: settings.CONSOLE_KEY ?? read('console-key'),
    serviceKey: settings.SERVICE_KEY ?? read('service-key'),
  };
}
