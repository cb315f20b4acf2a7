import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import type { FoundQuery } from '#contract/desk/inquiries.ts';
import { NARROWING, VIEWS } from '#contract/queue-names.ts';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import { followUpsBySid, seenAmong } from '#gateway/follow-up/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { viewsFor } from '#gateway/views/store.ts';
import { inquiriesOfBuyer, ofEarlierBuyers } from './buyers.ts';
import type { Filters } from './conditions.ts';
import { facetsOf } from './facets.ts';
import { instantsOf, savedFilters } from './filters.ts';
import { WATCHED_MS, freshnessOf, stateOf, watchAgencies } from './agencies.ts';
import { type Cursor, type Listed, countOf, orderOf, pageOf } from './lists.ts';
import { type Scope, scopeOf } from './scope.ts';

/** decided: as many as the service puts on a page. */
const ROWS = 25;

/** So long after an inbox was asked for somebody is taken to look at it. */
const WATCH_MS = 2 * 60_000;
const MOST_WATCHED = 1000;

const CursorRead = z.tuple([z.number(), z.number(), z.string(), z.string()]);

/** What the inbox asks of the index: lists, counts, facets, and who asked before. */
export function inquiryRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;

  const presentOf = (person: Person) => ({ me: person.id, now: now(), zone: config.timeZone });
  const asked = (person: Person, query: Omit<FoundQuery, 'orden' | 'cursor' | 'limite'>) => ({
    scope: scopeOf(person, query.agencia),
    filters: filtersIn(query),
    present: presentOf(person),
  });
  const filtersIn = (query: Omit<FoundQuery, 'orden' | 'cursor' | 'limite'>): Filters => ({
    view: query.vista,
    ...instantsOf(query, config.timeZone),
    operador: query.operador,
    externalid: query.externalid,
    narrowing: Object.fromEntries(NARROWING.map((name) => [name, query[name]])),
  });

  /** Until when it was noted that somebody looks at the agencies of a scope. */
  const watched = new Map<string, number>();

  /** Somebody looks at these inboxes: for a while they are read more often. */
  async function watch(scope: Scope): Promise<void> {
    const key = scope.agencies?.join(' ') ?? '';
    if ((watched.get(key) ?? 0) > now()) return;
    if (watched.size >= MOST_WATCHED) watched.clear();
    watched.set(key, now() + WATCH_MS / 2);
    await watchAgencies(db, scope, { until: now() + WATCH_MS, at: now() + WATCHED_MS });
    gateway.sweepsDue();
  }

  /** The rows of a page with what this gateway knows of them beside the inquiry. */
  async function rowsFor(person: Person, rows: readonly Listed[]) {
    const beside = await Promise.all(
      [...Map.groupBy(rows, ({ agency_key }) => agency_key)].map(async ([agency, listed]) => {
        const sids = listed.map(({ sid }) => sid);
        const [followUps, seen] = await Promise.all([
          followUpsBySid(db, agency, sids),
          seenAmong(db, person, agency, sids),
        ]);
        return [agency, { followUps, seen }] as const;
      }),
    );
    const besideOf = new Map(beside);
    const earlier = await ofEarlierBuyers(
      db,
      scopeOf(person),
      rows.map(({ number }) => number),
    );
    return rows.map(({ number, agency_key, sid, due_at, data }) => ({
      adminMail: agency_key,
      inquiry: JSON.parse(data) as Record<string, unknown>,
      followUp: besideOf.get(agency_key)?.followUps.get(sid) ?? null,
      seen: besideOf.get(agency_key)?.seen.has(sid) ?? false,
      dueAt: due_at,
      earlierFromBuyer: earlier.has(number),
    }));
  }

  serveDesk(app, gateway, {
    async findInquiries({ caller: { person }, query }) {
      const list = asked(person, query);
      await watch(list.scope);
      const page = await pageOf(db, list, {
        order: orderOf(list.filters, query.orden),
        after: query.cursor === undefined ? undefined : cursorIn(query.cursor),
        limit: query.limite ?? ROWS,
      });
      return {
        rows: await rowsFor(person, page.rows),
        next: page.next ? Buffer.from(JSON.stringify(page.next)).toString('base64url') : null,
        ...(await freshnessOf(db, list.scope)),
      };
    },
    async countInquiries({ caller: { person }, query }) {
      const scope = scopeOf(person, query.agencia);
      await watch(scope);
      const present = presentOf(person);
      const count = (filters: Filters) => countOf(db, { scope, filters, present });
      const views = await viewsFor(db, person);
      const [builtIn, saved] = await Promise.all([
        Promise.all(VIEWS.map(async (view) => [view, await count({ view, narrowing: {} })] as const)),
        Promise.all(
          views.map(async ({ id, search }) => [id, await count(savedFilters(search, present))] as const),
        ),
      ]);
      return {
        builtIn: Object.fromEntries(builtIn) as Record<(typeof VIEWS)[number], number>,
        saved: Object.fromEntries(saved),
        ...(await freshnessOf(db, scope)),
      };
    },
    async listFacets({ caller: { person }, query }) {
      const list = asked(person, query);
      return { ...(await facetsOf(db, list)), ...(await freshnessOf(db, list.scope)) };
    },
    viewIndexState: async ({ caller: { person } }) => ({ agencies: await stateOf(db, scopeOf(person)) }),
    async listOfBuyer({ caller: { person }, params: { adminMail, sid } }) {
      const inquiry = { agency_key: mailKey(adminMail), sid: sid.toUpperCase() };
      const found = await inquiriesOfBuyer(db, scopeOf(person), inquiry);
      if (!found) throw refusal('not-found');
      const followUps = new Map<string, FollowUp>();
      for (const [agency, rows] of Map.groupBy(found, ({ agency_key }) => agency_key))
        for (const [one, followUp] of await followUpsBySid(
          db,
          agency,
          rows.map((row) => row.sid),
        ))
          followUps.set(`${agency} ${one}`, followUp);
      return {
        inquiries: found.map(({ agency_key, sid: one, data, reasons }) => ({
          adminMail: agency_key,
          sid: one,
          inquiry: JSON.parse(data) as Record<string, unknown>,
          followUp: followUps.get(`${agency_key} ${one}`) ?? null,
          reasons,
        })),
      };
    },
  });
}

/** @throws ProblemError 400 */
function cursorIn(text: string): Cursor {
  try {
    const read = z.safeParse(CursorRead, JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (read.success) return read.data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw invalid({ cursor: 'invalid' });
}
