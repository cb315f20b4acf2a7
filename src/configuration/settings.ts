import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { ROLES as PERSON_ROLES, type Role as PersonRole } from '#contract/desk/sessions.ts';
import { WINDOW_DAYS } from '#contract/window.ts';
import { KEY_PATTERN } from '#server/credentials.ts';

export const PROCESS_ROLES = ['gateway', 'service', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

const integer = (fallback: number, minimum: number, maximum: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum)), fallback);
const portNumber = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535));
const portOr = (fallback: number) => z._default(portNumber, fallback);
const minutes = (fallback: number, maximum: number) =>
  z._default(z.coerce.number().check(z.minimum(1), z.maximum(maximum)), fallback);
const textOr = (fallback: string) => z._default(z.string().check(z.minLength(1)), fallback);
const flag = z.optional(z.stringbool());
const nameMatching = (pattern: RegExp, fallback: string, expected: string) =>
  z._default(z.string().check(z.regex(pattern, `must be ${expected}`)), fallback);
const credential = z.optional(
  z
    .string()
    .check(z.regex(/^[!-9;-~]{16,128}$/, 'must be 16 to 128 visible ASCII characters other than colons')),
);
const key = z.optional(z.string().check(z.regex(KEY_PATTERN, 'must be 32 bytes in Base64')));
const urlMatching = (protocol: RegExp, expected: string) =>
  z.optional(z.url({ protocol, error: `must be ${expected}` }));
const origin = z.optional(
  z
    .url({ protocol: /^https?$/, error: 'must be http://… or https://…' })
    .check(
      z.refine(
        (text) => new URL(text).pathname === '/' && !new URL(text).search,
        'must be an origin, without a path',
      ),
    ),
);

const splitList = (text: string) => text.split(',').map((part) => part.trim());
const commaSeparated = <Value extends string>(values: readonly Value[]) =>
  z.pipe(
    z.pipe(z.string(), z.transform(splitList)),
    z.array(z.enum(values, { error: `must be some of ${values.join(', ')}, with commas between` })),
  );
/** Roles of people by the values of a claim. */
const rolesByValue = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => splitList(text).map((pair) => pair.split('='))),
  ),
  z.array(
    z.tuple([z.string().check(z.minLength(1)), z.enum(PERSON_ROLES)], {
      error: `must be values with their roles (${PERSON_ROLES.join(', ')}), as admins=partner,ventas=seller`,
    }),
  ),
);
/** Number of proxies, or their addresses and ranges. */
const proxies = z
  .pipe(
    z.string(),
    z.transform((value) => (/^\d$/.test(value) ? Number(value) : splitList(value))),
  )
  .check(
    z.refine(
      (value) => typeof value === 'number' || value.every(isProxy),
      'must be how many proxies there are (at most 9), or their addresses and ranges with commas between',
    ),
  );

/**
 * Returns true for an IP address or range. A range of all addresses would trust every client's
 * X-Forwarded-For, and is refused.
 */
function isProxy(address: string): boolean {
  if (ipaddr.isValidCIDR(address)) return ipaddr.parseCIDR(address)[1] > 0;
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
}

/** Address ranges with commas between. Loopback has a setting of its own. */
const ranges = z.optional(
  z
    .pipe(z.string(), z.transform(splitList))
    .check(
      z.refine(
        (ranges) => ranges.every((range) => ipaddr.isValidCIDR(range) && ipaddr.parseCIDR(range)[1] > 0),
        'must be address ranges with commas between, as 10.0.0.0/8',
      ),
    ),
);

/** Separator; `\n` means a line feed and `none` the empty text. */
const separator = z.pipe(
  z.string().check(z.maxLength(16)),
  z.transform((text) => (text === 'none' ? '' : text.replaceAll(String.raw`\n`, '\n'))),
);

function isSupportedTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Settings of where the data is; what commands read that only open a database. */
const database = {
  DATA_DIR: textOr('.data'),
  DATABASE_URL: urlMatching(/^postgres(ql)?$/, 'postgres://…'),
  DATABASE_POOL: z._default(
    z.coerce
      .number()
      .check(
        z.int(),
        z.minimum(2, 'must be 2 or more: changing a webhook holds one connection while it uses another'),
        z.maximum(1000),
      ),
    10,
  ),
  DATABASE_TIMEOUT_S: z._default(z.coerce.number().check(z.minimum(0.1), z.maximum(300)), 10),
  UPSTREAM_URL: origin,
};

const common = {
  ...database,
  ROLES: z.optional(commaSeparated<ProcessRole>(PROCESS_ROLES)),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  HOST: textOr('127.0.0.1'),
  METRICS_PORT: z.optional(portNumber),
  METRICS_HOST: textOr('127.0.0.1'),
  DRAIN_S: z._default(z.coerce.number().check(z.minimum(0), z.maximum(600)), 0),
  APP_KEY: credential,
  APP_SECRET: credential,
  VENDOR: nameMatching(
    /^[a-z][a-z0-9-]{0,39}$/,
    'service',
    'lower-case letters, digits and hyphens, a letter first',
  ),
  VENDOR_PREFIX: nameMatching(/^[A-Z][A-Z0-9]{0,15}$/, 'SVC', 'capitals and digits, a letter first'),
  SERVICE_TIME_ZONE: z._default(
    z.string().check(z.refine(isSupportedTimeZone, 'is not a known time zone')),
    'America/Argentina/Buenos_Aires',
  ),
  SERVICE_PORT: portOr(4001),
  RATE_LIMIT: integer(6000, 1, Number.MAX_SAFE_INTEGER),
  ALLOW_LOCAL_CALLBACKS: flag,
  CALLBACK_ALLOWED_RANGES: ranges,
  DEMO: flag,
};

