import type { CompiledQuery, Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import { defaultHours } from '#contract/hours.ts';
import type { Engine } from '#database/database.ts';
import { createReader } from '#database/reads.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onEachEngine } from '#testing/engines.ts';
import { explain } from '#testing/explain.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { syncAgencies } from './absent-agencies.ts';
import type { Filters, ListRequest } from './conditions.ts';
import { countFacets } from './facets.ts';
import { countInquiries, fetchPage, resolveOrder } from './lists.ts';
import type { Scope } from './scope.ts';
import { upsertInquiries } from './store.ts';

// The plans of the statements that lists, counts and facets run: with a million inquiries, a scan or a sort of all of them
// takes seconds.

const NOW = Date.parse('2026-11-16T12:00:00-03:00');
const ZONE = 'America/Argentina/Buenos_Aires';
const AGENCIES = ['ventas@ruta9.example', 'ventas@otra.example', 'ventas@sur.example'];
const [AGENCY = ''] = AGENCIES;
const context = { me: '01JCPERSONPERSONPERSONPERS', now: NOW, zone: ZONE };

const scope = (agencies: Scope['agencies'], ownInquiriesIn: string[] = []): Scope => ({
  agencies,
  ownInquiriesIn,
  operator: 'ana@x.example',
});
/** One agency, several, all, and own inquiries of one and of some. */
const SCOPES = [
  scope([AGENCY]),
  scope(AGENCIES),
  scope(undefined),
  scope([AGENCY], [AGENCY]),
  scope(AGENCIES, [AGENCY]),
];
const VIEWS = [undefined, ...BUILT_IN_VIEW_NAMES];
/** One facet of each kind of condition; on PostgreSQL `npm test` tries the first ones. */
const FILTERS: Partial<Filters>[] = [
  {},
  { narrowing: { marca: 'Ford' } },
  { narrowing: { mias: 'si' } },
  { narrowing: { seguimiento: 'sin-leer' } },
  ...['nueva', 'por-vencer', 'pospuesta', 'volvio'].map((seguimiento) => ({ narrowing: { seguimiento } })),
  { narrowing: { permuta: 'si' } },
  { operador: 'beto@x.example' },
  { externalid: 'U-1' },
  { from: NOW - 86_400_000, to: NOW },
];
const FIRST_FILTERS = 4;
const SEARCHES = ['ana', '0351 15-555-0111', '01JCINQUIRY000000000000001'];

interface Statement {
  list: ListRequest;
  /** Lines of its plan. */
  plan: string[];
}

/** A database that notes the plans of the statements it runs. */
async function openPlannedIndex(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const { db, close } = await openGatewayDatabase(clone.target);
  await syncAgencies(
    db,
    AGENCIES.map((adminMail) => ({ adminMail })),
    NOW,
  );
  for (const agency of AGENCIES)
    await upsertInquiries(
      db,
      [
        {
          Momento: new Date(NOW).toISOString(),
          Auto: {},
          Interesado: { Nombre: 'Ana' },
          _links: { self: { href: `/v3/consultas/${agency}/01JCINQUIRY000000000000001` } },
        },
      ],
      { agency, discoverySource: 'list', hours: defaultHours(ZONE), now: NOW },
    );
  const plans: string[][] = [];
  const { readAs } = createReader<GatewayTables>({
    isPostgres: engine === 'postgres',
    slots: 2,
    async execute<Row>(query: CompiledQuery) {
      plans.push(await explain(db, engine, query));
      return (await db.executeQuery(query)).rows as Row[];
    },
  });
  const reads = readAs({ key: 'me' });
  return {
    async plan(list: ListRequest, run: (reads: Kysely<GatewayTables>) => Promise<unknown>) {
      await run(reads);
      return plans.splice(0).map((plan): Statement => ({ list, plan }));
    },
    async [Symbol.asyncDispose]() {
      await close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

function* listRequests(
  filtersOfLists: readonly Partial<Filters>[],
  searches: readonly (string | undefined)[] = [undefined],
) {
  for (const scopeOfList of SCOPES)
    for (const view of VIEWS)
      for (const filter of filtersOfLists)
        for (const buscar of searches) {
          const narrowing = { ...filter.narrowing, buscar };
          const list: ListRequest = {
            scope: scopeOfList,
            context,
            filters: { view, ...filter, narrowing },
          };
          yield list;
        }
}

/** Fetches the first page of a list and the one after a cursor. */
async function fetchPages(
  reads: Kysely<GatewayTables>,
  list: ListRequest,
  requested?: 'nuevas' | 'antiguas',
): Promise<void> {
  const order = resolveOrder(list.filters, requested);
  if (requested && order === resolveOrder(list.filters)) return;
  await fetchPage(reads, list, { order, limit: 25 });
  await fetchPage(reads, list, { order, limit: 25, after: [NOW, NOW, '01JC', AGENCY] });
}

/** Different plans, each with a list that has it. */
const describePlans = (statements: readonly Statement[]) =>
  [...new Map(statements.map(({ plan, list }) => [plan.join('\n'), list]))].map(
    ([plan, { scope: scopeOfList, filters }]) => `${JSON.stringify([scopeOfList, filters])}\n${plan}`,
  );

const isInquiryScan = (line: string) => /^SCAN (?:i|inquiry|follow_up)\b/.test(line);
const isInquiryRead = (line: string) => /^(?:SCAN|SEARCH) i\b/.test(line);
const isSort = (line: string) => line === 'USE TEMP B-TREE FOR ORDER BY';
const hasSeveralAgencies = ({ agencies }: Scope) => agencies?.length !== 1;

onEachEngine((engine) => {
  const filters = FILTERS.slice(
    0,
    engine === 'sqlite' ? undefined : propertyRuns(FIRST_FILTERS, FILTERS.length),
  );

  it('pages read an index in the order of the list, and sort only what is snoozed, due or claimed', async () => {
    await using index = await openPlannedIndex(engine);
    const statements: Statement[] = [];
    for (const list of listRequests(filters))
      for (const order of [undefined, 'nuevas', 'antiguas'] as const)
        statements.push(...(await index.plan(list, (reads) => fetchPages(reads, list, order))));
    const isBounded =
      engine === 'sqlite'
        ? ({ list, plan }: Statement) =>
            plan
              .filter(isInquiryScan)
              .every(
                (line) =>
                  hasSeveralAgencies(list.scope) &&
                  /^SCAN i USING INDEX inquiry_(?:by_moment|waiting)$/.test(line),
              ) &&
            (!plan.some(isSort) ||
              plan
                .filter(isInquiryRead)
                .some((line) => / inquiry_(?:snoozed|(?:waiting_by_due|pending) \(.*due_at)/.test(line)))
        : ({ plan }: Statement) =>
            !plan.some((line) => line.includes('Seq Scan on inquiry')) &&
            (!plan.some((line) => /^(?:-> +)?Sort$/.test(line)) ||
              plan.some((line) =>
                /inquiry_(?:snoozed|pending|waiting|claimed)|One-Time Filter: false/.test(line),
              ));
    expect(describePlans(statements.filter((statement) => !isBounded(statement)))).toEqual([]);
  });

  it('searches, checks of rows and new rows read what they find, and scan nothing', async () => {
    await using index = await openPlannedIndex(engine);
    const statements: Statement[] = [];
    for (const list of listRequests(filters.slice(0, 2), SEARCHES)) {
      statements.push(...(await index.plan(list, (reads) => fetchPages(reads, list))));
      statements.push(...(await index.plan(list, (reads) => countInquiries(reads, list))));
    }
    for (const filter of [{ sids: ['01JCINQUIRY000000000000001'] }, { gainedSince: NOW - 1 }])
      for (const list of listRequests([{ narrowing: {}, ...filter }], [undefined, 'ana']))
        statements.push(...(await index.plan(list, (reads) => fetchPages(reads, list))));
    const isScan = (line: string) => isInquiryScan(line) || line.includes('Seq Scan on inquiry');
    expect(describePlans(statements.filter(({ plan }) => plan.some(isScan)))).toEqual([]);
  });

  it('counts read an index, over several agencies that of each', async () => {
    await using index = await openPlannedIndex(engine);
    const statements: Statement[] = [];
    for (const list of listRequests(filters))
      statements.push(...(await index.plan(list, (reads) => countInquiries(reads, list))));
    const isBounded =
      engine === 'sqlite'
        ? ({ list, plan }: Statement) =>
            plan
              .filter(isInquiryScan)
              .every(
                (line) => list.scope.agencies === undefined && / USING (?:COVERING )?INDEX /.test(line),
              ) && !plan.some((line) => line.includes('TEMP B-TREE'))
        : ({ plan }: Statement) => !plan.some((line) => line.includes('Seq Scan on inquiry'));
    expect(describePlans(statements.filter((statement) => !isBounded(statement)))).toEqual([]);
  });

  it('facets read some agencies at a time by an index', async () => {
    await using index = await openPlannedIndex(engine);
    const statements: Statement[] = [];
    for (const list of listRequests([{}], [undefined, 'ana']))
      statements.push(...(await index.plan(list, (reads) => countFacets(reads, list))));
    const isScan = (line: string) => isInquiryScan(line) || line.includes('Seq Scan on inquiry');
    expect(describePlans(statements.filter(({ plan }) => plan.some(isScan)))).toEqual([]);
  });
});
