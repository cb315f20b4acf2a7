import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Hours } from '#contract/hours.ts';
import { BUILT_IN_VIEW_NAMES } from '#contract/queue-names.ts';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import { followUpsByNumber, seenNumbers } from '#gateway/follow-up/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { hoursByAgency } from '#gateway/hours/store.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { viewsFor } from '#gateway/views/store.ts';
import { fetchBuyerInquiries, fetchBuyerKeys, findRepeatBuyers } from './buyers.ts';
import type { Filters } from './conditions.ts';
import { eraseBuyer } from './erasure.ts';
import { countFacets } from './facets.ts';
import { savedFilters } from './filters.ts';
import { WATCHED_MS, fetchFreshness, fetchIndexState, watchAgencies } from './agencies.ts';
import {
  type Cursor,
  type ListRequest,
  type Listed,
  type Page,
  countInquiries,
  fetchInquiry,
  fetchPage,
  resolveOrder,
} from './lists.ts';
import { listRequest, presentFor } from './request.ts';
import { type Scope, resolveScope, savedScope } from './scope.ts';

/** decided: as many as the service puts on a page. */
const ROWS = 25;
/** Rows that are checked at once; more than sids, which agencies may have in common. */
const MOST_CHECKED = 200;

/** So long after an inbox was asked for somebody is taken to look at it. */
const WATCH_MS = 2 * 60_000;
const MOST_WATCHED = 1000;

const CursorRead = z.tuple([z.number(), z.number(), z.string(), z.string()]);

/** Routes of the inquiry index: lists, counts, facets, state, and inquiries of the same buyer. */
export function inquiryRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;

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

  /** Length of a list; its first page is enough where no other follows. */
  async function fetchTotal(list: ListRequest, page: Page): Promise<number> {
    return page.next ? countInquiries(db, list) : page.rows.length;
  }

  /** Opening hours of the agencies of some rows. */
  async function hoursFor(rows: readonly Listed[]): Promise<Record<string, Hours>> {
    const keys = rows.map(({ agency_key }) => agency_key);
    return Object.fromEntries(await hoursByAgency(db, keys, config.timeZone));
  }

  /** The rows of a page with what this gateway knows of them beside the inquiry. */
  async function rowsFor(person: Person, rows: readonly Listed[]) {
    const numbers = rows.map(({ number }) => number);
    const [followUps, seen, repeats] = await Promise.all([
      followUpsByNumber(db, numbers),
      seenNumbers(db, person, numbers),
      findRepeatBuyers(db, resolveScope(person), numbers),
    ]);
    return rows.map(({ number, agency_key, due_at, data }) => ({
      adminMail: agency_key,
      inquiry: JSON.parse(data) as Record<string, unknown>,
      followUp: followUps.get(number) ?? null,
      seen: seen.has(number),
      dueAt: due_at,
      earlierFromBuyer: repeats.has(number),
    }));
  }

  serveDesk(app, gateway, {
    async findInquiries({ caller: { person }, query }) {
      const request = listRequest(gateway, person, query);
      const list = { ...request, filters: { ...request.filters, gainedSince: query.novedades } };
      await watch(list.scope);
      const page = await fetchPage(db, list, {
        order: resolveOrder(list.filters, query.orden),
        after: query.cursor === undefined ? undefined : cursorIn(query.cursor),
        limit: query.limite ?? ROWS,
      });
      const [rows, total, hours, freshness] = await Promise.all([
        rowsFor(person, page.rows),
        query.cursor === undefined ? fetchTotal(list, page) : null,
        hoursFor(page.rows),
        fetchFreshness(db, list.scope),
      ]);
      return {
        rows,
        next: page.next ? Buffer.from(JSON.stringify(page.next)).toString('base64url') : null,
        total,
        readAt: list.present.now,
        hours,
        ...freshness,
      };
    },
    async checkInquiries({ caller: { person }, query: { sid: sids, ...query } }) {
      const list = listRequest(gateway, person, query);
      const page = (filters: Filters) =>
        fetchPage(db, { ...list, filters: { ...filters, sids } }, { order: 'newest', limit: MOST_CHECKED });
      const [all, matching] = await Promise.all([page({ narrowing: {} }), page(list.filters)]);
      const found = new Set(matching.rows.map(({ number }) => number));
      const [rows, hours] = await Promise.all([rowsFor(person, all.rows), hoursFor(all.rows)]);
      return {
        rows: all.rows.flatMap(({ number, sid }, at) => {
          const row = rows[at];
          return row ? Object.assign(row, { sid, matches: found.has(number) }) : [];
        }),
        readAt: list.present.now,
        hours,
      };
    },
    async countInquiries({ caller: { person }, query }) {
      const scope = resolveScope(person, query.agencia);
      await watch(scope);
      const present = presentFor(gateway, person);
      const count = (filters: Filters, of = scope) => countInquiries(db, { scope: of, filters, present });
      const saved = async ({ id, search }: { id: string; search: string }) => {
        const of = savedScope(person, search) ?? scope;
        return [id, await count(savedFilters(search, present), of)] as const;
      };
      const views = await viewsFor(db, person);
      const [builtIn, ofSaved, back] = await Promise.all([
        Promise.all(
          BUILT_IN_VIEW_NAMES.map(async (view) => [view, await count({ view, narrowing: {} })] as const),
        ),
        Promise.all(views.map(saved)),
        count({ view: 'pospuestas', narrowing: { seguimiento: 'volvio' } }),
      ]);
      return {
        builtIn: Object.fromEntries(builtIn) as Record<(typeof BUILT_IN_VIEW_NAMES)[number], number>,
        saved: Object.fromEntries(ofSaved),
        back,
        ...(await fetchFreshness(db, scope)),
      };
    },
    async listFacets({ caller: { person }, query }) {
      const list = listRequest(gateway, person, query);
      return { ...(await countFacets(db, list)), ...(await fetchFreshness(db, list.scope)) };
    },
    viewIndexState: async ({ caller: { person } }) => ({
      agencies: await fetchIndexState(db, resolveScope(person)),
    }),
    async viewIndexedInquiry({ caller: { person }, params: { adminMail, sid } }) {
      const scope = resolveScope(person, [adminMail]);
      const indexed = await fetchInquiry(db, scope, sid.toUpperCase());
      if (!indexed) throw refusal('not-found');
      return { inquiry: JSON.parse(indexed.data) as Record<string, unknown>, asOf: indexed.last_seen_at };
    },
    async listOfBuyer({ caller: { person }, params: { adminMail, sid } }) {
      const inquiry = { agency_key: mailKey(adminMail), sid: sid.toUpperCase() };
      const others = await fetchBuyerInquiries(db, resolveScope(person), inquiry);
      if (!others) throw refusal('not-found');
      const followUps = await followUpsByNumber(
        db,
        others.map(({ number }) => number),
      );
      return {
        inquiries: others.map(({ number, agency_key, sid: one, data, reasons }) => ({
          adminMail: agency_key,
          sid: one,
          inquiry: JSON.parse(data) as Record<string, unknown>,
          followUp: followUps.get(number) ?? null,
          reasons,
        })),
      };
    },
    async eraseBuyer({ caller: { person }, params: { adminMail, sid } }) {
      const inquiry = { agency_key: mailKey(adminMail), sid: sid.toUpperCase() };
      const keys = await fetchBuyerKeys(db, resolveScope(person), inquiry);
      if (!keys) throw refusal('not-found');
      return { inquiries: await eraseBuyer(db, keys, now()) };
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
