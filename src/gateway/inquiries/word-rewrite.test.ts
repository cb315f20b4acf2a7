import { expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { deleteFullText, insertFullText, selectFullTextMatches } from '#database/full-text.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onEachEngine } from '#testing/engines.ts';
import { sql } from 'kysely';
import { eraseInquiry } from '#gateway/erasure/erase-inquiry.ts';
import { agencyToken, formerAgencyToken } from './search-conditions.ts';
import { upsertInquiries } from './store.ts';
import { FULL_TEXT_INDEX } from './tables.ts';
import { WORDS_RULE, rewriteWords } from './word-rewrite.ts';

const NOW = Date.parse('2026-11-16T12:00:00-03:00');
const AGENCY = 'ventas@ruta9.example';
const COUNT = 120;
const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;

onEachEngine((engine) => {
  it('words that an earlier version wrote are rewritten in slices, and those of erased inquiries stay away', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const { db, close } = await openGatewayDatabase(clone.target);
    expect(await rewriteWords(db, engine)).toBe(false);
    await upsertInquiries(
      db,
      Array.from({ length: COUNT }, (_, index) => ({
        Momento: new Date(NOW - index * 3_600_000).toISOString(),
        Auto: { Marca: 'Ford' },
        Interesado: { Nombre: 'Ana', Telefono: '555-0111' },
        OperadorResponsable: null,
        _links: { self: { href: `/v3/consultas/${AGENCY}/${sidAt(index)}` } },
      })),
      {
        agency: AGENCY,
        discoverySource: 'list',
        hours: defaultHours('America/Argentina/Buenos_Aires'),
        now: NOW,
      },
    );
    const numbers = (await db.selectFrom('inquiry').select('number').execute()).map(({ number }) => number);
    await deleteFullText(db, FULL_TEXT_INDEX, numbers);
    const former = [formerAgencyToken(AGENCY), 'ana', 'ford', '5550111', 'local5550111'];
    await insertFullText(
      db,
      FULL_TEXT_INDEX,
      numbers.map((number) => ({ number, tokens: former })),
    );
    await eraseInquiry(db, { agency_key: AGENCY, sid: sidAt(7) }, NOW);
    await db.updateTable('word_rewrite').set({ rule: 0 }).execute();
    const count = async (token: string, prefix = false) => {
      const found = await selectFound(token, prefix).execute(db);
      return found.rows.length;
    };
    const selectFound = (token: string, prefix: boolean) =>
      sql`select * from (${selectFullTextMatches(db, FULL_TEXT_INDEX, [[{ token, prefix }]])}) as found`;
    expect([await count('0agency', true), await count('local', true)]).toEqual([COUNT - 1, COUNT - 1]);

    expect(await rewriteWords(db, engine, { sliceMs: 0 })).toBe(true);
    expect(await count(agencyToken(AGENCY))).toBe(1);
    // Another process goes on where it was broken off.
    let slices = 1;
    while (await rewriteWords(db, engine)) slices += 1;
    expect(slices).toBeGreaterThan(1);
    expect([await count('0agency', true), await count('local', true)]).toEqual([0, 0]);
    expect([await count(agencyToken(AGENCY)), await count('ana'), await count('\uE0015550111')]).toEqual([
      COUNT - 1,
      COUNT - 1,
      COUNT - 1,
    ]);
    expect(await db.selectFrom('word_rewrite').selectAll().execute()).toEqual([
      { rule: WORDS_RULE, rewritten_to: 0 },
    ]);
    expect(await rewriteWords(db, engine)).toBe(false);
    await close();
  });
});
