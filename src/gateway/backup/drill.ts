import type { Kysely } from 'kysely';
import { type DatabaseTarget, openDatabase } from '#database/database.ts';
import { openGateway } from '#gateway/app.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import type { Clock } from '#system/clock.ts';

const DRILL_POLL_MS = 500;
/** decided: an index that takes longer to catch up needs the look of a person. */
const MAX_CATCH_UP_MS = 30 * 60_000;

/** Result of a drill; an installation without loss has two zeros. */
export interface Drill {
  /** Time until the restored gateway answered. */
  openedMs: number;
  /** Time until its index had read what it missed from the service. */
  caughtUpMs: number;
  /** Agencies whose lists the service did not give. */
  unreadAgencies: number;
  /** Inquiries that the running installation had at the beginning, and the restored one has not. */
  lostInquiries: number;
  /** Changes of follow-up that were made after the backup, and the time of the first of them. */
  lostChanges: number;
  lostSince: number | null;
}

interface DrillOptions {
  config: GatewayConfig;
  /** The restored database, which sends nothing by itself. */
  restored: DatabaseTarget;
  clock: Clock;
}

/**
 * Starts a gateway on a restored database, lets it read what it misses from the service, and compares it with the running
 * installation.
 */
export async function runRestoreDrill({ config, restored, clock }: DrillOptions): Promise<Drill> {
  const startedAt = clock.monotonic();
  const { inquiries, changes } = await readLive(config.database);
  const since = clock.now();
  const gateway = await openGateway(
    { ...config, demo: false, database: restored, backupEveryMs: undefined },
    { web: false, page: false, sweeps: true },
  );
  try {
    await gateway.checkReadiness();
    const openedMs = clock.monotonic() - startedAt;
    await using database = await openGatewayDatabase(restored);
    const { db } = database;
    await waitUntilSwept(db, { since, clock });
    const unread = await db
      .selectFrom('indexed_agency')
      .select('agency_key')
      .where('gone_at', 'is', null)
      .where('failure', 'is not', null)
      .execute();
    const caughtUpMs = clock.monotonic() - startedAt;
    for (const key of await listInquiries(db)) inquiries.delete(key);
    for (const { id } of await listChanges(db)) changes.delete(id);
    const times = [...changes.values()];
    return {
      openedMs,
      caughtUpMs,
      unreadAgencies: unread.length,
      lostInquiries: inquiries.size,
      lostChanges: changes.size,
      lostSince: times.length > 0 ? Math.min(...times) : null,
    };
  } finally {
    await gateway.close();
  }
}

/** Inquiries and changes of the running installation, read beside it. */
async function readLive(target: DatabaseTarget) {
  await using database = await openDatabase<GatewayTables>(target, { hasStatementTimeout: false });
  const changes = await listChanges(database.db);
  return {
    inquiries: new Set(await listInquiries(database.db)),
    changes: new Map(changes.map(({ id, at }) => [id, at])),
  };
}

async function listInquiries(db: Kysely<GatewayTables>): Promise<string[]> {
  const rows = await db
    .selectFrom('inquiry')
    .select(['agency_key', 'sid'])
    .where('gone_at', 'is', null)
    .execute();
  return rows.map(({ agency_key, sid }) => `${agency_key} ${sid}`);
}

const listChanges = (db: Kysely<GatewayTables>) =>
  db.selectFrom('follow_up_entry').select(['id', 'at']).execute();

/** Waits until every agency that the service answers for was read since then. @throws Error when that takes too long */
async function waitUntilSwept(
  db: Kysely<GatewayTables>,
  { since, clock }: { since: number; clock: Clock },
): Promise<void> {
  const endsAt = clock.monotonic() + MAX_CATCH_UP_MS;
  while (clock.monotonic() < endsAt) {
    const behind = await db
      .selectFrom('indexed_agency')
      .select('agency_key')
      .where('gone_at', 'is', null)
      .where('failure', 'is', null)
      .where((eb) =>
        eb.or([eb('swept_at', 'is', null), eb('swept_at', '<', since), eb('full_read_at', 'is', null)]),
      )
      .limit(1)
      .execute();
    if (behind.length === 0) return;
    await clock.sleep(DRILL_POLL_MS);
  }
  throw new Error('The index did not catch up');
}
