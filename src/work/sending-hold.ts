import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '#database/database.ts';
import { fetchDatabaseIdentity } from '#database/database-identity.ts';
import { type SettingTables, initializeSetting, saveSetting } from '#database/settings.ts';
import { isLoopback } from '#http/is-loopback.ts';

/** Names of the facts in the table of settings. */
const DATABASE_FACT = 'SENDS_FROM_DATABASE';
const toAddressFact = (variable: string) => `SENDS_AS_${variable}`;

/** A fact in which this process differs from the installation that last sent from the data. */
export interface SendingChange {
  /** Environment variable, or `database`. */
  name: string;
  stored: string;
  current: string;
}

/** Public addresses that a process knows, by environment variable. Addresses on loopback are one. */
export type SendingAddresses = Partial<Record<'PUBLIC_URL' | 'SERVICE_PUBLIC_URL', string>>;

/**
 * Holds mails and webhooks of a process that runs on a copy of another installation's data: it has another public
 * address, or another database.
 */
export interface SendingHold {
  isHeld: () => Promise<boolean>;
  fetchChanges(): Promise<SendingChange[]>;
  /** Logs what is held, and how to send it, if anything is. */
  logTo(log: Pick<FastifyBaseLogger, 'warn'>): void;
  /** Makes this installation the one that sends. */
  release(): Promise<void>;
}

/** Stores the facts at the first start, and compares them at later ones. */
export async function openSendingHold<Tables extends SettingTables>(
  database: Database<Tables>,
  addresses: SendingAddresses,
): Promise<SendingHold> {
  const db = database.db as unknown as Kysely<SettingTables>;
  const facts = new Map([
    [DATABASE_FACT, await fetchDatabaseIdentity(database)],
    ...Object.entries(addresses).map(([name, url]) => [toAddressFact(name), toAddress(url)] as const),
  ]);
  const fetchChanges = async () => {
    const rows = await db
      .selectFrom('setting')
      .selectAll()
      .where('name', 'in', [...facts.keys()])
      .execute();
    return rows.flatMap(({ name, value: stored }): SendingChange[] => {
      const current = facts.get(name) ?? stored;
      const label = name === DATABASE_FACT ? 'database' : name.slice(toAddressFact('').length);
      return current === stored ? [] : [{ name: label, stored, current }];
    });
  };
  // All at once: after a crash in between, a fact of another installation would be taken for the first one.
  await db.transaction().execute(async (transaction) => {
    for (const [name, value] of facts) await initializeSetting(transaction, name, value);
  });
  const changes = await fetchChanges();
  let isHeld = changes.length > 0;
  return {
    fetchChanges,
    logTo(log) {
      if (!isHeld) return;
      log.warn(
        { changes },
        'mails and webhooks are held: the data was last used by another installation. If this one is to send them: npm run installation:release -- --yes',
      );
    },
    async isHeld() {
      isHeld &&= (await fetchChanges()).length > 0;
      return isHeld;
    },
    async release() {
      await db.transaction().execute(async (transaction) => {
        for (const [name, value] of facts) await saveSetting(transaction, name, value);
      });
    },
  };
}

/** Holds whatever installation is next to use the data, which are those of `source`. */
export async function holdSending(db: Kysely<SettingTables>, source: string): Promise<void> {
  await saveSetting(db, DATABASE_FACT, source);
}

function toAddress(url: string): string {
  const { hostname, origin } = new URL(url);
  return isLoopback(hostname) ? 'loopback' : origin;
}
