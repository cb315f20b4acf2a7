import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import en from 'zod/v4/locales/en.js';
import * as z from 'zod/mini';
import type { GatewayConfig } from '#gateway/config.ts';
import { ROLES, type Role } from '#contract/desk/sessions.ts';
import { isLoopback } from '#http/is-loopback.ts';
import type { ServiceConfig } from '#service/config.ts';
import { type AppCredentials, KEY_PATTERN, loadAppCredentials, loadConsoleKey } from './credentials.ts';

/** Configuration from the environment; only this file reads `process.env`. */
export interface Configuration extends KeylessConfiguration {
  gateway: GatewayConfig;
}

/** Configuration without CONSOLE_KEY, for commands that do not start the gateway. */
export interface KeylessConfiguration {
  /** Undefined with UPSTREAM_URL. */
  service: ServiceConfig | undefined;
  gateway: Omit<GatewayConfig, 'consoleKey'>;
  dataDir: string;
  credentials: AppCredentials;
}

export class ConfigurationError extends Error {
  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

const port = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), fallback);
const flag = z.optional(z.stringbool());
const origin = z.optional(
  z
    .url({ protocol: /^https?$/ })
    .check(
      z.refine(
        (text) => new URL(text).pathname === '/' && !new URL(text).search,
        'must be an origin, without a path',
      ),
    ),
);
const name = (pattern: RegExp, fallback: string) => z._default(z.string().check(z.regex(pattern)), fallback);
const credential = z.optional(z.string().check(z.regex(/^[!-9;-~]{16,128}$/)));

const minutes = (fallback: number, maximum: number) =>
  z._default(z.coerce.number().check(z.minimum(1), z.maximum(maximum)), fallback);
const splitList = (text: string) => text.split(',').map((part) => part.trim());
const roles = z
  .pipe(z.string(), z.transform(splitList))
  .check(
    z.refine((given) => given.every(isRole), `must be some of ${ROLES.join(', ')}, with commas between`),
  );
/** Number of proxies, or their addresses and ranges. */
const proxies = z
  .pipe(
    z.string(),
    z.transform((text) => (/^\d$/.test(text) ? Number(text) : splitList(text))),
  )
  .check(
    z.refine(
      (given) => typeof given === 'number' || given.every(isProxy),
      'must be how many proxies there are (at most 9), or their addresses and ranges with commas between',
    ),
  );

/** Whether the text is an IP address or range. A range of all addresses would trust every client's X-Forwarded-For. */
function isProxy(text: string): boolean {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)[1] > 0;
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Separator; `\n` means a line feed and `none` the empty text. */
const separator = z.pipe(
  z.string().check(z.maxLength(16)),
  z.transform((text) => (text === 'none' ? '' : text.replaceAll(String.raw`\n`, '\n'))),
);

const Environment = z.object({
  PORT: port(4000),
  SERVICE_PORT: port(4001),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PUBLIC_URL: origin,
  SERVICE_PUBLIC_URL: origin,
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  UPSTREAM_URL: origin,
  APP_KEY: credential,
  APP_SECRET: credential,
  VENDOR: name(/^[a-z][a-z0-9-]{0,39}$/, 'service'),
  VENDOR_PREFIX: name(/^[A-Z][A-Z0-9]{0,15}$/, 'SVC'),
  SERVICE_TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'is not a known time zone')),
    'America/Argentina/Buenos_Aires',
  ),
  AUTH_CLOCK_TOLERANCE_S: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(86_400)), 300),
  RATE_LIMIT: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 6000),
  ALLOW_LOCAL_CALLBACKS: flag,
  SESSION_IDLE_MINUTES: minutes(30, 24 * 60),
  SESSION_MAX_MINUTES: minutes(12 * 60, 30 * 24 * 60),
  REQUIRE_SECOND_FACTOR: z.optional(roles),
  TRUST_PROXY: z.optional(proxies),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z.optional(z.string().check(z.email(), z.maxLength(254))),
  CONSOLE_KEY: z.optional(z.string().check(z.regex(KEY_PATTERN, 'must be 32 bytes in Base64'))),
  DELIVERY_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650)), 30),
  INQUIRY_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(90), z.maximum(3650)), 400),
  HOOK_SIGNATURE_JOIN: z._default(separator, '\n'),
  SIMULATOR: flag,
  DEMO: flag,
});

type Variables = Record<string, string | undefined>;

/**
 * Reads the configuration with CONSOLE_KEY, for starting the gateway.
 * @throws ConfigurationError with one line for each invalid value
 */
export function readConfiguration(env: Variables = process.env): Configuration {
  const variables = parseEnvironment(env);
  const problems: string[] = [];
  if (variables.DATABASE_URL && !variables.CONSOLE_KEY)
    problems.push(
      'CONSOLE_KEY: kept secrets need a key of 32 bytes in Base64, the same at every start (`openssl rand -base64 32`)',
    );
  if (variables.PUBLIC_URL?.startsWith('https:') && variables.TRUST_PROXY === undefined)
    problems.push(
      'TRUST_PROXY: with an https PUBLIC_URL say which proxy stands in front, by how many there are (1) or by their addresses; otherwise everybody shares its limits of failed sign-ins (0: there is none)',
    );
  const { gateway, ...rest } = createConfiguration(variables, problems);
  return {
    ...rest,
    gateway: { ...gateway, consoleKey: loadConsoleKey(rest.dataDir, variables.CONSOLE_KEY) },
  };
}

