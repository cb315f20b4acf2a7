import type { MissingDays } from '#contract/desk/missing-days.ts';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type IndexedAgency, fetchIndexed, scheduleSweeps } from './agencies.ts';
import type { Scope } from './scope.ts';

/** Agencies swept this recently are not swept again. */
const RECENT_SWEEP_MS = 5000;
/** Maximum wait for the sweeps. */
const CATCH_UP_WAIT_MS = 20_000;
const CATCH_UP_POLL_MS = 200;

/**
 * Sweeps the newest inquiries of a scope, and waits until all agencies are done or failed, `CATCH_UP_WAIT_MS` or `signal`.
 * @returns a time, ms since 1970: agencies swept after it are up to date
 */
export async function catchUp(
  { db, now, clock, wake, hasSweeps }: Pick<Gateway, 'db' | 'now' | 'clock' | 'wake' | 'hasSweeps'>,
  scope: Scope,
  signal: AbortSignal,
): Promise<number> {
  const since = now() - RECENT_SWEEP_MS;
  await ignoreDiskFull(scheduleSweeps(db, scope, { before: since, now: now() }));
  if (!hasSweeps) return since;
  wake('sweeps');
  const isBehind = ({ swept_at, failing_since, due_at }: IndexedAgency) =>
    (swept_at ?? 0) < since && (failing_since === null || due_at <= now());
  for (let waitedMs = 0; waitedMs < CATCH_UP_WAIT_MS; waitedMs += CATCH_UP_POLL_MS) {
    if (signal.aborted || !(await fetchIndexed(db, scope)).some(isBehind)) break;
    await clock.sleep(CATCH_UP_POLL_MS);
  }
  return since;
}

interface DateRange {
  desde: string | undefined;
  hasta: string | undefined;
  /** Result of `catchUp`. */
  since: number;
  now: number;
  zone: string;
}

/** Days within a range of which the index may lack inquiries, by agency. */
export async function findMissingDays(
  { db }: Pick<Gateway, 'db'>,
  scope: Scope,
  { desde, hasta, since, now, zone }: DateRange,
): Promise<MissingDays[]> {
  const today = dayAt(now, zone);
  const agencies = await fetchIndexed(db, scope);
  const indexedKeys = new Set(agencies.map(({ agency_key }) => agency_key));
  const unknownAgencies = scope.agencies?.filter((key) => !indexedKeys.has(key)) ?? [];
  const toGap = (agencia: string, reason: MissingDays['reason'], first: string): MissingDays[] => {
    const days = {
      desde: desde && desde > first ? desde : first,
      hasta: hasta && hasta < today ? hasta : today,
    };
    return days.desde <= days.hasta ? [{ agencia, ...days, reason }] : [];
  };
  const floor = addDays(today, -WINDOW_DAYS);
  return [
    ...unknownAgencies.flatMap((agencia) => toGap(agencia, 'filling', floor)),
    ...agencies.flatMap(({ admin_mail: agencia, full_read_at, swept_at }) => {
      if (full_read_at === null) return toGap(agencia, 'filling', floor);
      return (swept_at ?? 0) >= since
        ? []
        : toGap(agencia, 'stale', swept_at ? dayAt(swept_at, zone) : floor);
    }),
  ];
}
