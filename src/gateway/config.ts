import type { DatabaseTarget } from '#database/database.ts';
import type { Role } from '#contract/desk/sessions.ts';
import type { CallbackConfig } from '#http/callback-addresses.ts';
import type { MailConfig } from '#mail/mailer.ts';
import type { Credentials } from '#signing/request.ts';

/** A provider of OpenID Connect by which people sign in. */
export interface OpenIdConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Name of the provider on the sign-in page. */
  name: string;
  /** True: nobody signs in with a password. */
  isOnly: boolean;
  /** Roles by the values of a claim, the first one counts; undefined: roles are given here. */
  roles?: { claim: string; byValue: ReadonlyMap<string, Role> } | undefined;
}

/** Configuration of the gateway; `src/configuration.ts` parses it from the environment. */
export interface GatewayConfig extends CallbackConfig {
  host: string;
  port: number;
  /** Origin of the console as browsers see it. */
  publicUrl: string;
  dataDir: string;
  database: DatabaseTarget;
  /** Origin of the service that calls are forwarded to. */
  upstreamUrl: string;
  /** True if the service is the one in this package. */
  embeddedService: boolean;
  /** Credentials of the app; never sent to the browser. */
  credentials: Credentials;
  vendor: string;
  prefix: string;
  timeZone: string;
  /** A session ends after `idleMs` without activity of the person, and after `absoluteMs` in any case. */
  sessions: { idleMs: number; absoluteMs: number };
  /** Roles that must have a second factor. */
  requireSecondFactor: readonly Role[];
  /** undefined: people sign in with passwords only. */
  openId?: OpenIdConfig | undefined;
  /** Addresses or number of proxies whose `X-Forwarded-For` and `-Proto` are trusted; false: none. */
  trustProxy: false | number | string[];
  mail: MailConfig;
  /** Calls per minute that the service allows the app (RATE_LIMIT); one session may use a fifth of them. */
  rateLimit: number;
  /** 32 bytes; encrypts secrets in the database. */
  consoleKey: Uint8Array;
  /** Retention of webhook payloads, days. */
  deliveryDays: number;
  /** Retention of inquiries in the index, days. */
  inquiryDays: number;
  /** Retention of follow-up since its last change, days; 0: for ever. It is never shorter than that of the inquiry. */
  followUpDays: number;
  /** Retention of audit entries, days; 0: for ever. */
  auditDays: number;
  /** Interval of backups, ms; undefined: none are made by themselves. */
  backupEveryMs?: number | undefined;
  /** Folder of these backups. */
  backupDir: string;
  /** Separator of the three signed values of a notification. */
  hookSignatureJoin: string;
  /** True if demo people are created at the first start. */
  demo: boolean;
  /** Folder with the built console. */
  consoleDir: string;
}
