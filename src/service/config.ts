import type { DatabaseTarget } from '#database/database.ts';
import type { CallbackConfig } from '#http/callback-addresses.ts';
import type { MailConfig } from '#mail/mailer.ts';

/** Configuration of the service; `src/configuration.ts` reads it from the environment. */
export interface ServiceConfig extends CallbackConfig {
  host: string;
  port: number;
  /** Origin of links in mails. */
  publicUrl: string;
  database: DatabaseTarget;
  /** Vendor name in media types; prefix of the authorization scheme and headers. */
  vendor: string;
  prefix: string;
  /** IANA zone of the calendar days in `desde` and `hasta`. */
  timeZone: string;
  /** Accepted clock difference of signed requests, seconds. */
  clockToleranceS: number;
  /** Requests per minute and app. */
  rateLimit: number;
  /** Key of stored secrets, 32 bytes. */
  secretKey: Uint8Array | undefined;
  /** Retention of inquiries since they arrived, days; 0: for ever. */
  inquiryDays: number;
  /** Public address of the console, where the process knows it; undefined: not compared by `SendingHold`. */
  consoleUrl?: string | undefined;
  mail: MailConfig;
  simulator: boolean;
  demo: boolean;
}
