import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import { countByView, queryInquiries } from './inquiry-oracle.ts';
import { type QueryContext, createFollowUpIndex } from './waiting-oracle.ts';
import { UNTOUCHED_FOLLOW_UP } from './follow-ups.ts';
import { type Inquiry, sidOfNumber, createEntry, about, narrow } from './oracle-entries.ts';

function followUp(at: number, given: Partial<FollowUp>): FollowUp {
  return {
    ...UNTOUCHED_FOLLOW_UP,
    sid: sidOfNumber(at).toLowerCase(),
    version: 1,
    changedAt: 0,
    ...given,
  };
}

describe('facets', () => {
  const entries = [
    createEntry(1, { Interesado: { InfoOperacion: { EntregaVehiculo: { Marca: 'Fiat', Modelo: 'Uno' } } } }),
    createEntry(2, { OrigenLead: 'WhatsApp' }),
    createEntry(3, { Auto: { Marca: 'Fiat' }, OrigenLead: 'WhatsApp' }),
    createEntry(4, { Auto: { Marca: null }, Interesado: { Provincia: ' ' } }),
  ];
  const sids = (rows: readonly Inquiry[]) => rows.map((row) => entries.indexOf(row) + 1);

  it('count what matches everything else', () => {
    const { entries: left, facets } = narrow(entries, { marca: 'ford' }, about);
    expect(sids(left)).toEqual([1, 2]);
    expect(facets?.marca).toEqual([
      { value: 'Ford', count: 2 },
      { value: 'Fiat', count: 1 },
    ]);
    expect(facets?.origen).toEqual([
      { value: 'Formulario', count: 1 },
      { value: 'WhatsApp', count: 1 },
    ]);
    expect(facets?.permuta).toEqual([{ value: 'si', count: 1 }]);
  });

  it('keep a chosen value that nothing has', () => {
    const { entries: left, facets } = narrow(entries, { provincia: 'Salta', marca: 'Fiat' }, about);
    expect(left).toEqual([]);
    expect(facets?.provincia).toContainEqual({ value: 'Salta', count: 0 });
  });

  it('stand on follow-up too, whatever the case of a sid', () => {
    const followUpIndex = createFollowUpIndex({
      followUps: [
        followUp(1, { status: 'won', claimedBy: { id: 'me', name: 'Yo' } }),
        followUp(2, { snoozedUntil: 2000 }),
        followUp(3, { snoozedUntil: 500 }),
      ],
      seen: [sidOfNumber(2).toLowerCase()],
    });
    const of = (seguimiento: string) =>
      sids(narrow(entries, { seguimiento }, { ...about, followUpIndex }).entries);
    expect(of('ganada')).toEqual([1]);
    expect(of('nueva')).toEqual([2, 3, 4]);
    expect(of('sin-leer')).toEqual([3, 4]);
    expect(of('pospuesta')).toEqual([2]);
    expect(of('volvio')).toEqual([3]);
    expect(sids(narrow(entries, { mias: 'si' }, { ...about, followUpIndex }).entries)).toEqual([1]);
  });

  it('leave nothing out for the sake of follow-up that is not known yet', () => {
    const unknown = { ...about, followUpIndex: undefined };
    expect(narrow(entries, { mias: 'si', marca: 'Fiat' }, unknown).entries).toHaveLength(1);
  });

  it('no filter lists everything', () => expect(narrow(entries, {}, about).entries).toEqual(entries));

  it('leave a part of what was there, in its order', () => {
    const facet = fc.constantFrom('Ford', 'Fiat', 'WhatsApp', 'si', 'x', undefined);
    fc.assert(
      fc.property(fc.record({ marca: facet, origen: facet, permuta: facet, buscar: facet }), (given) => {
        const narrowing = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
        const left = sids(narrow(entries, narrowing, about).entries);
        expect(left).toEqual(left.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('views', () => {
  // A Friday, closed from 13 to 16.
  const at = (clock: string, day = '2026-11-20') => `${day}T${clock}:00-03:00`;
  const now = Date.parse(at('12:00'));
  const ana = { id: 'ana', name: 'Ana Paz' };
  const me = { id: 'me', name: 'Yo' };
  const touched = { at: now, by: ana, how: 'call' as const };
  const hour = 3_600_000;
  const entries = [
    createEntry(1, { Momento: at('11:50') }),
    createEntry(2, { Momento: at('10:00') }),
    createEntry(3, { Momento: at('21:00', '2026-11-19') }),
    createEntry(4, { Momento: at('10:30') }),
    createEntry(5, { Momento: at('09:30') }),
    createEntry(6, { Momento: at('09:00', '2026-11-18') }),
    createEntry(7, { Momento: at('09:00', '2026-11-17') }),
    createEntry(8, { Momento: at('09:00', '2026-11-16') }),
    createEntry(9, { Momento: at('09:00', '2026-11-15') }),
    createEntry(10, { Momento: at('11:40') }),
  ];
  const followUpIndex = createFollowUpIndex({
    followUps: [
      followUp(4, { firstTouch: touched, claimedBy: me }),
      followUp(5, { status: 'lost', claimedBy: me }),
      followUp(6, { snoozedUntil: now + 2 * hour, claimedBy: me }),
      followUp(7, { snoozedUntil: now - hour, changedAt: now - 3 * hour, firstTouch: touched }),
      followUp(8, { snoozedUntil: now + hour }),
      followUp(9, { snoozedUntil: now - hour, changedAt: now - 1, firstTouch: touched }),
      followUp(10, { claimedBy: ana }),
    ],
    seen: [],
  });
  const known: QueryContext = { ...about, followUpIndex, now };
  const sids = (rows: readonly Inquiry[]) => rows.map((row) => entries.indexOf(row) + 1);
  const idsOf = (view: (typeof BUILT_IN_VIEW_NAMES)[number], of: QueryContext = known) =>
    sids(queryInquiries(entries, { narrowing: {}, view }, of).entries);

  it('waiting: to whom nobody turned yet or what came back, the most urgent first', () =>
    expect(idsOf('esperando')).toEqual([10, 1, 3, 2, 7]));

  it('late: those of them whose open minutes have passed', () => {
    expect(idsOf('tarde')).toEqual([3, 2]);
    expect(idsOf('tarde', { ...known, hours: undefined })).toEqual([]);
  });

  it('mine: claimed and not closed, the newest first', () => expect(idsOf('mias')).toEqual([4, 6]));

  it('today: by the calendar of the zone, the newest first', () => {
    expect(idsOf('hoy')).toEqual([1, 10, 4, 2, 5]);
    expect(idsOf('hoy', { ...known, zone: 'UTC' })).toEqual([1, 10, 4, 2, 5, 3]);
  });

  it('snoozed: what is back and nobody did anything about since, then the next to return', () => {
    expect(idsOf('pospuestas')).toEqual([7, 8, 6]);
    const won = createFollowUpIndex({
      followUps: [followUp(7, { snoozedUntil: now - hour, status: 'won' })],
      seen: [],
    });
    expect(idsOf('pospuestas', { ...known, followUpIndex: won })).toEqual([]);
  });

  it('are counted as they are listed', () =>
    expect(countByView(entries, known)).toEqual(
      Object.fromEntries(BUILT_IN_VIEW_NAMES.map((view) => [view, idsOf(view).length])),
    ));

  it('leave nothing out and count nothing for the sake of follow-up that is not known yet', () => {
    const unknown = { ...known, followUpIndex: undefined };
    expect(idsOf('mias', unknown)).toHaveLength(entries.length);
    expect(countByView(entries, unknown)).toEqual({ ...countsOf(undefined), hoy: 5 });
  });

  it('narrow within a view, and count facets of what is in it', () => {
    const { entries: left, facets } = queryInquiries(
      entries,
      { narrowing: { seguimiento: 'nueva' }, view: 'mias' },
      known,
      { facets: true },
    );
    expect(sids(left)).toEqual([4, 6]);
    expect(facets?.seguimiento).toEqual([
      { value: 'sin-leer', count: 1 },
      { value: 'nueva', count: 2 },
      { value: 'pospuesta', count: 1 },
    ]);
    expect(facets?.marca).toEqual([{ value: 'Ford', count: 2 }]);
  });

  const countsOf = (value: undefined) => Object.fromEntries(BUILT_IN_VIEW_NAMES.map((view) => [view, value]));
  const rows = fc.uniqueArray(
    fc.record({
      number: fc.nat({ max: 99 }),
      minute: fc.integer({ min: 0, max: 40 }),
      answered: fc.boolean(),
      mine: fc.boolean(),
      /** Hours from now. */
      rests: fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }),
    }),
    { maxLength: 30, selector: ({ number }) => number },
  );
  const world = rows.map((some) => ({
    given: some.map(({ number, minute }) =>
      createEntry(number, { Momento: new Date(now - minute * 2 * 60_000).toISOString() }),
    ),
    of: {
      ...known,
      followUpIndex: createFollowUpIndex({
        followUps: some.map(({ number, answered, mine, rests }) =>
          followUp(number, {
            firstTouch: answered ? touched : null,
            claimedBy: mine ? me : null,
            snoozedUntil: rests === undefined ? null : now + rests * hour,
          }),
        ),
        seen: [],
      }),
    },
  }));

  it('have one order, whatever order the inquiries came in', () => {
    fc.assert(
      fc.property(
        world,
        fc.constantFrom(...BUILT_IN_VIEW_NAMES),
        fc.infiniteStream(fc.nat()),
        ({ given, of }, view, stream) => {
          const mixed = given
            .map((one) => ({ one, by: stream.next().value }))
            .toSorted((a, b) => a.by - b.by)
            .map(({ one }) => one);
          const listing = (some: readonly Inquiry[]) =>
            queryInquiries(some, { narrowing: {}, view }, of).entries;
          expect(listing(mixed)).toEqual(listing(given));
          expect(countByView(mixed, of)[view]).toBe(listing(given).length);
        },
      ),
    );
  });

  it('come to the same one by one as all at once', () => {
    fc.assert(
      fc.property(world, fc.constantFrom(...BUILT_IN_VIEW_NAMES), ({ given, of }, view) => {
        const listing = (some: readonly Inquiry[]) =>
          queryInquiries(some, { narrowing: {}, view }, of).entries;
        // A match does not depend on other inquiries.
        const grown = given.reduce<readonly Inquiry[]>((held, one) => listing(held.concat(one)), []);
        expect(grown).toEqual(listing(given));
      }),
    );
  });

  it('have those first who are due first', () => {
    fc.assert(
      fc.property(world, ({ given, of }) => {
        const waiting = (seguimiento?: string) =>
          queryInquiries(given, { narrowing: seguimiento ? { seguimiento } : {}, view: 'esperando' }, of)
            .entries;
        const [soon, late] = [waiting('por-vencer'), waiting('tarde-hoy')];
        expect(waiting().slice(0, soon.length + late.length)).toEqual([...soon, ...late]);
      }),
    );
  });
});
