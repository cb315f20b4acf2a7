import type { DatabaseTarget } from '#database/database.ts';
import type { MailConfig } from '#mail/mail.ts';

/** What the service is started with; `src/configuration.ts` makes it from the environment. */
export interface ServiceConfig {
  host: string;
  port: number;
  /** Origin that links in mails point to. */
  publicUrl: string;
  database: DatabaseTarget;
  /** Vendor word in media types, and prefix of the scheme and the headers. */
  vendor: string;
  prefix: string;
  /** IANA zone of the calendar days in `desde` and `hasta`. */
  timeZone: string;
  /** How far a request's time may lie from ours, in seconds. */
  clockToleranceS: number;
  /** Requests a minute for each app. */
  rateLimit: number;
  /** Callbacks may be plain http on loopback, and lie on private addresses. */
  allowLocalCallbacks: boolean;
  mail: MailConfig;
  simulator: boolean;
  demo: boolean;
}
