import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_VIEW_NAMES, type BuiltInView } from '#contract/inbox-filter-names.ts';
import { FOLLOW_UP_FACET } from '#contract/follow-up/follow-up-state.ts';
import { countByView, queryInquiries, sortByView } from '#testing/inquiry-oracle.ts';
import { type QueryContext, createFollowUpIndex } from '#testing/waiting-oracle.ts';
import { sidOf } from '#contract/sid.ts';
import { onEachEngine } from '#testing/engines.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import type { Filters } from './conditions.ts';
import { countFacets } from './facets.ts';
import { type Cursor, countInquiries, fetchPage, resolveOrder } from './lists.ts';
import { SearchMatches } from './search-matches.ts';
import { type Scope, resolveScope } from './scope.ts';
import {
  ZONE,
  NOW,
  HOUR,
  AGENCIES,
  ME,
  type Inquiry,
  type Drawn,
  drawn,
  sidAt,
  Read,
  hoursAt,
  followUpFrom,
  openIndex,
  fillDrawn,
} from '#testing/drawn-index.ts';

const asked = fc.record({
  agencies: fc.option(fc.uniqueArray(fc.nat({ max: AGENCIES.length - 1 }), { minLength: 1 })),
  limited: fc.boolean(),
  view: fc.option(fc.constantFrom(...BUILT_IN_VIEW_NAMES)),
  days: fc.option(fc.nat({ max: 4 })),
  marca: fc.option(fc.constantFrom('ford', 'Fiat', 'Renault'), { freq: 3 }),
  permuta: fc.option(fc.constant('si'), { freq: 3 }),
  seguimiento: fc.option(fc.constantFrom(...FOLLOW_UP_FACET), { freq: 3 }),
  mias: fc.option(fc.constant('si'), { freq: 4 }),
  buscar: fc.option(
    fc.constantFrom(
      'ana',
      'pena',
      '555 0111',
      '0351 555-0111',
      '351',
      'ana ford',
      sidAt(1),
      '0',
      '0 km',
      '0agency',
      'local',
      'a',
      '…',
      'a f 1',
    ),
    {
      freq: 2,
    },
  ),
});

type AskedOf = typeof asked extends fc.Arbitrary<infer T> ? T : never;

/** Expected list: by agency from the oracle, then merged in list order. */
function expected(all: readonly Drawn[], inquiries: readonly Inquiry[], one: AskedOf) {
  const narrowing = Object.fromEntries(
    (['marca', 'permuta', 'seguimiento', 'mias', 'buscar'] as const).flatMap((name) =>
      one[name] === null ? [] : [[name, one[name]]],
    ),
  );
  const from = one.days === null ? -Infinity : NOW - one.days * 24 * HOUR;
  const rows = AGENCIES.flatMap((mail, agency) => {
    if (one.agencies && !one.agencies.includes(agency)) return [];
    const mine = inquiries.filter(
      (inquiry, index) =>
        all[index]?.agency === agency &&
        Date.parse(inquiry.Momento) >= from &&
        (!one.limited || agency !== 0 || inquiry.OperadorResponsable === 'ana@x.example'),
    );
    const about: QueryContext = {
      followUpIndex: createFollowUpIndex({
        followUps: all.flatMap((drawnOne, index) => followUpFrom(drawnOne, sidAt(index))),
        seen: all.flatMap(({ seen }, index) => (seen ? [sidAt(index)] : [])),
      }),
      me: ME,
      now: NOW,
      hours: hoursAt(agency),
      zone: ZONE,
    };
    const entries = mine.map((inquiry) => Read.parse(inquiry));
    const arranged = queryInquiries(entries, { narrowing, view: one.view ?? undefined }, about, {
      facets: true,
    });
    const counts = countByView(entries, about);
    return [{ mail, about, ...arranged, counts }];
  });
  return rows;
}

function sorted(rows: ReturnType<typeof expected>, view: BuiltInView | null): string[] {
  const entries = rows.flatMap(({ entries: ofAgency, about }) =>
    ofAgency.map((entry) => ({ entry, context: about })),
  );
  return sortByView(view ?? undefined, entries).map(({ entry }) => sidOf(entry) ?? '');
}

