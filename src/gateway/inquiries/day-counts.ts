import type { Kysely } from 'kysely';
import { addDays, startOfDay } from '#contract/window.ts';
import { numberWithoutIndex, textWithoutIndex } from '#database/without-index.ts';
import type { InquiryTables } from './tables.ts';

export interface CountedDays {
  /** First and last day. */
  desde: string;
  hasta: string;
  zone: string;
}

/** A reading of the service's list of these days. */
interface ListReading {
  /** Start of the call. */
  startedAt: number;
  /** Sids that the list had. */
  sids: readonly string[];
}

/** Subqueries that count an agency's inquiries of some days in the index, to be compared with the service's list of them. */
export function selectDayCounts(
  db: Kysely<InquiryTables>,
  agency_key: string,
  { desde, hasta, zone }: CountedDays,
  { startedAt, sids }: ListReading,
) {
  const [from, until] = [startOfDay(desde, zone), startOfDay(addDays(hasta, 1), zone)];
  const inLists = db
    .selectFrom('inquiry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('gone_at', 'is', null);
  const present = inLists
    .where('agency_key', '=', agency_key)
    .where('at', '>=', from)
    .where('at', '<', until);
  return {
    index_count: present,
    // Few came since then, of all agencies.
    arriving_count: inLists
      .where('first_seen_at', '>=', startedAt)
      .where((eb) => eb(textWithoutIndex(eb.ref('agency_key')), '=', agency_key))
      .where((eb) => eb(numberWithoutIndex(eb.ref('at')), '>=', from))
      .where((eb) => eb(numberWithoutIndex(eb.ref('at')), '<', until))
      .where('sid', 'not in', [...sids, '']),
    missing_count: present.where('missing_since', 'is not', null),
    erased_count: db
      .selectFrom('erased_inquiry')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('agency_key', '=', agency_key)
      .where('momento', '>=', from)
      .where('momento', '<', until),
  };
}
