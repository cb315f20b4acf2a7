import type { Kysely } from 'kysely';
import type { Remedy, Severity, Text } from '#contract/desk/doctor.ts';
import type { Database } from '#database/database.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { ConnectionMonitor } from '#gateway/connection/connection-monitor.ts';
import type { OpenIdProvider } from '#gateway/openid/provider.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { WebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { Backlog } from '#work/work.ts';
import type { Machine } from './machine.ts';

/** The checks look at these parts of an installation. */
export interface CheckContext {
  database: Pick<Database<GatewayTables>, 'db' | 'engine' | 'schema'>;
  /** For statements that take long. */
  reads: Kysely<GatewayTables>;
  config: GatewayConfig;
  connection: Pick<ConnectionMonitor, 'getStatus'>;
  receiver: Pick<WebhookReceiver, 'url'>;
  mailer: Pick<Mailer, 'verify'>;
  /** undefined: people sign in with passwords only. */
  openId: Pick<OpenIdProvider, 'findFault'> | undefined;
  machine: Machine;
  /** Background work of this process; undefined: it does none. */
  fetchBacklogs: (() => Promise<(Backlog & { name: string })[]>) | undefined;
  now: () => number;
}

/** A check of the installation: one file in `checks/`. */
export interface Check {
  id: string;
  everyMs: number;
  severity: Severity;
  /** Runs in a row that find something and do not count yet. */
  retries: number;
  /** False where it does not apply; default: it always does. */
  applies?: (config: GatewayConfig) => boolean;
  title: Text;
  /** Says why it matters. */
  why: Text;
  /** Says each thing that is wrong in a sentence; empty: nothing. */
  run: (context: CheckContext) => Promise<Text[]>;
  remedy: Remedy;
}

/** True outside demos with the service of this package. */
export const isProduction = ({ demo, embeddedService }: GatewayConfig): boolean => !(demo && embeddedService);

/** The same words in both languages, as names of settings and what the service says. */
export const untranslated = (text: string): Text => ({ es: text, en: text });
