import { setTimeout as pause } from 'node:timers/promises';
import type { MissingDays } from '#contract/desk/export.ts';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type IndexedAgency, fetchIndexed, scheduleSweeps } from './agencies.ts';
import type { Scope } from './scope.ts';

/** The newest inquiries of an agency need not be read again so soon, ms. */
const RECENT_MS = 5000;
/** How long a caller waits for the service at most, ms. */
const LONGEST_MS = 20_000;
const POLL_MS = 200;

/**
 * Reads the newest inquiries of the agencies of a scope, and waits until that is done, has failed, takes too long or is
 * not wanted any more.
 * @returns since when agencies that could be read were read, ms since 1970
 */
export async function catchUp(
  { db, now, sweepsDue }: Pick<Gateway, 'db' | 'now' | 'sweepsDue'>,
  scope: Scope,
  signal: AbortSignal,
): Promise<number> {
  const since = now() - RECENT_MS;
  await scheduleSweeps(db, scope, { before: since, now: now() });
  if (!sweepsDue()) return since;
  const isBehind = ({ swept_at, failing_since, due_at }: IndexedAgency) =>
    (swept_at ?? 0) < since && (failing_since === null || due_at <= now());
  for (let waited = 0; waited < LONGEST_MS; waited += POLL_MS) {
    if (signal.aborted || !(await fetchIndexed(db, scope)).some(isBehind)) break;
    await pause(POLL_MS);
  }
  return since;
}

interface Span {
  desde: string | undefined;
  hasta: string | undefined;
  /** Of `catchUp`. */
  since: number;
  now: number;
  zone: string;
}

/** The days of a span of which the index may lack inquiries, by agency. */
export async function findGaps(
  { db }: Pick<Gateway, 'db'>,
  scope: Scope,
  { desde, hasta, since, now, zone }: Span,
): Promise<MissingDays[]> {
  const today = dayAt(now, zone);
  const agencies = await fetchIndexed(db, scope);
  const known = new Set(agencies.map(({ agency_key }) => agency_key));
  const unread = scope.agencies?.filter((key) => !known.has(key)) ?? [];
  const gap = (agencia: string, reason: MissingDays['reason'], first: string): MissingDays[] => {
    const days = {
      desde: desde && desde > first ? desde : first,
      hasta: hasta && hasta < today ? hasta : today,
    };
    return days.desde <= days.hasta ? [{ agencia, ...days, reason }] : [];
  };
  const floor = addDays(today, -WINDOW_DAYS);
  return [
    ...unread.flatMap((agencia) => gap(agencia, 'filling', floor)),
    ...agencies.flatMap(({ admin_mail: agencia, read_whole_at, swept_at }) => {
      if (read_whole_at === null) return gap(agencia, 'filling', floor);
      return (swept_at ?? 0) >= since ? [] : gap(agencia, 'stale', swept_at ? dayAt(swept_at, zone) : floor);
    }),
  ];
}
