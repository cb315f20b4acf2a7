import type { Kysely } from 'kysely';
import type { GatewayTables } from '#gateway/store.ts';
import { type IndexedAgency } from './agencies.ts';
import { CONFIRMATION_MS } from './absent-agencies.ts';
import { deleteFinding, fetchAccepted, recordFinding } from './findings.ts';
import { countMissing, findUnseenSince, hideMissing, noteAsked } from './missing.ts';
import { BATCH_SIZE } from './store.ts';

// What a full read did not find is asked for one by one, since pages shift while they are read.

/** Inquiries asked for before the next agency gets its turn. */
const CALLS_PER_TURN = 20;
// decided: so few may vanish from any agency without a person; a twentieth of a small agency is less than one inquiry.
const MIN_VANISHING = 5;

interface FullRead {
  /** When it began, ms since 1970. */
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
  const unseen = await findUnseenSince(db, agency_key, { from, since, now: now() });
  const { present, ...counted } = await countMissing(db, agency_key, from);
  let { missing } = counted;
  const accepted = await fetchAccepted(db, { kind: 'inquiries', agency_key });
  const limit = Math.max(MIN_VANISHING, Math.floor(present / 20), accepted);
  const isTooMany = () => missing > limit || (missing === present && missing > Math.max(1, accepted));
  let asked = 0;
  for (const { sid, missed_since } of unseen) {
    if (asked === CALLS_PER_TURN) return false;
    // That the service lacks more than may vanish is known already.
    if (missing > limit) break;
    const isThere = await askFor(sid);
    await noteAsked(db, { agency_key, sid }, { isThere, now: now() });
    if (isThere === false && missed_since === null) missing += 1;
    if (isThere === true && missed_since !== null) missing -= 1;
    asked += 1;
  }
  const finding = { kind: 'inquiries', agency_key } as const;
  if (missing > 0 && isTooMany()) {
    const unasked = unseen.slice(asked).filter(({ missed_since }) => missed_since === null).length;
    await recordFinding(db, { ...finding, missing: missing + unasked, total: present }, now());
    return true;
  }
  const before = accepted > 0 ? now() : now() - CONFIRMATION_MS;
  while ((await hideMissing(db, agency_key, { from, since, before, now: now() })) === BATCH_SIZE);
  await deleteFinding(db, finding);
  return true;
}
