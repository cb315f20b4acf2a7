import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import en from 'zod/v4/locales/en.js';
import * as z from 'zod/mini';
import type { GatewayConfig } from '#gateway/config.ts';
import { ROLES, type Role } from '#contract/desk/sessions.ts';
import { isLoopback } from '#http/loopback.ts';
import type { ServiceConfig } from '#service/config.ts';
import { type AppCredentials, KEY_TEXT, appCredentials, consoleKey } from './credentials.ts';

/** Everything that the environment decides. This is the only file that reads it. */
export interface Configuration extends KeylessConfiguration {
  gateway: GatewayConfig;
}

/** As much of it as is known without the key of the secrets that the gateway keeps. */
export interface KeylessConfiguration {
  /** Missing when UPSTREAM_URL names another deployment. */
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

const minutes = (fallback: number, most: number) =>
  z._default(z.coerce.number().check(z.minimum(1), z.maximum(most)), fallback);
const listed = (text: string) => text.split(',').map((part) => part.trim());
const roles = z
  .pipe(z.string(), z.transform(listed))
  .check(
    z.refine((given) => given.every(isRole), `must be some of ${ROLES.join(', ')}, with commas between`),
  );
/** How many proxies there are, or their addresses and ranges. */
const proxies = z
  .pipe(
    z.string(),
    z.transform((text) => (/^\d$/.test(text) ? Number(text) : listed(text))),
  )
  .check(
    z.refine(
      (given) => typeof given === 'number' || given.every(isProxy),
      'must be how many proxies there are (at most 9), or their addresses and ranges with commas between',
    ),
  );

/** An address or a range of them; one that holds everybody would let anyone say who they are. */
function isProxy(text: string): boolean {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)[1] > 0;
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Written with `\n` for a line feed; `none` joins by nothing. */
const joint = z.pipe(
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
  CONSOLE_KEY: z.optional(z.string().check(z.regex(KEY_TEXT, 'must be 32 bytes in Base64'))),
  DELIVERY_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650)), 30),
  INQUIRY_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(90), z.maximum(3650)), 400),
  HOOK_SIGNATURE_JOIN: z._default(joint, '\n'),
  SIMULATOR: flag,
  DEMO: flag,
});

type Variables = Record<string, string | undefined>;

/**
 * Reads the configuration, for whatever starts the gateway.
 * @throws ConfigurationError with one line for each value that cannot be used.
 */
export function readConfiguration(env: Variables = process.env): Configuration {
  const e = parsed(env);
  const problems: string[] = [];
  if (e.DATABASE_URL && !e.CONSOLE_KEY)
    problems.push(
      'CONSOLE_KEY: kept secrets need a key of 32 bytes in Base64, the same at every start (`openssl rand -base64 32`)',
    );
  if (e.PUBLIC_URL?.startsWith('https:') && e.TRUST_PROXY === undefined)
    problems.push(
      'TRUST_PROXY: with an https PUBLIC_URL say which proxy stands in front, by how many there are (1) or by their addresses; otherwise everybody shares its limits of failed sign-ins (0: there is none)',
    );
  const { gateway, ...rest } = configurationOf(e, problems);
  return { ...rest, gateway: { ...gateway, consoleKey: consoleKey(rest.dataDir, e.CONSOLE_KEY) } };
}

/**
 * Reads the configuration, for whatever starts no gateway: its key is neither asked for nor made.
 * @throws ConfigurationError with one line for each value that cannot be used.
 */
export function readKeylessConfiguration(env: Variables = process.env): KeylessConfiguration {
  return configurationOf(parsed(env), []);
}

