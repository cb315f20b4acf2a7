import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { defaultHours } from '#contract/hours.ts';
import type { Consulta } from '#contract/inquiries.ts';
import { BUILT_IN_VIEW_NAMES, type Narrowing } from '#contract/inbox-filter-names.ts';
import { type QueryContext, countByView, createFollowUpIndex, queryInquiries } from './inquiry-oracle.ts';
import { SEARCH_LIMITS, fold, tokenize } from '#contract/search.ts';
import type { Tolerant } from '#contract/reading.ts';
import { sidOf } from '#contract/sid.ts';
import { UNTOUCHED_FOLLOW_UP } from './follow-ups.ts';

type Inquiry = Tolerant<typeof Consulta>;

const sidOfNumber = (at: number) => `01JC00000000000000000000${String(at).padStart(2, '0')}`;

function entry(
  at: number,
  given: { Auto?: object; Interesado?: object; OrigenLead?: string; Momento?: string } = {},
): Inquiry {
  return {
    Momento: given.Momento ?? '2026-11-20T10:00:00-03:00',
    OrigenLead: given.OrigenLead ?? 'Formulario',
    Auto: { Marca: 'Ford', Modelo: 'Ka', Estado: 'Usado', ...given.Auto },
    Interesado: { Nombre: 'Ana', Apellido: 'Sosa', Provincia: 'Córdoba', ...given.Interesado },
    _links: { self: { href: `/v3/consultas/a@b.example/${sidOfNumber(at)}` } },
  };
}

function followUp(at: number, given: Partial<FollowUp>): FollowUp {
  return {
    ...UNTOUCHED_FOLLOW_UP,
    sid: sidOfNumber(at).toLowerCase(),
    version: 1,
    changedAt: 0,
    ...given,
  };
}

const ZONE = 'America/Argentina/Buenos_Aires';
const about: QueryContext = {
  followUpIndex: createFollowUpIndex({ followUps: [], seen: [] }),
  me: 'me',
  now: 1000,
  hours: defaultHours(ZONE),
  zone: ZONE,
};
const narrow = (entries: readonly Inquiry[], narrowing: Narrowing, of: QueryContext) =>
  queryInquiries(entries, { narrowing }, of, { facets: true });
const hasSearchedLength = (token: string) =>
  token.length >= (/^\p{N}+$/u.test(token) ? SEARCH_LIMITS.digits : SEARCH_LIMITS.letters);
const found = (entries: Inquiry[], buscar: string) => narrow(entries, { buscar }, about).entries.length;

