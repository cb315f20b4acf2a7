import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Engine } from '#database/database.ts';
import { deleteFullText, insertFullText } from '#database/full-text.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { type Loop, createLoop } from '#outbox/loop.ts';
import { holdErasures } from '#gateway/erasure/erasure-marks.ts';
import { parseTokens } from './entries.ts';
import { FULL_TEXT_INDEX } from './tables.ts';

/** Version of the words of inquiries, `searchTokens`, the agency's token and shards: those of earlier ones are written anew. */
export const WORDS_RULE = 2;

/** Rows that a slice reads. */
const WORD_REWRITE_SLICE_ROWS = 100;
/** A slice ends after this time; the pause leaves most of the event loop to others. */
const WORD_REWRITE_SLICE_MS = 4;
const WORD_REWRITE_PAUSE_MS = 25;
/** Nothing is added to what is left at the start. */
const WORD_REWRITE_WAIT_MS = 3_600_000;

/** Creates the worker that rewrites search words of earlier versions, oldest first. */
export function createWordRewrite({
  db,
  engine,
  now,
  log,
}: {
  db: Kysely<GatewayTables>;
  engine: Engine;
  now: () => number;
  log: Pick<FastifyBaseLogger, 'error'>;
}): Loop {
  return createLoop(
    async () => ((await rewriteWords(db, engine)) ? now() + WORD_REWRITE_PAUSE_MS : undefined),
    {
      now,
      maxWaitMs: WORD_REWRITE_WAIT_MS,
      onError: (error) => log.error({ err: error }, 'the words of inquiries could not be rewritten'),
    },
  );
}

/** Rewrites the words of some inquiries; what was done stays after a crash. @returns whether more are left */
export function rewriteWords(
  db: Kysely<GatewayTables>,
  engine: Engine,
  { sliceMs = WORD_REWRITE_SLICE_MS } = {},
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await holdErasures(transaction);
    const endsAt = performance.now() + sliceMs;
    const progress = await transaction
      .selectFrom('word_rewrite')
      .select('rewritten_to')
      .where('rule', '<', WORDS_RULE)
      // The other instances leave it to the one that is at it.
      .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
      .executeTakeFirst();
    if (!progress) return false;
    const rows = await transaction
      .selectFrom('inquiry')
      .select(['number', 'agency_key', 'data'])
      .where('number', '>', progress.rewritten_to)
      .orderBy('number')
      .limit(WORD_REWRITE_SLICE_ROWS)
      // Nobody changes them until their words are written.
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .execute();
    let { rewritten_to } = progress;
    for (const { number, agency_key, data } of rows) {
      const tokens = parseTokens(JSON.parse(data), agency_key);
      await deleteFullText(transaction, FULL_TEXT_INDEX, [number]);
      // Erased ones have no words.
      if (tokens) await insertFullText(transaction, FULL_TEXT_INDEX, [{ number, tokens }]);
      rewritten_to = number;
      if (performance.now() >= endsAt) break;
    }
    const next = rows.length === 0 ? { rule: WORDS_RULE, rewritten_to: 0 } : { rewritten_to };
    await transaction.updateTable('word_rewrite').set(next).execute();
    return rows.length > 0;
  });
}
