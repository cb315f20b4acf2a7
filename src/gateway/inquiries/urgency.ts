import { type RawBuilder, sql } from 'kysely';
import { dueSpans } from '#contract/overview.ts';
import { URGENCIES, type Urgency } from '#contract/views.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { ListContext } from './conditions.ts';

const formatRank = (urgency: Urgency) => sql.lit(URGENCIES.indexOf(urgency));

/** Rank of a waiting inquiry `i` in the order `urgency`. */
export function urgencyRank({ now, zone }: ListContext): RawBuilder<number> {
  const spans = dueSpans({ now, zone });
  const isDueIn = ([after, until]: readonly [number, number]) =>
    sql`i.due_at > ${after} and i.due_at <= ${until}`;
  const yesterday = startOfDay(addDays(dayAt(now, zone), -1), zone);
  return sql<number>`(case
    when i.is_waiting = 0 or ${isDueIn(spans['tarde-vieja'])} then ${formatRank('returned')}
    when ${isDueIn(spans['por-vencer'])} then ${formatRank('soon')}
    when ${isDueIn(spans['tarde-hoy'])} then ${formatRank('late')}
    when i.at >= ${yesterday} then ${formatRank('recent')}
    else ${formatRank('other')} end)`;
}

/** Larger than any time of a clock, so that a sort key has both. */
const RANK_UNIT = 2 ** 44;

/** Sort key of the order `urgency`: rank, and the time for which it was computed. */
export const urgencyKey = (context: ListContext): RawBuilder<number> =>
  sql<number>`(${urgencyRank(context)} * ${sql.lit(RANK_UNIT)} + ${context.now})`;

/** Time for which a sort key was computed: all pages rank by that of the first, so that none repeats or skips a row. */
export const readUrgencyTime = (key: number): number => key % RANK_UNIT;
