import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import { type RecordedChange, computeState } from '#contract/follow-up/change-kinds.ts';
import {
  type StateColumns,
  STATE_COLUMNS,
  toStateColumns,
  toStateEntry,
} from '#gateway/follow-up/state-columns.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import { WINDOW_DAYS } from '#contract/window.ts';
import type { GatewayTables } from '#gateway/store.ts';

/** Follow-ups that are compared with their entries at a time. */
const FOLLOW_UPS_PER_READ = 5000;
/** Examples that a sentence names. */
const EXAMPLES = 3;

/** Says which rows of the database do not follow from those that they are computed from. */
export async function findContradictions(db: Kysely<GatewayTables>): Promise<string[]> {
  const sentences: [string, readonly string[]][] = [
    ['follow-ups differ from their entries', await findFollowUpDifferences(db)],
    ['inquiries differ from their follow-up', await findStatusDifferences(db)],
    ['agencies have another number of inquiries than was counted', await findCountDifferences(db)],
    ['agencies have fewer inquiries than their balance had', await findBalanceDifferences(db)],
    ['finished jobs have other outcomes than their rows', await findJobDifferences(db)],
  ];
  return sentences.flatMap(([sentence, found]) =>
    found.length === 0
      ? []
      : [
          `${found.length} ${sentence}: ${found.slice(0, EXAMPLES).join(', ')}${found.length > EXAMPLES ? ' …' : ''}`,
        ],
  );
}

interface Key {
  agency_key: string;
  sid: string;
}

const formatKey = ({ agency_key, sid }: Key) => `${agency_key} ${sid}`;

async function findFollowUpDifferences(db: Kysely<FollowUpTables>): Promise<string[]> {
  const found: string[] = [];
  let after: Key = { agency_key: '', sid: '' };
  for (;;) {
    const { agency_key, sid } = after;
    const followUps = await db
      .selectFrom('follow_up')
      .select(['agency_key', 'sid', ...STATE_COLUMNS])
      .where(sql<boolean>`(agency_key, sid) > (${agency_key}, ${sid})`)
      .orderBy('agency_key')
      .orderBy('sid')
      .limit(FOLLOW_UPS_PER_READ)
      .execute();
    const last = followUps.at(-1);
    if (!last) return found;
    const entries = await db
      .selectFrom('follow_up_entry')
      .select(['id', 'agency_key', 'sid', 'at', 'person_id', 'change', 'undone'])
      .where(sql<boolean>`(agency_key, sid) > (${agency_key}, ${sid})`)
      .where(sql<boolean>`(agency_key, sid) <= (${last.agency_key}, ${last.sid})`)
      .where('undone', '=', 0)
      .orderBy('agency_key')
      .orderBy('sid')
      .orderBy('number')
      .execute();
    const timelines = Map.groupBy(entries, formatKey);
    for (const followUp of followUps) {
      const timeline = timelines.get(formatKey(followUp)) ?? [];
      const state = computeState(
        timeline.map(({ change, ...entry }) =>
          toStateEntry({ ...entry, change: JSON.parse(change) as RecordedChange }),
        ),
      );
      if (!isSameState(toStateColumns(state), followUp)) found.push(formatKey(followUp));
    }
    after = last;
  }
}

const isSameState = (state: StateColumns, other: StateColumns) =>
  STATE_COLUMNS.every((name) => state[name] === other[name]);

/** The index copies three columns of the follow-up. */
async function findStatusDifferences(db: Kysely<GatewayTables>): Promise<string[]> {
  const rows = await db
    .selectFrom('inquiry')
    .leftJoin('follow_up', (join) =>
      join
        .onRef('follow_up.agency_key', '=', 'inquiry.agency_key')
        .onRef('follow_up.sid', '=', 'inquiry.sid'),
    )
    .select(['inquiry.agency_key', 'inquiry.sid'])
    .where(
      sql<boolean>`inquiry.status <> coalesce(follow_up.status, 'new')
        or inquiry.claimed_by is distinct from follow_up.claimed_by
        or inquiry.snoozed_until is distinct from follow_up.snoozed_until`,
    )
    .execute();
  return rows.map(formatKey);
}

async function findCountDifferences(db: Kysely<GatewayTables>): Promise<string[]> {
  const { rows } = await sql<{ agency_key: string }>`
    select agency_key from (
      select agency_key, change from inquiry_count
      union all
      select agency_key, -count(*) from inquiry where gone_at is null group by agency_key
    ) as counts group by agency_key having sum(change) <> 0 order by agency_key`.execute(db);
  return rows.map(({ agency_key }) => agency_key);
}

/**
 * Finds agencies that have fewer inquiries than the last reading of their balance counted. Those that were hidden or erased
 * since then are counted, too. A day more than the reading had is counted, as its time zone is not known here.
 */
async function findBalanceDifferences(db: Kysely<GatewayTables>): Promise<string[]> {
  const { rows } = await sql<{ agency_key: string }>`
    select agency_key from indexed_agency as a
    where a.gone_at is null and index_count > (
      select count(*) from inquiry as i where i.agency_key = a.agency_key
        and i.at >= a.swept_at - ${(WINDOW_DAYS + 1) * DAY_MS} and (i.gone_at is null or i.gone_at >= a.swept_at)
    ) + (
      select count(*) from erased_inquiry as e where e.agency_key = a.agency_key
        and not exists (select 1 from inquiry as i where i.agency_key = e.agency_key and i.sid = e.sid)
    ) order by agency_key`.execute(db);
  return rows.map(({ agency_key }) => agency_key);
}

async function findJobDifferences(db: Kysely<GatewayTables>): Promise<string[]> {
  const rows = await db
    .selectFrom('job')
    .select('id')
    .where('state', '=', 'done')
    .where('kind', '<>', 'export')
    .where(
      sql<boolean>`done <> (select count(*) from job_row where job_id = job.id and job_row.state = 'done')
        or failed <> (select count(*) from job_row where job_id = job.id and job_row.state = 'failed')
        or done + failed <> row_count`,
    )
    .execute();
  return rows.map(({ id }) => id);
}