/**
 * Reads the configuration without CONSOLE_KEY, and does not create it.
 * @throws ConfigurationError with one line for each invalid value
 */
export function readKeylessConfiguration(env: Variables = process.env): KeylessConfiguration {
  return createConfiguration(parseEnvironment(env), []);
}

function parseEnvironment(env: Variables): z.infer<typeof Environment> {
  // An empty value means "not set", as for `NAME=` in a .env file.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { data, error } = Environment.safeParse(given, { error: en().localeError });
  if (error)
    throw new ConfigurationError(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  return data;
}

function createConfiguration(
  variables: z.infer<typeof Environment>,
  earlierProblems: readonly string[],
): KeylessConfiguration {
  const mail = {
    smtpUrl: variables.SMTP_URL,
    sender: variables.MAIL_FROM ?? 'no-responder@vitrina.example',
    outboxDir: join(resolve(variables.DATA_DIR), 'outbox'),
  };
  const publicUrl = toOrigin(variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`);
  const servicePublicUrl = toOrigin(
    variables.SERVICE_PUBLIC_URL ?? `http://localhost:${variables.SERVICE_PORT}`,
  );
  const isLocal =
    isLoopback(variables.HOST) &&
    isLoopback(new URL(publicUrl).hostname) &&
    isLoopback(new URL(servicePublicUrl).hostname);
  const isLocalDemo = isLocal && !variables.DATABASE_URL && !variables.UPSTREAM_URL;
  const simulator = variables.SIMULATOR ?? isLocalDemo;

  const problems = [...earlierProblems];
  for (const [variable, url] of [
    ['PUBLIC_URL', publicUrl],
    ['SERVICE_PUBLIC_URL', servicePublicUrl],
  ] as const)
    if (!url.startsWith('https:') && !(isLoopback(variables.HOST) && isLoopback(new URL(url).hostname)))
      problems.push(`${variable}: off loopback it must be https (it is ${url}, HOST is ${variables.HOST})`);
  if (variables.SIMULATOR && !isLocal) problems.push('SIMULATOR: it works on loopback only');
  if (
    variables.UPSTREAM_URL &&
    !variables.UPSTREAM_URL.startsWith('https:') &&
    !isLoopback(new URL(variables.UPSTREAM_URL).hostname)
  )
    problems.push(`UPSTREAM_URL: off loopback it must be https (it is ${variables.UPSTREAM_URL})`);
  if (variables.SMTP_URL && !variables.MAIL_FROM)
    problems.push('MAIL_FROM: say which address mails sent by SMTP_URL come from');
  if (!variables.APP_KEY !== !variables.APP_SECRET) problems.push('APP_KEY, APP_SECRET: set both or neither');
  if (!variables.APP_KEY && variables.UPSTREAM_URL && !isLoopback(new URL(variables.UPSTREAM_URL).hostname))
    problems.push('APP_KEY, APP_SECRET: another deployment of the service needs the credentials it gave you');
  if (problems.length > 0) throw new ConfigurationError(problems);

  const dataDir = resolve(variables.DATA_DIR);
  const credentials = loadAppCredentials(dataDir, variables.APP_KEY, variables.APP_SECRET);
  const vendor = {
    vendor: variables.VENDOR,
    prefix: variables.VENDOR_PREFIX,
    timeZone: variables.SERVICE_TIME_ZONE,
  };
  const database = (program: 'service' | 'gateway') => ({
    file: join(dataDir, `${program}.db`),
    url: variables.DATABASE_URL,
    schema: program,
  });

  return {
    dataDir,
    credentials,
    service: variables.UPSTREAM_URL
      ? undefined
      : {
          host: variables.HOST,
          port: variables.SERVICE_PORT,
          publicUrl: servicePublicUrl,
          database: database('service'),
          ...vendor,
          clockToleranceS: variables.AUTH_CLOCK_TOLERANCE_S,
          rateLimit: variables.RATE_LIMIT,
          allowLocalCallbacks: variables.ALLOW_LOCAL_CALLBACKS ?? isLocalDemo,
          mail,
          simulator,
          demo: variables.DEMO ?? isLocalDemo,
        },
    gateway: {
      host: variables.HOST,
      port: variables.PORT,
      publicUrl,
      dataDir,
      database: database('gateway'),
      upstreamUrl: toOrigin(variables.UPSTREAM_URL ?? `http://127.0.0.1:${variables.SERVICE_PORT}`),
      embeddedService: !variables.UPSTREAM_URL,
      credentials,
      ...vendor,
      sessions: {
        idleMs: variables.SESSION_IDLE_MINUTES * 60_000,
        absoluteMs: variables.SESSION_MAX_MINUTES * 60_000,
      },
      requireSecondFactor: variables.REQUIRE_SECOND_FACTOR?.filter(isRole) ?? [],
      trustProxy: variables.TRUST_PROXY ?? false,
      mail,
      rateLimit: variables.RATE_LIMIT,
      deliveryDays: variables.DELIVERY_DAYS,
      inquiryDays: variables.INQUIRY_DAYS,
      hookSignatureJoin: variables.HOOK_SIGNATURE_JOIN,
      demo: variables.DEMO ?? isLocalDemo,
      consoleDir: resolve(import.meta.dirname, '../dist'),
    },
  };
}

function toOrigin(url: string): string {
  return new URL(url).origin;
}

function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
