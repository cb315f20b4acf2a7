import { expect, it } from 'vitest';
import { type Hours, addOpenMinutes, defaultHours } from '#contract/hours.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { systemClock } from '#system/clock.ts';
import { cloneDatabase, onEachEngine } from '#testing/engines.ts';
import { recomputeDueTimes, upsertInquiries } from './store.ts';

const NOW = Date.parse('2026-11-16T12:00:00-03:00');
const AGENCY = 'ventas@ruta9.example';
const COUNT = 300;
const USUAL = defaultHours('America/Argentina/Buenos_Aires');
const NEXT: Hours = { ...USUAL, target: 90 };

onEachEngine((engine) => {
  it('due times are recomputed in slices, other work is done between them, and what was broken off goes on', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const { db, close } = await openGatewayDatabase(clone.target);
    await upsertInquiries(
      db,
      Array.from({ length: COUNT }, (_, index) => ({
        Momento: new Date(NOW - index * 3_600_000).toISOString(),
        Auto: { Marca: 'Ford' },
        Interesado: { Nombre: 'Ana' },
        OperadorResponsable: null,
        _links: { self: { href: `/v3/consultas/${AGENCY}/01JCINQUIRY${String(index).padStart(15, '0')}` } },
      })),
      { agency: AGENCY, discoverySource: 'list', hours: USUAL, now: NOW },
    );
    const countDone = async () => {
      const rows = await db.selectFrom('inquiry').select(['at', 'due_at']).execute();
      return rows.filter(({ at, due_at }) => due_at === addOpenMinutes(at, NEXT.target, NEXT)).length;
    };
    const before = await countDone();
    const breakOff = new AbortController();
    const recomputed = recomputeDueTimes(db, AGENCY, NEXT, {
      clock: systemClock,
      signal: breakOff.signal,
      sliceMs: 0,
    });
    await new Promise(setImmediate);
    breakOff.abort(new Error('broken off'));
    await expect(recomputed).rejects.toThrow('broken off');
    expect(await countDone()).toBeLessThan(COUNT);
    await recomputeDueTimes(db, AGENCY, NEXT, { clock: systemClock });
    expect([before < COUNT, await countDone()]).toEqual([true, COUNT]);
    await close();
  });
});
