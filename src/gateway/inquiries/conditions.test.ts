import type { Insertable, Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { FOLLOW_UP_FACET } from '#contract/follow-up/follow-up-state.ts';
import { BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import { OLD_AFTER_DAYS } from '#contract/overview.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { AGENCIES, HOUR, ME, NOW, ZONE, openIndex } from '#testing/drawn-index.ts';
import { onBothEngines } from '#testing/engines.ts';
import { shareFixture } from '#testing/share-fixture.ts';
import { type Filters, buildFacets, buildFilters, partQuery, unionAll, viewParts } from './conditions.ts';
import { type Cursor, fetchPage } from './lists.ts';
import type { Scope } from './scope.ts';
import type { InquiryTable } from './tables.ts';

// Rows on both sides of every edge of a view, a filter or a facet.

const OTHER = '01JCOTHEROTHEROTHEROTHEROT';
const [AGENCY] = AGENCIES;
/** Monday of the service's time zone. */
const DAY = Date.parse('2026-11-16T00:00:00-03:00');
/** First due time that is not old. */
const OLD = DAY - OLD_AFTER_DAYS * 24 * HOUR;
const EVERYBODY: Scope = { agencies: undefined, ownInquiriesIn: [], operator: 'ana@x.example' };
const context = { me: ME, now: NOW, zone: ZONE };

type Row = Partial<Insertable<InquiryTable>>;

const waiting = { is_waiting: 1, status: 'new' } as const;
const touched = { is_waiting: 0, status: 'answered' } as const;

function toInquiry(sid: string, row: Row): Insertable<InquiryTable> {
  return {
    agency_key: AGENCY,
    sid,
    at: NOW,
    due_at: null,
    gone_at: null,
    status: 'new' as const,
    is_waiting: 0 as const,
    claimed_by: null,
    snoozed_until: null,
    operator_key: null,
    listing_key: null,
    make: null,
    make_key: null,
    origin: null,
    origin_key: null,
    listing_type: null,
    listing_type_key: null,
    interest: null,
    interest_key: null,
    condition: null,
    condition_key: null,
    province: null,
    province_key: null,
    trade_in: 0 as const,
    finance: 0 as const,
    insurance: 0 as const,
    model: null,
    year: null,
    price: null,
    currency: null,
    phone_key: null,
    mail_key: null,
    document_key: null,
    discovery_source: 'list' as const,
    first_seen_at: 0,
    last_seen_at: 0,
    data: '{}',
    ...row,
  };
}

/** Replaces the index by rows, whose sids are their names. */
async function fill(db: Kysely<GatewayTables>, rows: Record<string, Row>): Promise<void> {
  await db.deleteFrom('inquiry').execute();
  await db.deleteFrom('follow_up').execute();
  await db.deleteFrom('seen').execute();
  const values = Object.entries(rows).map(([sid, row]) => toInquiry(sid, row));
  await db.insertInto('inquiry').values(values).execute();
}

/** Sids of a list; undefined where nothing can match. Both kinds of its statements must agree. */
async function list(
  db: Kysely<GatewayTables>,
  filters: Omit<Filters, 'narrowing'> & Partial<Filters>,
  scope = EVERYBODY,
): Promise<string[] | undefined> {
  const all = { narrowing: {}, ...filters };
  const where = buildFilters(db, scope, all, context);
  if (!where) return undefined;
  const read = async (inOrder: boolean) => {
    const parts = viewParts(all.view, context).map((part) => partQuery(db, part, { scope, where, inOrder }));
    const rows = await Promise.all(parts.map((part) => part.select('i.sid').execute()));
    return rows.flatMap((part) => part.map(({ sid }) => sid)).toSorted();
  };
  const sids = await read(false);
  expect(await read(true)).toEqual(sids);
  return sids;
}

onBothEngines((engine) => {
  // Every test replaces all of it.
  const index = shareFixture(() => openIndex(engine));

  it('views hold what is on their side of each edge', async () => {
    const { db } = index();
    const rows = {
      waiting: waiting,
      'waiting, snoozed': { ...waiting, snoozed_until: NOW + 1, due_at: NOW },
      'waiting, snooze ended': { ...waiting, snoozed_until: NOW },
      'waiting, due': { ...waiting, due_at: NOW },
      'waiting, not yet due': { ...waiting, due_at: NOW + 1 },
      'waiting, due, snooze ended': { ...waiting, due_at: NOW, snoozed_until: NOW },
      'waiting, due for a week': { ...waiting, due_at: OLD },
      'waiting, due for long': { ...waiting, due_at: OLD - 1 },
      'waiting, due for long, snoozed': { ...waiting, due_at: OLD - 1, snoozed_until: NOW + 1 },
      'waiting, due for long, snooze ended': { ...waiting, due_at: OLD - 1, snoozed_until: NOW },
      answered: touched,
      'answered, due': { ...touched, due_at: NOW },
      'answered, snoozed': { ...touched, snoozed_until: NOW + 1 },
      'answered, snooze ended': { ...touched, snoozed_until: NOW },
      'won, snoozed': { status: 'won', snoozed_until: NOW + 1 },
      'won, snooze ended': { status: 'won', snoozed_until: NOW },
      'lost, snooze ended': { status: 'lost', snoozed_until: NOW },
      mine: { ...touched, claimed_by: ME },
      'mine, won': { status: 'won', claimed_by: ME },
      'mine, lost': { status: 'lost', claimed_by: ME },
      'of another': { ...touched, claimed_by: OTHER },
      yesterday: { ...touched, at: DAY - 1 },
      'today, first': { ...touched, at: DAY },
      'today, last': { ...touched, at: DAY + 24 * HOUR - 1 },
      tomorrow: { ...touched, at: DAY + 24 * HOUR },
      gone: { gone_at: 1, at: DAY },
    } as const satisfies Record<string, Row>;
    await fill(db, rows);
    const available = Object.keys(rows).filter((sid) => sid !== 'gone');
    expect(await list(db, {})).toEqual(available.toSorted());
    expect(await list(db, { view: 'esperando' })).toEqual([
      'answered, snooze ended',
      'waiting',
      'waiting, due',
      'waiting, due for a week',
      'waiting, due for long, snooze ended',
      'waiting, due, snooze ended',
      'waiting, not yet due',
      'waiting, snooze ended',
    ]);
    expect(await list(db, { view: 'tarde' })).toEqual([
      'waiting, due',
      'waiting, due for a week',
      'waiting, due, snooze ended',
    ]);
    expect(await list(db, { view: 'viejas' })).toEqual(['waiting, due for long']);
    expect(await list(db, { view: 'mias' })).toEqual(['mine']);
    expect(await list(db, { view: 'hoy' })).toEqual(
      available.filter((sid) => sid !== 'yesterday' && sid !== 'tomorrow').toSorted(),
    );
    expect(await list(db, { view: 'pospuestas' })).toEqual([
      'answered, snooze ended',
      'answered, snoozed',
      'waiting, due for long, snooze ended',
      'waiting, due for long, snoozed',
      'waiting, due, snooze ended',
      'waiting, snooze ended',
      'waiting, snoozed',
      'won, snoozed',
    ]);
  });

  it('inquiries to answer are ranked by the time of the first page', async () => {
    const { db } = index();
    const yesterday = DAY - 24 * HOUR;
    await fill(db, {
      'due within the hour': { ...waiting, at: NOW - HOUR, due_at: NOW + HOUR },
      'due within the hour, older': { ...waiting, at: NOW - 2 * HOUR, due_at: NOW + 1 },
      'late today': { ...waiting, at: DAY, due_at: NOW },
      'late today, of yesterday': { ...waiting, at: yesterday - HOUR, due_at: DAY },
      returned: { ...touched, at: NOW, snoozed_until: NOW },
      'late for long, returned': { ...waiting, at: OLD - HOUR, due_at: OLD - 1, snoozed_until: NOW },
      'since yesterday': { ...waiting, at: yesterday, due_at: DAY - 1 },
      'not due soon': { ...waiting, at: NOW, due_at: NOW + HOUR + 1 },
      older: { ...waiting, at: yesterday - 1, due_at: DAY - 1 },
      'older, never due': { ...waiting, at: OLD - 9 * HOUR },
    });
    const filters = { view: 'esperando', narrowing: {} } as const;
    for (const limit of [3, 100]) {
      const sids: string[] = [];
      let [after, now]: [Cursor | undefined, number] = [undefined, NOW];
      do {
        const page = await fetchPage(
          db,
          { scope: EVERYBODY, filters, context: { ...context, now } },
          { order: 'urgency', after, limit },
        );
        sids.push(...page.rows.map(({ sid }) => sid));
        after = page.next;
        // Inquiries that were due within the hour become late.
        now += HOUR / 2;
      } while (after);
      expect(sids).toEqual([
        'due within the hour, older',
        'due within the hour',
        'late today, of yesterday',
        'late today',
        'late for long, returned',
        'returned',
        'since yesterday',
        'not due soon',
        'older, never due',
        'older',
      ]);
    }
  });

  it('today is a day of the service, of 23 or 25 hours where clocks change', async () => {
    const { db } = index();
    for (const [start, hours] of [
      ['2026-04-04T00:00:00-03:00', 25],
      ['2026-09-06T01:00:00-03:00', 23],
    ] as const) {
      const first = Date.parse(start);
      const last = first + hours * HOUR - 1;
      await fill(db, { a: { at: first - 1 }, b: { at: first }, c: { at: last }, d: { at: last + 1 } });
      const parts = viewParts('hoy', { me: ME, now: first + 12 * HOUR, zone: 'America/Santiago' });
      const query = partQuery(db, parts[0] ?? { where: [], index: 'available' }, {
        scope: EVERYBODY,
        where: [],
      });
      expect((await query.select('i.sid').execute()).map(({ sid }) => sid).toSorted()).toEqual(['b', 'c']);
    }
  });

  it('filters hold what is on their side of each edge', async () => {
    const { db } = index();
    await fill(db, {
      a: { at: NOW - 1, operator_key: 'ana@x.example', listing_key: 'u-1' },
      b: { at: NOW, operator_key: 'beto@x.example', listing_key: 'u-2' },
      c: { at: NOW + 1, agency_key: AGENCIES[1] },
    });
    expect(await list(db, { from: NOW })).toEqual(['b', 'c']);
    expect(await list(db, { to: NOW })).toEqual(['a', 'b']);
    expect(await list(db, { from: 0, to: 0 })).toEqual([]);
    expect(await list(db, { operador: ' ANA@x.example ' })).toEqual(['a']);
    expect(await list(db, { operador: '' })).toEqual(['a', 'b', 'c']);
    expect(await list(db, { operador: '\0' })).toEqual([]);
    expect(await list(db, { externalid: ' Ú-2 ' })).toEqual(['b']);
    expect(await list(db, { externalid: '' })).toEqual(['a', 'b', 'c']);
    expect(await list(db, { sids: ['a', 'c'] })).toEqual(['a', 'c']);
    expect(await list(db, { sids: ['a', 'c'] }, { ...EVERYBODY, agencies: [AGENCIES[1]] })).toEqual(['c']);
    expect(await list(db, { narrowing: { buscar: ' … ' } })).toEqual(['a', 'b', 'c']);
    expect(await list(db, { narrowing: { buscar: 'a' } })).toBeUndefined();
    expect(await list(db, { narrowing: { buscar: 'abc' } })).toEqual([]);
  });

  it('a search finds a sid in any case, within its agencies', async () => {
    const { db } = index();
    const sid = '01JCINQUIRY000000000000001';
    await fill(db, { [sid]: {}, other: {} });
    const narrowing = { buscar: ` ${sid.toLowerCase()} ` };
    expect(await list(db, { narrowing })).toEqual([sid]);
    expect(await list(db, { narrowing }, { ...EVERYBODY, agencies: [AGENCY] })).toEqual([sid]);
    expect(await list(db, { narrowing }, { ...EVERYBODY, agencies: [AGENCIES[1]] })).toEqual([]);
    expect(await list(db, { narrowing }, { ...EVERYBODY, agencies: [] })).toBeUndefined();
  });

  it('a scope has its agencies, and own inquiries where a person is limited', async () => {
    const { db } = index();
    await fill(db, {
      a: { operator_key: 'ana@x.example' },
      b: { operator_key: 'beto@x.example' },
      c: {},
      d: { agency_key: AGENCIES[1], operator_key: 'beto@x.example' },
      e: { agency_key: AGENCIES[2], operator_key: 'ana@x.example' },
      f: { agency_key: AGENCIES[2] },
    });
    const ofScope = (scope: Partial<Scope>) => list(db, {}, { ...EVERYBODY, ...scope });
    expect(await ofScope({})).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await ofScope({ agencies: [] })).toBeUndefined();
    expect(await ofScope({ agencies: [AGENCY] })).toEqual(['a', 'b', 'c']);
    expect(await ofScope({ agencies: [AGENCY, AGENCIES[2]] })).toEqual(['a', 'b', 'c', 'e', 'f']);
    expect(await ofScope({ ownInquiriesIn: [AGENCY] })).toEqual(['a', 'd', 'e', 'f']);
    expect(await ofScope({ ownInquiriesIn: [AGENCY, AGENCIES[2]] })).toEqual(['a', 'd', 'e']);
    expect(await ofScope({ agencies: [AGENCY], ownInquiriesIn: [AGENCY] })).toEqual(['a']);
  });

  it('facets hold their value, however it is written', async () => {
    const { db } = index();
    const keys = ['make', 'origin', 'listing_type', 'interest', 'condition', 'province'] as const;
    const facets = ['marca', 'origen', 'tipo', 'interes', 'condicion', 'provincia'] as const;
    await fill(db, {
      ...Object.fromEntries(keys.map((key) => [key, { [`${key}_key`]: 'cordoba' }])),
      trade: { trade_in: 1 },
      finance: { finance: 1 },
      insurance: { insurance: 1 },
      mine: { claimed_by: ME, status: 'won' },
      'of another': { claimed_by: OTHER },
    });
    for (const [at, facet] of facets.entries()) {
      expect(await list(db, { narrowing: { [facet]: 'CÓRDOBA' } })).toEqual([keys[at]]);
      expect(await list(db, { narrowing: { [facet]: 'salta' } })).toEqual([]);
      expect(await list(db, { narrowing: { [facet]: '' } })).toHaveLength(11);
    }
    for (const [facet, sid] of Object.entries({
      permuta: 'trade',
      financia: 'finance',
      seguro: 'insurance',
      mias: 'mine',
    })) {
      for (const yes of ['si', 'Sí']) expect(await list(db, { narrowing: { [facet]: yes } })).toEqual([sid]);
      for (const no of ['no', '1', 'x'])
        expect(await list(db, { narrowing: { [facet]: no } })).toBeUndefined();
    }
    expect(await list(db, { narrowing: { marca: 'cordoba', origen: 'cordoba' } })).toEqual([]);
    expect(await list(db, { narrowing: { marca: 'cordoba', mias: 'no' } })).toBeUndefined();
    expect(
      buildFacets({ filters: { narrowing: { buscar: 'x', marca: 'y', mias: 'si' } }, context }),
    ).toHaveLength(2);
    expect(await list(db, { narrowing: { seguimiento: 'x' } })).toBeUndefined();
  });

  it('the facet of the follow-up holds what is on its side of each edge', async () => {
    const { db } = index();
    await fill(db, {
      answered: touched,
      contacted: { status: 'contacted' },
      appointment: { status: 'appointment' },
      won: { status: 'won' },
      lost: { status: 'lost' },
      new: {},
      due: { ...waiting, due_at: NOW },
      'soon, first': { ...waiting, due_at: NOW + 1 },
      'soon, last': { ...waiting, due_at: NOW + HOUR },
      'not soon': { ...waiting, due_at: NOW + HOUR + 1 },
      'soon, snoozed': { ...waiting, due_at: NOW + 1, snoozed_until: NOW + 1 },
      'soon, snooze ended': { ...waiting, due_at: NOW + 1, snoozed_until: NOW },
      'soon, answered': { ...touched, due_at: NOW + 1 },
      'seen here': { ...waiting },
      'seen by another': { ...waiting },
      'seen elsewhere': { ...waiting },
      'waiting, answered': { is_waiting: 1, status: 'answered' },
    });
    const seen = (sid: string, person_id = ME, agency_key: string = AGENCY) => ({
      person_id,
      agency_key,
      sid,
      momento: NOW,
      at: NOW,
    });
    await db
      .insertInto('seen')
      .values([seen('seen here'), seen('seen by another', OTHER), seen('seen elsewhere', ME, AGENCIES[1])])
      .execute();
    const holds: Record<(typeof FOLLOW_UP_FACET)[number], string[]> = {
      'sin-leer': [
        'due',
        'not soon',
        'seen by another',
        'seen elsewhere',
        'soon, first',
        'soon, last',
        'soon, snooze ended',
        'soon, snoozed',
      ],
      'por-vencer': ['soon, first', 'soon, last', 'soon, snooze ended'],
      'tarde-hoy': ['due'],
      'tarde-semana': [],
      'tarde-vieja': [],
      nueva: [
        'due',
        'new',
        'not soon',
        'seen by another',
        'seen elsewhere',
        'seen here',
        'soon, first',
        'soon, last',
        'soon, snooze ended',
        'soon, snoozed',
      ],
      respondida: ['answered', 'soon, answered', 'waiting, answered'],
      contactada: ['contacted'],
      cita: ['appointment'],
      ganada: ['won'],
      perdida: ['lost'],
      pospuesta: ['soon, snoozed'],
      volvio: ['soon, snooze ended'],
    };
    for (const seguimiento of FOLLOW_UP_FACET)
      expect([seguimiento, await list(db, { narrowing: { seguimiento } })]).toEqual([
        seguimiento,
        holds[seguimiento],
      ]);
    expect(await list(db, { narrowing: { seguimiento: 'Volvió' } })).toEqual(holds.volvio);
  });

  it('what is late is late since today, since the week before, or since earlier', async () => {
    const { db } = index();
    const today = dayAt(NOW, ZONE);
    const midnight = startOfDay(today, ZONE);
    const weekAgo = startOfDay(addDays(today, -OLD_AFTER_DAYS), ZONE);
    const due = (due_at: number) => ({ ...waiting, due_at });
    await fill(db, {
      'due now': due(NOW),
      'not due yet': due(NOW + 1),
      'first of today': due(midnight),
      'last of yesterday': due(midnight - 1),
      'first of the week': due(weekAgo),
      'last before': due(weekAgo - 1),
      'year 1': due(-62_135_596_800_000),
      snoozed: { ...due(NOW), snoozed_until: NOW + 1 },
      answered: { ...touched, due_at: NOW },
    });
    const late = {
      'tarde-hoy': ['due now', 'first of today'],
      'tarde-semana': ['first of the week', 'last of yesterday'],
    };
    for (const [seguimiento, sids] of Object.entries({ ...late, 'tarde-vieja': ['last before', 'year 1'] }))
      expect(await list(db, { narrowing: { seguimiento } })).toEqual(sids);
  });

  it('what entered a list since a time is what arrived, returned, became due or was claimed after it', async () => {
    const { db } = index();
    const SINCE = NOW - HOUR;
    const QUARTER = HOUR / 4;
    const arrival = { ...waiting, claimed_by: ME, at: SINCE, first_seen_at: SINCE + 1 };
    await fill(db, {
      arrived: arrival,
      'arrived before': { ...arrival, first_seen_at: SINCE },
      'just recent': { ...arrival, at: SINCE - QUARTER + 1 },
      'old, first read': { ...arrival, at: SINCE - QUARTER },
      'old, later': { ...arrival, at: SINCE - QUARTER, agency_key: AGENCIES[1], first_seen_at: SINCE + 2 },
      'old, at the end of the first read': { ...arrival, at: SINCE - QUARTER, agency_key: AGENCIES[1] },
      returned: { ...waiting, snoozed_until: SINCE + 1 },
      'returned now': { ...waiting, snoozed_until: NOW, due_at: NOW - 9 * HOUR },
      'returned before': { ...waiting, snoozed_until: SINCE },
      'returns later': { ...waiting, snoozed_until: NOW + 1 },
      due: { ...waiting, due_at: SINCE + 1 },
      'due now': { ...waiting, due_at: NOW },
      'due before': { ...waiting, due_at: SINCE },
      'due later': { ...waiting, due_at: NOW + 1 },
      'due, answered': { ...touched, due_at: NOW, snoozed_until: NOW + 1 },
      claimed: { ...touched, claimed_by: ME },
      'claimed before': { ...touched, claimed_by: ME },
      'claimed elsewhere': { ...touched, claimed_by: ME },
    });
    await db
      .updateTable('indexed_agency')
      .set({ full_read_at: null })
      .where('agency_key', '=', AGENCY)
      .execute();
    await db
      .updateTable('indexed_agency')
      .set({ full_read_at: SINCE + 1 })
      .where('agency_key', '=', AGENCIES[1])
      .execute();
    const change = (sid: string, changed_at: number, agency_key: string = AGENCY) => ({
      agency_key,
      sid,
      momento: NOW,
      lost_reason: null,
      claimed_by: ME,
      snoozed_until: null,
      touched_at: null,
      touched_by: null,
      touched_how: null,
      contacted_at: null,
      contacted_by: null,
      changed_at,
    });
    await db
      .insertInto('follow_up')
      .values([
        change('claimed', SINCE + 1),
        change('claimed before', SINCE),
        change('claimed elsewhere', SINCE + 1, AGENCIES[1]),
      ])
      .execute();
    const entered = (view?: Filters['view'], narrowing: Filters['narrowing'] = {}) =>
      list(db, { view, narrowing, gainedSince: SINCE });
    const arrivals = ['arrived', 'just recent', 'old, later'];
    expect(await entered()).toEqual(arrivals);
    expect(await entered('esperando')).toEqual([...arrivals, 'returned', 'returned now']);
    expect(await entered('tarde')).toEqual(['due', 'due now', 'returned now']);
    expect(await entered('mias')).toEqual(['arrived', 'claimed', 'just recent', 'old, later']);
    expect(await entered('hoy')).toEqual(arrivals);
    expect(await entered('pospuestas')).toEqual([]);
    expect(await entered(undefined, { mias: 'si' })).toEqual([
      'arrived',
      'claimed',
      'just recent',
      'old, later',
    ]);
    expect(await list(db, { gainedSince: 0, view: 'tarde' })).not.toEqual([]);
  });

  it('parts of a list become one statement', async () => {
    const { db } = index();
    await fill(db, { a: waiting, b: { ...touched, snoozed_until: NOW } });
    const parts = BUILT_IN_VIEW_NAMES.flatMap((view) => viewParts(view, context)).map((part) =>
      partQuery(db, part, { scope: EVERYBODY, where: [] }).select('i.sid'),
    );
    const { rows } = await unionAll(parts).execute(db);
    expect((rows as { sid: string }[]).map(({ sid }) => sid).toSorted()).toEqual(['a', 'a', 'b', 'b', 'b']);
  });
});
