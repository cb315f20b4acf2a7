import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIGURE_KINDS, type FigureKind, formatFigureFilter } from '#contract/figure-lists.ts';
import { ANSWERS, LOST_REASONS, STATUSES } from '#contract/follow-up/follow-up-state.ts';
import { defaultHours } from '#contract/hours.ts';
import { ANSWER_BANDS, FUNNEL_STEPS, formatModel } from '#contract/overview.ts';
import { fold } from '#contract/search.ts';
import { mergeSpellings } from '#gateway/overview/breakdowns.ts';
import { addInquiry, createFigures, groupDelaysByHour } from '#gateway/overview/figures.ts';
import { selectFacts } from '#gateway/overview/roll-ups.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { buildFigureCondition } from './figure-conditions.ts';
import { countInquiries } from './lists.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const AGENCY = 'a@x.example';
const SCOPE = { agencies: undefined, ownInquiriesIn: [], operator: 'ana@x.example' };
const MINUTE = 60_000;

const text = (...values: string[]) => fc.constantFrom(null, '', ...values);
const toKey = (value: string | null) => value && fold(value);
const person = fc.constantFrom(null, 'p1', 'p2');
const minutes = fc.option(fc.constantFrom(-5, 0, 10, 29, 30, 31, 500));

/** An inquiry and its follow-up, if any. Answers are minutes after its arrival. */
const Inquiry = fc.record({
  status: fc.constantFrom(...STATUSES),
  make: text('Ford', 'FORD', 'Citroën'),
  model: text('Ka', 'KA', 'Gol Trend'),
  province: text('Salta'),
  origin: text('Formulario', 'WhatsApp'),
  interest: text('Comprar'),
  listing_type: text('Usado', '0km'),
  condition: text('Nuevo', 'nuevo'),
  price: fc.constantFrom(null, -1, 0, 0.15, 1999.99, 2000, 4999, 5000, 1e7),
  currency: fc.constantFrom(null, 'USD', 'usd', 'ARS', 'U$S', 'u$s'),
  due: minutes,
  hoursLater: fc.integer({ min: -30, max: 200 }),
  followUp: fc.option(
    fc.record({
      touchedAt: minutes,
      touchedBy: person,
      touchedHow: fc.constantFrom(null, ...ANSWERS),
      contactedAt: minutes,
      contactedBy: person,
      lostReason: fc.constantFrom(null, ...LOST_REASONS),
    }),
  ),
});

