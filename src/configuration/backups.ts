import { join, resolve } from 'node:path';
import type { BackupProgram } from '#backup/program.ts';
import type { Secrets } from '#backup/sealed-secrets.ts';
import type { DatabaseTarget } from '#database/database.ts';
import { createGatewayProgram } from '#gateway/backup/program.ts';
import { CREDENTIALS_FILE, CredentialsFile, readCredentialsFile } from '#server/credentials.ts';
import { createServiceProgram } from '#service/backup/program.ts';
import type { Settings } from './settings.ts';

/** Configuration of backups, which can be handed to a thread. */
export interface BackupConfiguration {
  dataDir: string;
  /** Folder of backups. */
  dir: string;
  /** Interval of the schedule, ms; undefined: none are made by themselves. */
  everyMs: number | undefined;
  /** Backups of the schedule that are kept. */
  keep: number;
  passphrase: string | undefined;
  /** Databases of both programs; of the gateway alone with UPSTREAM_URL. */
  databases: { gateway: DatabaseTarget; service: DatabaseTarget | undefined };
  /** Secrets of the environment. */
  given: Partial<Secrets>;
}

export const resolveBackupDir = (settings: Settings): string =>
  resolve(settings.BACKUP_DIR ?? join(settings.DATA_DIR, 'backups'));

export function createBackupConfiguration(
  settings: Settings,
  databases: BackupConfiguration['databases'],
): BackupConfiguration {
  const dataDir = resolve(settings.DATA_DIR);
  return {
    dataDir,
    dir: resolveBackupDir(settings),
    everyMs: settings.BACKUP_EVERY,
    keep: settings.BACKUP_KEEP,
    passphrase: settings.BACKUP_PASSPHRASE,
    databases,
    given: {
      ...(settings.APP_KEY && { appKey: settings.APP_KEY }),
      ...(settings.APP_SECRET && { appSecret: settings.APP_SECRET }),
      consoleKey: settings.CONSOLE_KEY,
      serviceKey: settings.SERVICE_KEY,
    },
  };
}

/** The gateway first: see `createBackup`. */
export function listPrograms({ databases: { gateway, service } }: BackupConfiguration): BackupProgram[] {
  return [createGatewayProgram(gateway), ...(service ? [createServiceProgram(service)] : [])];
}

/** Secrets of the environment, else those in DATA_DIR; undefined: there are none. */
export function readSecrets({ dataDir, given }: BackupConfiguration): Secrets | undefined {
  const read = (name: string) => readCredentialsFile(join(dataDir, name))?.trim();
  const file = read(CREDENTIALS_FILE);
  const stored = file === undefined ? undefined : CredentialsFile.parse(JSON.parse(file));
  const { appKey = stored?.key, appSecret = stored?.secret } = given;
  if (appKey === undefined || appSecret === undefined) return undefined;
  return {
    appKey,
    appSecret,
    consoleKey: given.consoleKey ?? read('console-key'),
    serviceKey: given.serviceKey ?? read('service-key'),
  };
}
