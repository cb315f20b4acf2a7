import type { Kysely } from 'kysely';
import type { RefusalIncident } from '#contract/desk/incidents.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Incident } from './incidents.ts';
import { inquiriesAround } from './missed.ts';
import { countResendable } from './resend-jobs.ts';

/** Adds the inquiries that incidents may have kept a message from, and whose message can be sent again. */
export async function addResendable(
  db: Kysely<GatewayTables>,
  incidents: readonly Incident[],
  now: number,
): Promise<RefusalIncident[]> {
  const spans = incidents.map(({ topic, firstAt, lastAt }) =>
    topic === INQUIRY_TOPIC ? inquiriesAround({ since: firstAt, until: lastAt + 1 }) : null,
  );
  const counts = await countResendable(
    db,
    spans.filter((span) => span !== null),
    now,
  );
  return incidents.map((incident, index) => {
    const span = spans[index] ?? null;
    return { ...incident, missed: span && { ...span, count: counts.get(span) ?? 0 } };
  });
}
