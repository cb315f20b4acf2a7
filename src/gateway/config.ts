import type { DatabaseTarget } from '#database/database.ts';
import type { Role } from '#contract/desk/sessions.ts';
import type { MailConfig } from '#mail/mailer.ts';
import type { Credentials } from '#signing/request.ts';

/** What the gateway is started with; `src/configuration.ts` makes it from the environment. */
export interface GatewayConfig {
  host: string;
  port: number;
  /** Origin that the browser sees. */
  publicUrl: string;
  dataDir: string;
  database: DatabaseTarget;
  /** Origin of the service that calls are forwarded to. */
  upstreamUrl: string;
  /** The service is the one that this package starts, with its catalogs. */
  embeddedService: boolean;
  /** The app's credentials; they never leave this program. */
  credentials: Credentials;
  vendor: string;
  prefix: string;
  timeZone: string;
  /** A session ends after this time without anything done by the person, and after this time in any case. */
  sessions: { idleMs: number; absoluteMs: number };
  /** Roles that cannot be without a second factor. */
  requireSecondFactor: readonly Role[];
  /** Addresses of proxies, or how many of them, whose `X-Forwarded-For` and `-Proto` are believed; false: nobody's. */
  trustProxy: false | number | string[];
  mail: MailConfig;
  /** Calls a minute that the service allows the app (RATE_LIMIT): a session may use a fifth of them. */
  rateLimit: number;
  /** 32 bytes: secrets kept in the database are encrypted with it. */
  consoleKey: Uint8Array;
  /** How long payloads of webhooks received here are kept. */
  deliveryDays: number;
  /** How long inquiries are kept in the index. */
  inquiryDays: number;
  /** What stands between the three values that the notification signature is made of. */
  hookSignatureJoin: string;
  /** Whether three demo people are made at the first start. */
  demo: boolean;
  /** Folder of the built console. */
  consoleDir: string;
}
