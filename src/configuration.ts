import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import en from 'zod/v4/locales/en.js';
import type { GatewayConfig } from '#gateway/config.ts';
import type { DatabaseTarget } from '#database/database.ts';
import { isLoopback } from '#http/is-loopback.ts';
import { isPrivateNetwork } from '#http/is-private-network.ts';
import type { ServiceConfig } from '#service/config.ts';
import { getErrorCode } from '#system/error-code.ts';
import {
  type BackupConfiguration,
  createBackupConfiguration,
  resolveBackupDir,
} from './configuration/backups.ts';
import { describeSettings } from './configuration/describe-settings.ts';
import { findCredentialProblems } from './configuration/find-credential-problems.ts';
import { type KeyChange, createKeyChange } from './configuration/key-change.ts';
import { createOpenIdConfig, findOpenIdProblems } from './configuration/openid.ts';
import {
  BACKUP_SETTINGS,
  DATABASE_SETTINGS,
  KEY_CHANGE_SETTINGS,
  PROCESS_ROLES,
  type ProcessRole,
  SECRETS,
  SETTINGS,
  Settings,
} from './configuration/settings.ts';
import { type AppCredentials, loadAppCredentials, loadKey } from './credentials.ts';

/** Configuration of one process from the environment; only this file reads `process.env`. */
export interface Configuration {
  roles: ReadonlySet<ProcessRole>;
  /** Undefined where this process has no part in the gateway. */
  gateway: GatewayConfig | undefined;
  /** Undefined where this process has no part in the service, and with UPSTREAM_URL. */
  service: ServiceConfig | undefined;
  host: string;
  /** A process that is only a worker answers probes on this port. */
  workerPort: number;
  /** Address of `/metrics`; undefined: there is none. */
  metrics: { host: string; port: number } | undefined;
  credentials: AppCredentials;
  dataDir: string;
  backups: BackupConfiguration;
  logLevel: string;
  /** Time between turning unready and closing the listener, ms. */
  drainMs: number;
}

