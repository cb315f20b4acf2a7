import type { Kysely } from 'kysely';
import { type CheckState, type Doctor, type Text, isProblem } from '#contract/desk/doctor.ts';
import { fetchNames } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Check } from './check.ts';
import { CHECKS } from './checks.ts';
import { type CheckRow, fetchCheckRows, fetchLateSince } from './store.ts';

/** State of every check of this installation. */
export async function fetchDoctor(db: Kysely<GatewayTables>, now: number): Promise<Doctor> {
  const rows = await fetchCheckRows(db);
  const names = await fetchNames(
    db,
    rows.flatMap(({ ignored_by }) => ignored_by ?? []),
  );
  return { checks: listCheckStates(rows, { names, now }), lateSince: await fetchLateSince(db, now) };
}

interface StateContext {
  /** Names of people by id. */
  names: ReadonlyMap<string, string>;
  now: number;
}

function listCheckStates(rows: readonly CheckRow[], context: StateContext): CheckState[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return CHECKS.flatMap((check) => {
    const row = rowsById.get(check.id);
    return row ? [toCheckState(check, row, context)] : [];
  });
}

function toCheckState(
  { id, severity, title, why, remedy, everyMs, retries }: Check,
  row: CheckRow,
  { names, now }: StateContext,
): CheckState {
  const { checked_at, since, failures, due_at, ignored_reason, ignored_by, ignored_at, ignored_until } = row;
  const isIgnored = ignored_reason !== null && (ignored_until === null || ignored_until > now);
  return {
    id,
    severity,
    title,
    why,
    remedy,
    everyMs,
    outcome: toCheckOutcome({ checked_at, failures, retries }),
    findings: JSON.parse(row.findings) as Text[],
    checkedAt: checked_at,
    since,
    failures,
    isDue: (due_at ?? Infinity) <= now,
    ignored: isIgnored
      ? {
          reason: ignored_reason,
          by: names.get(ignored_by ?? '') ?? null,
          at: ignored_at ?? 0,
          until: ignored_until,
        }
      : null,
  };
}

function toCheckOutcome({
  checked_at,
  failures,
  retries,
}: Pick<CheckRow, 'checked_at' | 'failures'> & { retries: number }): CheckState['outcome'] {
  if (checked_at === null) return 'pending';
  if (failures === 0) return 'passed';
  return failures > retries ? 'failed' : 'retrying';
}

/** The overview has sentences of its own about what these checks find. */
const CHECKS_OF_OVERVIEW: ReadonlySet<string> = new Set([
  'service',
  'credentials',
  'clock',
  'mails',
  'webhook-delivery',
  'webhook-secret',
]);

/** Counts the errors that nobody ignores, without those that the overview names itself. */
export async function countFailedChecks(db: Kysely<GatewayTables>, now: number): Promise<number> {
  const states = listCheckStates(await fetchCheckRows(db), { names: new Map(), now });
  return states.filter(
    (check) => check.severity === 'error' && isProblem(check) && !CHECKS_OF_OVERVIEW.has(check.id),
  ).length;
}
