import type { Kysely } from 'kysely';
import type { GatewayTables } from '#gateway/store.ts';
import { type IndexedAgency } from './agencies.ts';
import { CONFIRMATION_MS } from './absent-agencies.ts';
import { deleteFinding, fetchAcceptedAt, recordFinding } from './findings.ts';
import { fetchSteadySince } from './known-time.ts';
import { countMissing, countUnmarked, findUnseenSince, hideMissing, noteAsked } from './missing.ts';
import { writeInBatches } from './write-in-batches.ts';

// Inquiries that a full read did not find are fetched one by one, since pages shift while they are read.

/** Inquiries fetched before the next agency gets its turn. */
const CALLS_PER_TURN = 20;
// decided: so few may vanish from a small agency without a person, of which a twentieth is less than one inquiry, but never more
// than half.
const MIN_VANISHING = 5;

/** Returns the number of an agency's inquiries that may vanish at once. */
function getVanishingLimit(present: number): number {
  const few = Math.min(MIN_VANISHING, Math.max(1, Math.floor(present / 2)));
  return Math.max(few, Math.floor(present / 20));
}

interface FullRead {
  /** Start of the full read, ms since 1970. */
  since: number;
  /** Start of the interface's window: older inquiries are never judged by its silence. */
  from: number;
}

/** Asks for one inquiry. @returns whether the service has it; undefined: it does not say. */
type AskFor = (sid: string) => Promise<boolean | undefined>;

/**
 * Asks for inquiries that a full read did not find, a turn at a time; goes on where it stopped. At the end it hides those
 * that two full reads a day apart missed, unless too many would vanish at once: these wait for a person.
 * @returns whether the read is done
 */
export async function reconcile(
  db: Kysely<GatewayTables>,
  { agency_key }: IndexedAgency,
  { since, from, now, askFor }: FullRead & { now: () => number; askFor: AskFor },
): Promise<boolean> {
  const finding = { kind: 'inquiries', agency_key } as const;
  const acceptedAt = await fetchAcceptedAt(db, finding);
  const unseen = await findUnseenSince(db, agency_key, {
    from,
    since,
    now: now(),
    limit: CALLS_PER_TURN + 1,
  });
  const { present, unaccepted } = await countMissing(db, agency_key, { from, acceptedAt });
  const limit = getVanishingLimit(present);
  let missing = unaccepted;
  for (const [calls, { sid, missing_since, last_seen_at }] of unseen.entries()) {
    // The limit is exceeded already, so further checks decide nothing.
    if (missing > limit) break;
    if (calls === CALLS_PER_TURN) return false;
    const isThere = await askFor(sid);
    await noteAsked(db, { agency_key, sid }, { isThere, now: now() });
    if (last_seen_at < acceptedAt) continue;
    if (isThere === false && missing_since === null) missing += 1;
    if (isThere === true && missing_since !== null) missing -= 1;
  }
  if (missing > limit) {
    const marked = await countMissing(db, agency_key, { from, acceptedAt });
    const unmarked = await countUnmarked(db, agency_key, { from, since, now: now() });
    const counts = { missing: marked.missing + unmarked, total: marked.present };
    await recordFinding(db, { ...finding, ...counts, readAt: since }, now());
    return true;
  }
  const steadySince = await fetchSteadySince(db);
  const before = steadySince > now() - CONFIRMATION_MS ? 0 : now() - CONFIRMATION_MS;
  const hidden = { from, since, before, acceptedAt, now: now() };
  await writeInBatches(() => hideMissing(db, agency_key, hidden));
  await deleteFinding(db, finding);
  return true;
}