/** The gateway and its background work use these variables. */
const gatewayData = {
  PUBLIC_URL: origin,
  SERVICE_URL: origin,
  CONSOLE_KEY: key,
  DELIVERY_DAYS: integer(30, 1, 3650),
  // The service lists today and the days before it: what it lists must not be erased here, and indexed again.
  INQUIRY_DAYS: integer(400, WINDOW_DAYS + 2, 3650),
  FOLLOW_UP_DAYS: integer(1825, 0, 36_500),
  AUDIT_DAYS: integer(1825, 0, 36_500),
};

/** 0: for ever; by default as long as an index of a gateway at most. */
const serviceInquiryDays = integer(3650, 0, 36_500);

/** For sign-ins and the health check. */
const openIdClient = {
  OIDC_ISSUER: z.optional(z.url({ protocol: /^https?$/, error: 'must be https://…' })),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
};

const gatewaySettings = {
  ...common,
  ...gatewayData,
  PORT: portOr(4000),
  SESSION_IDLE_MINUTES: minutes(30, 24 * 60),
  SESSION_MAX_MINUTES: minutes(12 * 60, 30 * 24 * 60),
  REQUIRE_SECOND_FACTOR: z.optional(commaSeparated<PersonRole>(PERSON_ROLES)),
  ...openIdClient,
  OIDC_NAME: z.optional(z.string().check(z.maxLength(40))),
  OIDC_ONLY: flag,
  OIDC_ROLE_CLAIM: z.optional(z.string()),
  OIDC_ROLES: z.optional(rolesByValue),
  TRUST_PROXY: z.optional(proxies),
  HOOK_SIGNATURE_JOIN: z._default(separator, '\n'),
};

const serviceSettings = {
  ...common,
  SERVICE_PUBLIC_URL: origin,
  SERVICE_KEY: key,
  SERVICE_INQUIRY_DAYS: serviceInquiryDays,
  AUTH_CLOCK_TOLERANCE_S: integer(300, 1, 86_400),
  SIMULATOR: flag,
};

const DURATION_UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A number of minutes, hours or days, as ms. */
const duration = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,3}[mhd]$/, 'must be minutes, hours or days, as 90m, 24h or 7d')),
    z.transform(
      (text) => Number(text.slice(0, -1)) * DURATION_UNITS[text.slice(-1) as keyof typeof DURATION_UNITS],
    ),
  ),
);

/** Settings of backups, for the worker and the commands. */
const backups = {
  BACKUP_DIR: z.optional(z.string().check(z.minLength(1))),
  BACKUP_EVERY: duration,
  BACKUP_KEEP: integer(7, 1, 10_000),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(12, 'must have 12 characters or more'))),
};

/** Former keys, which the command that changes keys reads. */
const previousKeys = { CONSOLE_KEY_PREVIOUS: key, SERVICE_KEY_PREVIOUS: key };

const worker = {
  ...common,
  ...openIdClient,
  ...backups,
  ...gatewayData,
  WORKER_PORT: portOr(4002),
  SERVICE_KEY: key,
  SERVICE_INQUIRY_DAYS: serviceInquiryDays,
  SMTP_URL: urlMatching(/^smtps?$/, 'smtp://… or smtps://…'),
  MAIL_FROM: z.optional(z.string().check(z.email(), z.maxLength(254))),
};

/** The settings of each program, by environment variable. A process reads those of its roles and ignores all others. */
export const SETTINGS = { gateway: gatewaySettings, service: serviceSettings, worker } satisfies Record<
  ProcessRole,
  object
>;
export const DATABASE_SETTINGS = Object.keys(database);
/** Settings that are secrets of an installation, beside those of its databases. */
const INSTALLATION_SECRETS = ['APP_KEY', 'APP_SECRET', 'CONSOLE_KEY', 'SERVICE_KEY'] as const;
export const BACKUP_SETTINGS = [...DATABASE_SETTINGS, ...Object.keys(backups), ...INSTALLATION_SECRETS];

export const KEY_CHANGE_SETTINGS = [
  ...DATABASE_SETTINGS,
  ...Object.keys(previousKeys),
  'CONSOLE_KEY',
  'SERVICE_KEY',
];

/** Settings that can also be read from a file, named by `…_FILE`. */
export const SECRETS = [
  ...INSTALLATION_SECRETS,
  'CONSOLE_KEY_PREVIOUS',
  'SERVICE_KEY_PREVIOUS',
  'DATABASE_URL',
  'SMTP_URL',
  'BACKUP_PASSPHRASE',
  'OIDC_CLIENT_SECRET',
] as const;

/** Every setting; those of other programs have their default value. */
export const Settings = z.object({ ...gatewaySettings, ...serviceSettings, ...worker, ...previousKeys });
export type Settings = z.infer<typeof Settings>;
