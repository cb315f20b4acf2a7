import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Hours } from '#contract/hours.ts';
import { BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import { type DeskCall, createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import { fetchFollowUpsByNumber, fetchSeenNumbers } from '#gateway/follow-up/store.ts';
import { parseExactJson } from '#gateway/forward/exact-json.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchHoursByAgency } from '#gateway/hours/store.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchVisibleViews } from '#gateway/views/store.ts';
import { toAuditChanges } from '#gateway/erasure/buyer-request.ts';
import { eraseBuyerData } from '#gateway/erasure/erase-buyer.ts';
import { fetchBuyerInquiries, fetchBuyerKeys, findRepeatBuyers } from './buyers.ts';
import type { Filters, ListRequest } from './conditions.ts';
import { countFacets } from './facets.ts';
import { buildListContext, buildListRequest, parseSavedFilters } from './list-request.ts';
import { watchAgencies, WATCHED_MS } from './agencies.ts';
import { fetchFreshness, fetchIndexState } from './freshness.ts';
import {
  type Cursor,
  type ListedInquiry,
  type ListPage,
  countInquiries,
  fetchInquiry,
  fetchPage,
  resolveOrder,
} from './lists.ts';
import { type Scope, resolveSavedScope, resolveScope } from './scope.ts';
import { ViewCounts } from './view-counts.ts';

type Reads = ReturnType<Gateway['readAs']>;

/** Maximum rows per check; more than sids, since agencies may share one. */
const MAX_CHECKED = 200;

/** An inbox counts as open for this time after a request. */
const WATCH_MS = 2 * 60_000;
const MAX_WATCHED = 1000;

const CursorSchema = z.tuple([z.int(), z.int(), z.string(), z.string()]);

/** Routes of the inquiry index: lists, counts, facets, state, and inquiries of the same buyer. */
export function inquiryRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config, searches } = gateway;
  const viewCounts = new ViewCounts(now);

  /** Reads of a request, in the turn of its person. `isLong`: more than a page of an index. */
  const readFor = (
    { caller: { person }, signal }: Pick<DeskCall<unknown>, 'caller' | 'signal'>,
    isLong: boolean,
  ): Reads => gateway.readAs({ key: person.id, isLong, signal });

  /** End of the time, by scope, in which it is not marked as open again. */
  const watchedUntil = new Map<string, number>();

  /** Marks the inboxes of a scope as open: their agencies are swept more often. */
  async function markWatched(scope: Scope): Promise<void> {
    const key = scope.agencies?.join(' ') ?? '';
    if ((watchedUntil.get(key) ?? 0) > now()) return;
    if (watchedUntil.size >= MAX_WATCHED) watchedUntil.clear();
    watchedUntil.set(key, now() + WATCH_MS / 2);
    await ignoreDiskFull(
      watchAgencies(db, scope, {
        until: now() + WATCH_MS,
        at: now() + gateway.clock.pollInterval(WATCHED_MS),
      }),
    );
    gateway.wake('sweeps');
  }

  /** Length of a list; no count is needed for a single page. */
  async function fetchTotal(reads: Reads, list: ListRequest, page: ListPage): Promise<number> {
    return page.total ?? (page.next ? countInquiries(reads, list) : page.rows.length);
  }

  /** Opening hours by agency of the rows. */
  async function fetchRowHours(rows: readonly ListedInquiry[]): Promise<Record<string, Hours>> {
    const keys = rows.map(({ agency_key }) => agency_key);
    return Object.fromEntries(await fetchHoursByAgency(db, keys, config.timeZone));
  }

  /** Adds follow-up, read marks and repeat buyers to rows. */
  async function toListRows(reads: Reads, person: Person, rows: readonly ListedInquiry[]) {
    const numbers = rows.map(({ number }) => number);
    const [followUps, seen, repeats] = await Promise.all([
      fetchFollowUpsByNumber(db, numbers),
      fetchSeenNumbers(db, person, numbers),
      findRepeatBuyers(reads, resolveScope(person), numbers),
    ]);
    return rows.map(({ number, agency_key, due_at, data }) => ({
      adminMail: agency_key,
      inquiry: parseExactJson(data) as Record<string, unknown>,
      followUp: followUps.get(number) ?? null,
      seen: seen.has(number),
      dueAt: due_at,
      earlierFromBuyer: repeats.has(number),
    }));
  }

  registerDeskRoutes(app, gateway, {
    async findInquiries(call) {
      const { query } = call;
      const { person } = call.caller;
      const reads = readFor(call, Boolean(query.buscar));
      const request = buildListRequest(gateway, person, query);
      const list = { ...request, filters: { ...request.filters, gainedSince: query.novedades } };
      await markWatched(list.scope);
      const page = await fetchPage(reads, list, {
        order: resolveOrder(list.filters, query.orden),
        after: query.cursor === undefined ? undefined : parseCursor(query.cursor),
        limit: query.limite ?? PAGE_SIZE,
        searches,
      });
      const [rows, total, hours, freshness] = await Promise.all([
        toListRows(reads, person, page.rows),
        query.cursor === undefined ? fetchTotal(readFor(call, true), list, page) : null,
        fetchRowHours(page.rows),
        fetchFreshness(db, list.scope),
      ]);
      return {
        rows,
        next: page.next ? Buffer.from(JSON.stringify(page.next)).toString('base64url') : null,
        total,
        readAt: list.context.now,
        hours,
        ...freshness,
      };
    },
    async checkInquiries(call) {
      const { sid: sids, ...query } = call.query;
      const { person } = call.caller;
      const reads = readFor(call, Boolean(query.buscar));
      const list = buildListRequest(gateway, person, query);
      const page = (filters: Filters) =>
        fetchPage(reads, { ...list, filters: { ...filters, sids } }, { order: 'newest', limit: MAX_CHECKED });
      const [all, matching] = await Promise.all([page({ narrowing: {} }), page(list.filters)]);
      const matchingNumbers = new Set(matching.rows.map(({ number }) => number));
      const [rows, hours] = await Promise.all([toListRows(reads, person, all.rows), fetchRowHours(all.rows)]);
      return {
        rows: all.rows.flatMap(({ number, sid }, at) => {
          const row = rows[at];
          return row ? Object.assign(row, { sid, matches: matchingNumbers.has(number) }) : [];
        }),
        readAt: list.context.now,
        hours,
      };
    },
    async countInquiries(call) {
      const { agencia, guardadas = [] } = call.query;
      const { person } = call.caller;
      const scope = resolveScope(person, agencia);
      await markWatched(scope);
      const context = buildListContext(gateway, person);
      const views = guardadas.length > 0 ? await fetchVisibleViews(db, person) : [];
      const saved = views.filter(({ id }) => guardadas.includes(id));
      const lists: ListRequest[] = [
        ...BUILT_IN_VIEW_NAMES.map((view) => ({ scope, filters: { view, narrowing: {} }, context })),
        { scope, filters: { view: 'pospuestas', narrowing: { seguimiento: 'volvio' } }, context },
        ...saved.map(({ search }) => ({
          scope: resolveSavedScope(person, search) ?? scope,
          filters: parseSavedFilters(search, context),
          context,
        })),
      ];
      const counts = await viewCounts.fetch(db, readFor(call, true), lists);
      const [back = 0, ...savedCounts] = counts.slice(BUILT_IN_VIEW_NAMES.length);
      return {
        builtIn: Object.fromEntries(
          BUILT_IN_VIEW_NAMES.map((view, index) => [view, counts[index] ?? 0]),
        ) as Record<(typeof BUILT_IN_VIEW_NAMES)[number], number>,
        saved: Object.fromEntries(saved.map(({ id }, index) => [id, savedCounts[index] ?? 0])),
        back,
        ...(await fetchFreshness(db, scope)),
      };
    },
    async listFacets(call) {
      const list = buildListRequest(gateway, call.caller.person, call.query);
      const facets = await countFacets(readFor(call, true), list, call.signal);
      return { ...facets, ...(await fetchFreshness(db, list.scope)) };
    },
    viewIndexState: async (call) => ({
      agencies: await fetchIndexState(readFor(call, true), resolveScope(call.caller.person)),
    }),
    async viewIndexedInquiry({ caller: { person }, params: { adminMail, sid } }) {
      const scope = resolveScope(person, [adminMail]);
      const indexedInquiry = await fetchInquiry(db, scope, sid.toUpperCase());
      if (!indexedInquiry) throw createProblem('not-found');
      return {
        inquiry: parseExactJson(indexedInquiry.data) as Record<string, unknown>,
        asOf: indexedInquiry.last_seen_at,
      };
    },
    async listOfBuyer(call) {
      const { adminMail, sid } = call.params;
      const inquiry = { agency_key: mailKey(adminMail), sid: sid.toUpperCase() };
      const otherInquiries = await fetchBuyerInquiries(
        readFor(call, false),
        resolveScope(call.caller.person),
        inquiry,
      );
      if (!otherInquiries) throw createProblem('not-found');
      const followUps = await fetchFollowUpsByNumber(
        db,
        otherInquiries.map(({ number }) => number),
      );
      return {
        inquiries: otherInquiries.map(({ number, agency_key, sid: otherSid, data, reasons }) => ({
          adminMail: agency_key,
          sid: otherSid,
          inquiry: parseExactJson(data) as Record<string, unknown>,
          followUp: followUps.get(number) ?? null,
          reasons,
        })),
      };
    },
    async eraseBuyer({ caller: { person }, params: { adminMail, sid }, request }) {
      const inquiry = { agency_key: mailKey(adminMail), sid: sid.toUpperCase() };
      const keys = await fetchBuyerKeys(db, resolveScope(person), inquiry);
      if (!keys) throw createProblem('not-found');
      const counts = await eraseBuyerData(db, keys, now());
      request.audit.changes = toAuditChanges(counts, {});
      return { inquiries: counts.inquiries };
    },
  });
}

/** @throws ProblemError 400 */
function parseCursor(text: string): Cursor {
  try {
    const read = z.safeParse(CursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (read.success) return read.data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw createValidationProblem({ cursor: 'invalid' });
}