describe('search', () => {
  const entries = [
    entry(1, {
      Auto: { Marca: 'Citroën' },
      Interesado: {
        Apellido: 'Núñez',
        Telefono: '+54 9 11 5555-0101',
        Comentario: 'Línea uno\nEntrego un Peugeot',
      },
    }),
    entry(2, { Interesado: { Nombre: 'José', Email: 'jose@correo.example', DocIdentidad: '30.111.222' } }),
  ];

  it.each([
    ['nunez', 1],
    ['NÚÑEZ', 1],
    ['citroen núñ', 1],
    ['peugeot', 1],
    ['jose', 1],
    ['jose nunez', 0],
    ['5555 0101', 1],
    ['55550101', 1],
    ['(11) 5555', 1],
    ['30111222', 1],
    ['99', 0],
    ['ka', 2],
    ['ka cordoba', 2],
    ['   ', 2],
  ])('«%s» finds %i', (buscar, count) => expect(found(entries, buscar)).toBe(count));

  // Numbers of three areas in buyers' notations, and other notations of the same.
  const SPELLINGS: Record<string, readonly string[]> = {
    Córdoba: [
      '0351 15-555-0111',
      '(0351) 15-5550111',
      '+54 9 351 555 0111',
      '+54 (0351) 15 555-0111',
      '+54 9 0351 15 555 0111',
      '00 54 9 351 555 0111',
      '3515550111',
      '351 555-0111',
      '15-555-0111',
      '555-0111',
    ],
    'Buenos Aires': [
      '011 15-5532-0102',
      '11 15 5532 0102',
      '+54 9 11 5532-0102',
      '5491155320102',
      '1155320102',
      '15 5532-0102',
      '5532-0102',
    ],
    'Río Gallegos': [
      '02966 15-42-1234',
      '2966 15 421234',
      '+54 9 2966 421234',
      '2966421234',
      '15 421234',
      '421234',
    ],
  };
  const phones = Object.entries(SPELLINGS).flatMap(([area, all]) =>
    all.flatMap((written) => all.map((sought) => ({ area, written, sought }))),
  );
  const withPhone = (Telefono: string) => [entry(1, { Interesado: { Telefono } })];

  it.each(phones)('a search for «$sought» finds the phone $written of $area', ({ area, written, sought }) => {
    expect(found(withPhone(written), sought)).toBe(1);
    expect(found(withPhone(written), `Tel. ${sought}`)).toBe(1);
    const { [area]: _own, ...others } = SPELLINGS;
    const elsewhere = Object.values(others).flatMap(([phone = '']) => withPhone(phone));
    expect(found(elsewhere, sought)).toBe(0);
  });

  it.each(['351 555-0', '351 555-01', '+54 9 351 555 0'])(
    '«%s», not yet typed to its end, finds the phone',
    (sought) => {
      for (const written of ['0351 15-555-0111', '+54 9 351 555 0111', '351 555 0111'])
        expect(found(withPhone(written), sought)).toBe(1);
    },
  );

  it.each([
    ['0351 15-555-0111', '351 555-0112', 0],
    ['0351 15-555-0111', '351 556-0111', 0],
    ['4555-0102 / 15 5555-0199', '5555 0199', 1],
    ['+598 99 123 456', '099 123 456', 1],
    ['+598 99 123 456', '99123456', 1],
    ['', '3515550111', 0],
    ['123', '3515550123', 0],
  ])('of the phone «%s», «%s» finds %i', (written, sought, count) =>
    expect(found(withPhone(written), sought)).toBe(count),
  );

  it.each([
    ['2019', ['año']],
    ['ka 2019', ['año']],
    ['4x4', ['precio']],
    ['12500', ['precio']],
    ['12500000', ['precio']],
    ['2019 12500000', []],
    ['555 01', ['teléfono']],
    ['5550111', ['teléfono']],
    ['30.111.222', ['documento']],
  ])('«%s», a number that is no phone, finds as every text does: %j', (sought, names) => {
    const numbered = [
      entry(1, { Auto: { VersionYear: 2019 }, Interesado: { Nombre: 'año' } }),
      entry(2, { Interesado: { Nombre: 'precio', Comentario: '¿Toman 12500000 por la 4x4?' } }),
      entry(3, { Interesado: { Nombre: 'teléfono', Telefono: '0351 15-555-0111' } }),
      entry(4, { Interesado: { Nombre: 'documento', DocIdentidad: '30111222' } }),
    ];
    const { entries: left } = narrow(numbered, { buscar: sought }, about);
    expect(left.map(({ Interesado }) => Interesado.Nombre)).toEqual(names);
  });

  it('takes accents and case for the same letter, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        const comment = entry(1, { Interesado: { Comentario: `x ${text} y` } });
        for (const word of text.trim().split(/\s+/)) {
          const tokens = tokenize(word);
          // Words that are too short are not searched, and a text of these alone finds nothing.
          const isFound = tokens.length === 0 || tokens.some(hasSearchedLength);
          expect(found([comment], word)).toBe(isFound ? 1 : 0);
        }
      }),
    );
  });
});

describe('facets', () => {
  const entries = [
    entry(1, { Interesado: { InfoOperacion: { EntregaVehiculo: { Marca: 'Fiat', Modelo: 'Uno' } } } }),
    entry(2, { OrigenLead: 'WhatsApp' }),
    entry(3, { Auto: { Marca: 'Fiat' }, OrigenLead: 'WhatsApp' }),
    entry(4, { Auto: { Marca: null }, Interesado: { Provincia: ' ' } }),
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
    entry(1, { Momento: at('11:50') }),
    entry(2, { Momento: at('10:00') }),
    entry(3, { Momento: at('21:00', '2026-11-19') }),
    entry(4, { Momento: at('10:30') }),
    entry(5, { Momento: at('09:30') }),
    entry(6, { Momento: at('09:00', '2026-11-18') }),
    entry(7, { Momento: at('09:00', '2026-11-17') }),
    entry(8, { Momento: at('09:00', '2026-11-16') }),
    entry(9, { Momento: at('09:00', '2026-11-15') }),
    entry(10, { Momento: at('11:40') }),
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

  it('waiting: to whom nobody turned yet or what came back, the longest first', () =>
    expect(idsOf('esperando')).toEqual([7, 3, 2, 10, 1]));

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
      entry(number, { Momento: new Date(now - minute * 2 * 60_000).toISOString() }),
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
        const late = new Set(queryInquiries(given, { narrowing: {}, view: 'tarde' }, of).entries);
        const waiting = queryInquiries(given, { narrowing: {}, view: 'esperando' }, of).entries;
        const states = waiting
          .filter((one) => !of.followUpIndex.followUp(String(sidOf(one)))?.firstTouch)
          .map((one) => late.has(one));
        expect(states).toEqual([...states.filter(Boolean), ...states.filter((is) => !is)]);
      }),
    );
  });
});