onEachEngine((engine) => {
  it('lists have as many inquiries as each figure counts', async () => {
    await using store = await openGatewayStore(engine);
    const { db } = store;
    for (const [index, { due, followUp, hoursLater, ...facts }] of fc.sample(Inquiry, 300).entries()) {
      const at = NOON + hoursLater * 60 * MINUTE;
      const after = (offset: number | null) => (offset === null ? null : at + offset * MINUTE);
      const key = { agency_key: AGENCY, sid: `01JCFIGURES${String(index).padStart(15, '0')}` };
      await db
        .insertInto('inquiry')
        .values({
          ...key,
          ...facts,
          make_key: toKey(facts.make),
          model_key: facts.model === null ? null : fold(formatModel(facts.make, facts.model)),
          province_key: toKey(facts.province),
          origin_key: toKey(facts.origin),
          interest_key: toKey(facts.interest),
          listing_type_key: toKey(facts.listing_type),
          condition_key: toKey(facts.condition),
          at,
          due_at: after(due),
          is_waiting: 0,
          trade_in: 0,
          finance: 0,
          insurance: 0,
          discovery_source: 'list',
          first_seen_at: NOON,
          last_seen_at: NOON,
          data: '{}',
        })
        .execute();
      if (followUp)
        await db
          .insertInto('follow_up')
          .values({
            ...key,
            momento: at,
            version: 1,
            changed_at: at,
            status: facts.status,
            lost_reason: followUp.lostReason,
            claimed_by: null,
            snoozed_until: null,
            touched_at: after(followUp.touchedAt),
            touched_by: followUp.touchedBy,
            touched_how: followUp.touchedHow,
            contacted_at: after(followUp.contactedAt),
            contacted_by: followUp.contactedBy,
            notes: 0,
          })
          .execute();
    }

    const figures = createFigures();
    let recent = 0;
    for (const { agency_key: _, number, ...facts } of await selectFacts(db).execute()) {
      if (facts.at > NOON - 24 * 60 * MINUTE && facts.at < NOON + 24 * 60 * MINUTE) recent += 1;
      await db
        .insertInto('inquiry_figures')
        .values({ number, ...addInquiry(figures, facts, defaultHours(ZONE)) })
        .execute();
    }
    const { outcomes, breakdowns, hours } = figures;
    const byHour = (counted: ReadonlyMap<number, number>) =>
      new Map([...counted].map(([hour, count]) => [String(hour), count]));
    const counts: Record<FigureKind, ReadonlyMap<string, number>> = {
      marca: breakdowns.make,
      modelo: breakdowns.model,
      precio: breakdowns.price,
      provincia: breakdowns.province,
      origen: breakdowns.origin,
      interes: breakdowns.interest,
      tipo: breakdowns.listingType,
      condicion: breakdowns.condition,
      canal: outcomes.channel,
      persona: new Map([...figures.people].map(([id, { answered }]) => [id, answered])),
      paso: outcomes.step,
      motivo: outcomes.lostReason,
      respondidas: new Map([
        ['', figures.answered],
        ['a-tiempo', figures.inTime],
      ]),
      'persona-a-tiempo': new Map([...figures.people].map(([id, { inTime }]) => [id, inTime])),
      demora: new Map(
        ANSWER_BANDS.flatMap((band) =>
          [band, ...FUNNEL_STEPS.map((step) => `${band} ${step}`)].map((value) => [
            value,
            outcomes.delay.get(value) ?? 0,
          ]),
        ),
      ),
      'ultimas-24-h': new Map([['', recent]]),
      llegada: byHour(hours.all),
      'llegada-cerrada': byHour(hours.closed).set(
        '',
        [...hours.closed.values()].reduce((sum, count) => sum + count, 0),
      ),
      'llegada-respondida': new Map(
        [...groupDelaysByHour(hours.delays)].map(([hour, minutes]) => [
          String(hour),
          [...minutes.values()].reduce((sum, count) => sum + count, 0),
        ]),
      ),
      'hora-respuesta': byHour(hours.answered),
    };
    const listed = (cifra: string) =>
      countInquiries(db, {
        scope: SCOPE,
        filters: { narrowing: { cifra } },
        context: { me: 'p1', now: NOON, zone: ZONE },
      });
    for (const kind of FIGURE_KINDS) {
      expect(counts[kind].size).toBeGreaterThan(0);
      // The overview counts values that differ only in case and accents together.
      const spellings = new Map([...counts[kind].keys()].map((value) => [fold(value), value]));
      for (const [value, count] of mergeSpellings(counts[kind], spellings))
        expect([kind, value, await listed(formatFigureFilter(kind, value))]).toEqual([kind, value, count]);
    }
    expect(await listed('canal:palomas')).toBe(0);
  });
});

it.each([
  '',
  'Ford',
  'color:rojo',
  'canal:palomas',
  'paso:',
  'motivo:x',
  'respondidas:tarde',
  'precio:ARS mucho',
  'demora:',
  'demora:won',
  'demora:day sold',
  'demora:day ',
  'demora:day won won',
  'llegada:',
  'llegada:lunes',
  'llegada:168',
  'ultimas-24-h:48',
  'llegada-respondida:',
  'hora-respuesta:1e2',
])('no figure counts %j', (filter) => expect(buildFigureCondition(filter, NOON)).toBeUndefined());