export class ConfigurationError extends Error {
  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

type Variables = Record<string, string | undefined>;

/**
 * Reads what the process needs for its roles (`ROLES`).
 * @throws ConfigurationError with one line for each invalid value; UnreadableFileError
 */
export function readConfiguration(env: Variables = process.env): Configuration {
  const variables = dropEmpty(env);
  const roles = readRoles(variables);
  const settings = parseVariables(
    variables,
    [...roles].flatMap((role) => Object.keys(SETTINGS[role])),
  );
  return createConfiguration(settings, roles);
}

/** Reads what the service needs, for commands that call it or write its database. @throws ConfigurationError */
export function readServiceConfiguration(
  env: Variables = process.env,
): Omit<Configuration, 'service'> & { service: ServiceConfig } {
  const { service, ...rest } = readConfiguration({ ...env, ROLES: 'service,worker' });
  if (!service) throw new Error('A process with the role `service` has its configuration');
  return { ...rest, service };
}

/** Reads what the gateway needs, for commands that change its installation. @throws ConfigurationError */
export function readGatewayConfiguration(
  env: Variables = process.env,
): Omit<Configuration, 'gateway'> & { gateway: GatewayConfig } {
  const { gateway, ...rest } = readConfiguration({ ...env, ROLES: 'gateway,worker' });
  if (!gateway) throw new Error('A process with the role `gateway` has its configuration');
  return { ...rest, gateway };
}

/**
 * Reads where the databases are, for commands that need nothing else. `service` is undefined with UPSTREAM_URL.
 * @throws ConfigurationError
 */
export function readDatabaseTargets(env: Variables = process.env): BackupConfiguration['databases'] {
  return listDatabases(parseVariables(dropEmpty(env), DATABASE_SETTINGS));
}

const listDatabases = (settings: Settings): BackupConfiguration['databases'] => ({
  gateway: toDatabaseTarget(settings, 'gateway'),
  service: settings.UPSTREAM_URL ? undefined : toDatabaseTarget(settings, 'service'),
});

/**
 * Reads where the service's database is and the key of its secrets, for commands about apps. Undefined with UPSTREAM_URL.
 * @throws ConfigurationError, UnreadableFileError
 */
export function readAppTarget(
  env: Variables = process.env,
): { database: DatabaseTarget; secretKey: Buffer | undefined } | undefined {
  const settings = parseVariables(dropEmpty(env), [...DATABASE_SETTINGS, 'SERVICE_KEY']);
  if (settings.UPSTREAM_URL) return undefined;
  return {
    database: toDatabaseTarget(settings, 'service'),
    secretKey: loadServiceKey(settings),
  };
}

/** Reads all settings, to describe them without their secrets. @throws ConfigurationError */
export const readSettingsDescription = (env: Variables = process.env): ReturnType<typeof describeSettings> =>
  describeSettings(parseVariables(dropEmpty(env), Object.keys(Settings.shape)));

/** Reads what backups need. @throws ConfigurationError */
export function readBackupConfiguration(env: Variables = process.env): BackupConfiguration {
  const settings = parseVariables(dropEmpty(env), BACKUP_SETTINGS);
  return createBackupConfiguration(settings, listDatabases(settings));
}

/** Reads what a change of keys needs. @throws ConfigurationError, UnreadableFileError */
export function readKeyChange(env: Variables = process.env): KeyChange {
  const settings = parseVariables(dropEmpty(env), KEY_CHANGE_SETTINGS);
  return createKeyChange(settings, listDatabases(settings));
}

/** Reads the ports on which the process answers health probes. @throws ConfigurationError */
export function readProbePorts(env: Variables = process.env): number[] {
  const variables = dropEmpty(env);
  const roles = readRoles(variables);
  const { PORT, SERVICE_PORT, WORKER_PORT } = parseVariables(variables, [
    'PORT',
    'SERVICE_PORT',
    'WORKER_PORT',
  ]);
  const ports = [...(roles.has('gateway') ? [PORT] : []), ...(roles.has('service') ? [SERVICE_PORT] : [])];
  return ports.length > 0 ? ports : [WORKER_PORT];
}

/** An empty value means "not set", as for `NAME=` in a .env file. */
function dropEmpty(env: Variables): Variables {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

function readRoles(env: Variables): Set<ProcessRole> {
  const { ROLES, UPSTREAM_URL } = parseVariables(env, ['ROLES', 'UPSTREAM_URL']);
  if (UPSTREAM_URL && ROLES?.includes('service'))
    throw new ConfigurationError([
      'ROLES: with UPSTREAM_URL the service is that of another deployment; leave `service` or UPSTREAM_URL out',
    ]);
  return new Set(ROLES ?? PROCESS_ROLES.filter((role) => role !== 'service' || !UPSTREAM_URL));
}

/** Parses the named settings; all others have their default value. */
function parseVariables(env: Variables, names: readonly string[]): Settings {
  const problems: string[] = [];
  const variables: Variables = {};
  for (const name of names) {
    const file = SECRETS.some((secret) => secret === name) ? env[`${name}_FILE`] : undefined;
    variables[name] = env[name];
    if (file === undefined) continue;
    if (env[name] !== undefined) problems.push(`${name}, ${name}_FILE: set one of them`);
    try {
      variables[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      problems.push(`${name}_FILE: ${file} cannot be read (${getErrorCode(error) ?? String(error)})`);
    }
  }
  const { data, error } = Settings.safeParse(variables, { error: en().localeError });
  if (error) problems.push(...error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  if (!data || problems.length > 0) throw new ConfigurationError([...new Set(problems)]);
  return data;
}

function createConfiguration(settings: Settings, roles: ReadonlySet<ProcessRole>): Configuration {
  const isAlone = roles.has('worker') && roles.size === 1;
  const hasGateway = roles.has('gateway') || isAlone;
  const hasService = (roles.has('service') || isAlone) && !settings.UPSTREAM_URL;
  const publicUrl = getOrigin(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`);
  const servicePublicUrl = getOrigin(
    settings.SERVICE_PUBLIC_URL ?? `http://localhost:${settings.SERVICE_PORT}`,
  );
  const isLocal = [settings.HOST, getHostname(publicUrl), getHostname(servicePublicUrl)].every(isLoopback);
  const isLocalDemo = isLocal && !settings.DATABASE_URL && !settings.UPSTREAM_URL;

  const problems = [
    ...findRoleProblems(settings, roles),
    ...(hasGateway ? findGatewayProblems(settings, roles, publicUrl) : []),
    ...(roles.has('service') ? findServiceProblems(settings, servicePublicUrl, isLocal) : []),
    ...findCredentialProblems(settings),
  ];
  if (settings.SMTP_URL && !settings.MAIL_FROM)
    problems.push('MAIL_FROM: say which address mails sent by SMTP_URL come from');
  if (problems.length > 0) throw new ConfigurationError(problems);

  const dataDir = resolve(settings.DATA_DIR);
  const shared = {
    host: settings.HOST,
    vendor: settings.VENDOR,
    prefix: settings.VENDOR_PREFIX,
    timeZone: settings.SERVICE_TIME_ZONE,
    rateLimit: settings.RATE_LIMIT,
    callbackAllowedRanges: settings.CALLBACK_ALLOWED_RANGES ?? [],
    allowLocalCallbacks: settings.ALLOW_LOCAL_CALLBACKS ?? isLocalDemo,
    mail: {
      smtpUrl: settings.SMTP_URL,
      sender: settings.MAIL_FROM ?? 'no-responder@vitrina.example',
      outboxDir: join(dataDir, 'outbox'),
    },
    demo: settings.DEMO ?? isLocalDemo,
  };
  const credentials = loadAppCredentials(dataDir, settings.APP_KEY, settings.APP_SECRET);
  return {
    roles,
    dataDir,
    backups: createBackupConfiguration(settings, listDatabases(settings)),
    credentials,
    host: settings.HOST,
    workerPort: settings.WORKER_PORT,
    metrics:
      settings.METRICS_PORT === undefined
        ? undefined
        : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    logLevel: settings.LOG_LEVEL,
    drainMs: settings.DRAIN_S * 1000,
    service: hasService
      ? {
          ...shared,
          port: settings.SERVICE_PORT,
          publicUrl: servicePublicUrl,
          consoleUrl: hasGateway || settings.PUBLIC_URL ? publicUrl : undefined,
          database: toDatabaseTarget(settings, 'service'),
          clockToleranceS: settings.AUTH_CLOCK_TOLERANCE_S,
          secretKey: loadServiceKey(settings),
          inquiryDays: settings.SERVICE_INQUIRY_DAYS,
          simulator: settings.SIMULATOR ?? isLocalDemo,
        }
      : undefined,
    gateway: hasGateway
      ? {
          ...shared,
          port: settings.PORT,
          publicUrl,
          dataDir,
          database: toDatabaseTarget(settings, 'gateway'),
          upstreamUrl: getOrigin(
            settings.UPSTREAM_URL ?? settings.SERVICE_URL ?? `http://127.0.0.1:${settings.SERVICE_PORT}`,
          ),
          embeddedService: !settings.UPSTREAM_URL,
          credentials,
          sessions: {
            idleMs: settings.SESSION_IDLE_MINUTES * 60_000,
            absoluteMs: settings.SESSION_MAX_MINUTES * 60_000,
          },
          requireSecondFactor: settings.REQUIRE_SECOND_FACTOR ?? [],
          openId: createOpenIdConfig(settings),
          trustProxy: settings.TRUST_PROXY ?? false,
          deliveryDays: settings.DELIVERY_DAYS,
          inquiryDays: settings.INQUIRY_DAYS,
          followUpDays: settings.FOLLOW_UP_DAYS,
          auditDays: settings.AUDIT_DAYS,
          hookSignatureJoin: settings.HOOK_SIGNATURE_JOIN,
          consoleDir: resolve(import.meta.dirname, '../dist'),
          consoleKey: loadKey(dataDir, 'console-key', settings.CONSOLE_KEY),
          backupEveryMs: settings.BACKUP_EVERY,
          backupDir: resolveBackupDir(settings),
        }
      : undefined,
  };
}

function findRoleProblems(settings: Settings, roles: ReadonlySet<ProcessRole>): string[] {
  if (settings.DATABASE_URL || (roles.has('worker') && roles.size > 1)) return [];
  return [
    'ROLES: an embedded database belongs to one process, which also does its background work; add `worker` to `gateway` or `service`, or set DATABASE_URL',
  ];
}

function findGatewayProblems(settings: Settings, roles: ReadonlySet<ProcessRole>, publicUrl: string) {
  const problems: string[] = [];
  if (settings.DATABASE_URL && !settings.CONSOLE_KEY)
    problems.push(
      'CONSOLE_KEY: kept secrets need a key of 32 bytes in Base64, the same at every start (`openssl rand -base64 32`)',
    );
  if (roles.has('gateway')) {
    problems.push(...findUrlProblems('PUBLIC_URL', publicUrl, settings.HOST));
    if (publicUrl.startsWith('https:') && settings.TRUST_PROXY === undefined)
      problems.push(
        'TRUST_PROXY: with an https PUBLIC_URL say which proxy stands in front, by how many there are (1) or by their addresses; otherwise everybody shares its limits of failed sign-ins (0: there is none)',
      );
  } else if (!settings.PUBLIC_URL)
    problems.push('PUBLIC_URL: mails link to the console; say where people open it');
  problems.push(...findOpenIdProblems(settings));
  if (settings.UPSTREAM_URL && !isSafeOrigin(settings.UPSTREAM_URL, isLoopback))
    problems.push(`UPSTREAM_URL: off loopback it must be https (it is ${settings.UPSTREAM_URL})`);
  if (settings.SERVICE_URL && !isSafeOrigin(settings.SERVICE_URL, isPrivateNetwork))
    problems.push(`SERVICE_URL: off a private network it must be https (it is ${settings.SERVICE_URL})`);
  if (settings.SERVICE_URL && settings.UPSTREAM_URL)
    problems.push(
      'SERVICE_URL, UPSTREAM_URL: set one of them: our own service, or that of another deployment',
    );
  return problems;
}

/** The key of the service's secrets; undefined: there is none yet. */
// decided: a service on PostgreSQL of a version without this key goes on without one, and says so at each start.
function loadServiceKey({ DATA_DIR, DATABASE_URL, SERVICE_KEY }: Settings): Buffer | undefined {
  if (DATABASE_URL && !SERVICE_KEY) return undefined;
  return loadKey(resolve(DATA_DIR), 'service-key', SERVICE_KEY);
}

function findServiceProblems(settings: Settings, publicUrl: string, isLocal: boolean): string[] {
  const problems = findUrlProblems('SERVICE_PUBLIC_URL', publicUrl, settings.HOST);
  if (settings.SIMULATOR && !isLocal) problems.push('SIMULATOR: it works on loopback only');
  return problems;
}

function findUrlProblems(variable: string, url: string, host: string): string[] {
  return url.startsWith('https:') || (isLoopback(host) && isLoopback(getHostname(url)))
    ? []
    : [`${variable}: off loopback it must be https (it is ${url}, HOST is ${host})`];
}

function toDatabaseTarget(settings: Settings, program: 'service' | 'gateway'): DatabaseTarget {
  return {
    file: join(resolve(settings.DATA_DIR), `${program}.db`),
    url: settings.DATABASE_URL,
    schema: program,
    poolSize: settings.DATABASE_POOL,
    statementTimeoutMs: settings.DATABASE_TIMEOUT_S * 1000,
  };
}

const getOrigin = (url: string) => new URL(url).origin;
const getHostname = (url: string) => new URL(url).hostname;

function isSafeOrigin(url: string, isTrusted: (host: string) => boolean): boolean {
  return url.startsWith('https:') || isTrusted(getHostname(url));
}