function scopeIn({ agencies, limited }: AskedOf): Scope {
  const ownInquiriesIn = limited && (!agencies || agencies.includes(0)) ? [AGENCIES[0]] : [];
  return {
    agencies: agencies?.map((index) => AGENCIES[index] ?? ''),
    ownInquiriesIn,
    operator: 'ana@x.example',
  };
}

onEachEngine((engine) => {
  describe('lists of the index', () => {
    it('hold what the rules say, in their order, page after page, with exact counts and facets', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await fc.assert(
        fc.asyncProperty(
          fc.array(drawn, { maxLength: 40 }),
          fc.array(asked, { minLength: 50, maxLength: 50 }),
          fc.integer({ min: 3, max: 20 }),
          async (all, questions, limit) => {
            const inquiries = await fillDrawn(db, all);
            for (const one of questions) {
              const rows = expected(all, inquiries, one);
              const filters: Filters = {
                view: one.view ?? undefined,
                from: one.days === null ? undefined : NOW - one.days * 24 * HOUR,
                narrowing: {
                  marca: one.marca ?? undefined,
                  permuta: one.permuta ?? undefined,
                  seguimiento: one.seguimiento ?? undefined,
                  mias: one.mias ?? undefined,
                  buscar: one.buscar ?? undefined,
                },
              };
              const list = { scope: scopeIn(one), filters, context: { me: ME, now: NOW, zone: ZONE } };
              const order = resolveOrder(filters);
              const sids: string[] = [];
              let after: Cursor | undefined;
              const searches = new SearchMatches(() => NOW);
              do {
                const page = await fetchPage(db, list, { order, after, limit, searches });
                sids.push(...page.rows.map(({ sid }) => sid));
                after = page.next;
              } while (after);
              expect(sids).toEqual(sorted(rows, one.view));
              expect(await countInquiries(db, list)).toBe(sids.length);
              const { facets, total } = await countFacets(db, list);
              expect(total).toBe(sids.length);
              for (const name of ['marca', 'seguimiento', 'mias', 'permuta', 'provincia'] as const) {
                const counts = new Map<string, number>();
                for (const { facets: ofAgency } of rows)
                  for (const { value, count } of ofAgency?.[name] ?? [])
                    counts.set(value, (counts.get(value) ?? 0) + count);
                const given = new Map(facets[name].map(({ value, count }) => [value, count]));
                expect(
                  new Map([...given].filter(([, count]) => count > 0)),
                  `${name} of ${JSON.stringify(one)}`,
                ).toEqual(new Map([...counts].filter(([, count]) => count > 0)));
              }
              for (const view of one.view ||
              one.marca ||
              one.permuta ||
              one.seguimiento ||
              one.mias ||
              one.buscar
                ? []
                : BUILT_IN_VIEW_NAMES)
                expect(await countInquiries(db, { ...list, filters: { ...filters, view } })).toBe(
                  rows.reduce((sum, { counts }) => sum + (counts[view] ?? 0), 0),
                );
            }
          },
        ),
        { numRuns: engine === 'sqlite' ? propertyRuns(8, 150) : propertyRuns(4, 30) },
      );
    });
  });
});

describe('a scope', () => {
  const person = {
    id: ME,
    mail: 'Ana@x.example',
    name: 'Ana',
    role: 'seller' as const,
    agencies: [AGENCIES[0], AGENCIES[1]],
    ownInquiriesIn: [AGENCIES[0]],
    lastAgency: null,
  };

  it('is never wider than what the person may see', () => {
    expect(resolveScope(person)).toEqual({
      agencies: [AGENCIES[0], AGENCIES[1]],
      ownInquiriesIn: [AGENCIES[0]],
      operator: 'ana@x.example',
    });
    expect(resolveScope(person, [AGENCIES[1].toUpperCase()])).toMatchObject({
      agencies: [AGENCIES[1]],
      ownInquiriesIn: [],
    });
    expect(() => resolveScope(person, [AGENCIES[2]])).toThrow(
      expect.objectContaining({ name: 'ProblemError' }),
    );
  });
});
