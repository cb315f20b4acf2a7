import { sql } from 'kysely';
import type { Database } from '#database/database.ts';
import { fetchTableSizes } from '#database/table-sizes.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchQueues } from '#work/queues.ts';
import type { CheckReport } from './report.ts';

interface PacketOptions {
  reports: readonly CheckReport[];
  settings: Record<string, string>;
  /** Texts that nothing in the packet may contain. */
  secrets: readonly string[];
  versions: Record<string, string>;
  now: number;
}

/** Creates the text of a file for the support of Vitrina: JSON without secrets and without contacts. */
export async function createPacket(
  database: Pick<Database<GatewayTables>, 'db' | 'engine' | 'schema'>,
  { reports, settings, secrets, versions, now }: PacketOptions,
): Promise<string> {
  const packet = {
    madeAt: new Date(now).toISOString(),
    versions: { ...versions, database: await fetchVersion(database) },
    settings,
    checks: reports.map(({ id, severity, findings, since, ignored }) => ({
      id,
      severity,
      findings: findings.map(({ en }) => en),
      since: since === null ? null : new Date(since).toISOString(),
      isIgnored: ignored !== null,
    })),
    queues: await fetchQueues(database, now),
    tables: await fetchTableSizes(database),
  };
  const redactValue = (_: string, value: unknown) =>
    typeof value === 'string' ? redact(value, secrets) : value;
  return `${JSON.stringify(packet, redactValue, 2)}\n`;
}

async function fetchVersion({ db, engine }: Pick<Database<GatewayTables>, 'db' | 'engine'>): Promise<string> {
  const { rows } = await (
    engine === 'postgres'
      ? sql<{ version: string }>`select version() as version`
      : sql<{ version: string }>`select 'SQLite ' || sqlite_version() as version`
  ).execute(db);
  return rows[0]?.version ?? '';
}

const REDACTED = '<redacted>';
const MAIL = /[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+/gi;
/** Keys, tokens and hashes have letters of both cases, or letters and digits. */
const TOKEN = /(?=[\w+-]*[A-Za-z])(?:(?=[\w+-]*\d)|(?=[\w+-]*[a-z])(?=[\w+-]*[A-Z]))[\w+-]{32,}={0,2}/g;
const PHONE = /\+?\d(?:[ ()-]{0,2}\d){9,}/g;

/** Removes secrets, addresses of mail, and whatever may be a key or a phone number, from texts of errors too. */
export function redact(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of secrets.toSorted((one, other) => other.length - one.length))
    if (secret !== '') redacted = redacted.replaceAll(secret, REDACTED);
  return redacted.replace(MAIL, REDACTED).replace(TOKEN, REDACTED).replace(PHONE, REDACTED);
}
