import type { Kysely } from 'kysely';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { GatewayTables } from '#gateway/store.ts';

/** decided: a message that takes longer counts as missed until it arrives. */
export const MISSED_AFTER_MS = 2 * MINUTE_MS;

/**
 * A refused message does not say of which inquiry it is: of one that was made shortly before it.
 * decided: so long as the first attempts of a message take, and some difference of the clocks.
 */
export const MADE_BEFORE_REFUSAL_MS = 10 * MINUTE_MS;
export const MADE_AFTER_REFUSAL_MS = MINUTE_MS;

/** The time of the refusals that may be of the messages of inquiries that were made in a period. */
export const refusalsAround = ({ since, until }: { since: number; until: number }) => ({
  since: since - MADE_AFTER_REFUSAL_MS,
  until: until + MADE_BEFORE_REFUSAL_MS,
});

/** The time in which the inquiries were made whose messages the refusals of a period may be. */
export const inquiriesAround = ({ since, until }: { since: number; until: number }) => ({
  since: since - MADE_BEFORE_REFUSAL_MS,
  until: until + MADE_AFTER_REFUSAL_MS,
});

/** Selects the inquiries that lists have, of agencies that are shown. */
export function selectShown(db: Kysely<GatewayTables>) {
  return db
    .selectFrom('inquiry as i')
    .innerJoin('indexed_agency as a', 'a.agency_key', 'i.agency_key')
    .where('i.gone_at', 'is', null)
    .where('a.gone_at', 'is', null);
}

/** Selects the inquiries that no message told of, and that were made since their agency is known here. */
export function selectMissed(db: Kysely<GatewayTables>) {
  return selectShown(db)
    .where('i.discovery_source', '<>', 'webhook')
    .whereRef('i.at', '>=', 'a.added_at')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('delivery as d')
            .select('d.id')
            .whereRef('d.sid', '=', 'i.sid')
            .whereRef('d.agency_key', '=', 'i.agency_key')
            .where('d.topic', '=', INQUIRY_TOPIC)
            .where('d.outcome', '=', 'received'),
        ),
      ),
    );
}