function parsed(env: Variables): z.infer<typeof Environment> {
  // An empty value means "not set", as in a .env file with nothing after the equals sign.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { data, error } = Environment.safeParse(given, { error: en().localeError });
  if (error)
    throw new ConfigurationError(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  return data;
}

function configurationOf(e: z.infer<typeof Environment>, alsoWrong: readonly string[]): KeylessConfiguration {
  const mail = {
    smtpUrl: e.SMTP_URL,
    sender: e.MAIL_FROM ?? 'no-responder@vitrina.example',
    outboxDir: join(resolve(e.DATA_DIR), 'outbox'),
  };
  const publicUrl = originOf(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`);
  const servicePublicUrl = originOf(e.SERVICE_PUBLIC_URL ?? `http://localhost:${e.SERVICE_PORT}`);
  const local =
    isLoopback(e.HOST) &&
    isLoopback(new URL(publicUrl).hostname) &&
    isLoopback(new URL(servicePublicUrl).hostname);
  const embedded = local && !e.DATABASE_URL && !e.UPSTREAM_URL;
  const simulator = e.SIMULATOR ?? embedded;

  const problems = [...alsoWrong];
  for (const [variable, url] of [
    ['PUBLIC_URL', publicUrl],
    ['SERVICE_PUBLIC_URL', servicePublicUrl],
  ] as const)
    if (!url.startsWith('https:') && !(isLoopback(e.HOST) && isLoopback(new URL(url).hostname)))
      problems.push(`${variable}: off loopback it must be https (it is ${url}, HOST is ${e.HOST})`);
  if (e.SIMULATOR && !local) problems.push('SIMULATOR: it works on loopback only');
  if (e.UPSTREAM_URL && !e.UPSTREAM_URL.startsWith('https:') && !isLoopback(new URL(e.UPSTREAM_URL).hostname))
    problems.push(`UPSTREAM_URL: off loopback it must be https (it is ${e.UPSTREAM_URL})`);
  if (e.SMTP_URL && !e.MAIL_FROM)
    problems.push('MAIL_FROM: say which address mails sent by SMTP_URL come from');
  if (!e.APP_KEY !== !e.APP_SECRET) problems.push('APP_KEY, APP_SECRET: set both or neither');
  if (!e.APP_KEY && e.UPSTREAM_URL && !isLoopback(new URL(e.UPSTREAM_URL).hostname))
    problems.push('APP_KEY, APP_SECRET: another deployment of the service needs the credentials it gave you');
  if (problems.length > 0) throw new ConfigurationError(problems);

  const dataDir = resolve(e.DATA_DIR);
  const credentials = appCredentials(dataDir, e.APP_KEY, e.APP_SECRET);
  const vendor = { vendor: e.VENDOR, prefix: e.VENDOR_PREFIX, timeZone: e.SERVICE_TIME_ZONE };
  const database = (program: 'service' | 'gateway') => ({
    file: join(dataDir, `${program}.db`),
    url: e.DATABASE_URL,
    schema: program,
  });

  return {
    dataDir,
    credentials,
    service: e.UPSTREAM_URL
      ? undefined
      : {
          host: e.HOST,
          port: e.SERVICE_PORT,
          publicUrl: servicePublicUrl,
          database: database('service'),
          ...vendor,
          clockToleranceS: e.AUTH_CLOCK_TOLERANCE_S,
          rateLimit: e.RATE_LIMIT,
          allowLocalCallbacks: e.ALLOW_LOCAL_CALLBACKS ?? embedded,
          mail,
          simulator,
          demo: e.DEMO ?? embedded,
        },
    gateway: {
      host: e.HOST,
      port: e.PORT,
      publicUrl,
      dataDir,
      database: database('gateway'),
      upstreamUrl: originOf(e.UPSTREAM_URL ?? `http://127.0.0.1:${e.SERVICE_PORT}`),
      embeddedService: !e.UPSTREAM_URL,
      credentials,
      ...vendor,
      sessions: { idleMs: e.SESSION_IDLE_MINUTES * 60_000, absoluteMs: e.SESSION_MAX_MINUTES * 60_000 },
      requireSecondFactor: e.REQUIRE_SECOND_FACTOR?.filter(isRole) ?? [],
      trustProxy: e.TRUST_PROXY ?? false,
      mail,
      rateLimit: e.RATE_LIMIT,
      deliveryDays: e.DELIVERY_DAYS,
      inquiryDays: e.INQUIRY_DAYS,
      hookSignatureJoin: e.HOOK_SIGNATURE_JOIN,
      demo: e.DEMO ?? embedded,
      consoleDir: resolve(import.meta.dirname, '../dist'),
    },
  };
}

function originOf(url: string): string {
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
