import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { Consulta } from '#contract/inquiries.ts';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import type { InquiryWindow } from '#contract/window.ts';
import { toBatches } from '#contract/to-batches.ts';
import { countRows } from '#database/count-rows.ts';
import { prepareQuery } from '#database/prepare-query.ts';
import { assertOwnAgency } from '#service/agencies/store.ts';
import type { Caller } from '#service/apps/store.ts';
import type { AgencyRow, InquiryRow, Tables } from '#service/tables.ts';

/** An inquiry without links, which are added when it is formatted. */
export type InquiryContent = Omit<Consulta, '_links'>;

export interface StoredInquiry {
  sid: string;
  consulta: InquiryContent;
}

/** An inquiry that arrives; `publishedBy`: the app whose publication received it; null: none, or not known. */
export interface ReceivedInquiry extends StoredInquiry {
  publishedBy: string | null;
}

/** An inquiry as it is stored. */
export type InquiryText = Pick<InquiryRow, 'sid' | 'body' | 'operator_key'>;

export interface InquiryFilter {
  window: Pick<InquiryWindow, 'from' | 'to'>;
  operator?: string | undefined;
  externalId?: string | undefined;
  page: number;
}

export type InquiryStore = ReturnType<typeof createInquiryStore>;

const INSERT_BATCH_SIZE = 500;
const MAX_CACHED_COUNTS = 5000;

export function createInquiryStore(db: Kysely<Tables>) {
  const counts = createCountCache(db);
  const listPage = preparePages(db);
  return {
    /** One page, newest first, and the total number of matching inquiries. */
    async list(
      caller: Caller,
      agency: AgencyRow,
      filter: InquiryFilter,
    ): Promise<{ total: number; inquiries: InquiryText[] }> {
      assertOwnAgency(caller, agency);
      const keys = toListKeys(agency, filter);
      const total = await counts.get(agency, keys);
      const offset = (filter.page - 1) * PAGE_SIZE;
      if (offset >= total) return { total, inquiries: [] };
      return { total, inquiries: await listPage(keys, offset) };
    },

    /** An inquiry of the agency that the caller sees, of any age. */
    async find(caller: Caller, agency: AgencyRow, sid: string): Promise<StoredInquiry | undefined> {
      assertOwnAgency(caller, agency);
      const publisher = getRequiredPublisher(agency);
      const row = await db
        .selectFrom('inquiries')
        .select(['sid', 'body'])
        .where((eb) => eb.and({ sid: sid.toUpperCase(), agency_key: agency.mail_key }))
        .$if(publisher !== undefined, (query) => query.where('published_by', '=', publisher ?? null))
        .executeTakeFirst();
      return row && parseStoredInquiry(row);
    },

    /** Saves inquiries of the agency with `insertInquiries`. `inTransaction` runs in the same transaction. */
    receive: (
      agency: AgencyRow,
      received: readonly ReceivedInquiry[],
      now: number,
      inTransaction?: (transaction: Transaction<Tables>) => Promise<unknown>,
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await insertInquiries(transaction, agency, received, now);
        await inTransaction?.(transaction);
      }),
  };
}

/** Saves inquiries of the agency; unknown responsible operators become its collaborators. */
export async function insertInquiries(
  transaction: Transaction<Tables>,
  agency: AgencyRow,
  received: readonly ReceivedInquiry[],
  now: number,
): Promise<void> {
  const inquiries = received.map(({ sid, consulta, publishedBy }) => ({
    sid,
    publishedBy,
    consulta: { ...consulta, OperadorResponsable: resolveOperator(agency, consulta) },
  }));
  const mails = new Set(received.flatMap(({ consulta }) => consulta.OperadorResponsable?.trim() || []));
  if (mails.size > 0)
    await transaction
      .insertInto('operators')
      .values(
        // Sorted: transactions that add the same operators do not deadlock.
        [...mails].toSorted().map((mail) => ({
          agency_key: agency.mail_key,
          mail_key: mail.toLowerCase(),
          mail,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const batch of toBatches(inquiries, INSERT_BATCH_SIZE))
    await transaction
      .insertInto('inquiries')
      .values(batch.map((inquiry) => createRow(agency, inquiry, now)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await transaction
    .updateTable('agencies')
    .set((eb) => ({ received_version: eb('received_version', '+', 1) }))
    .where('mail_key', '=', agency.mail_key)
    .execute();
}

/**
 * Caches totals: counting all rows costs more than reading a page. The agency's `received_version` is part of the key, so
 * every instance counts again after new inquiries.
 */
function createCountCache(db: Kysely<Tables>) {
  const cache = new Map<string, number>();
  return {
    async get({ received_version }: AgencyRow, keys: InquiryKeys): Promise<number> {
      const list = JSON.stringify([received_version, keys]);
      const cached = cache.get(list);
      if (cached !== undefined) return cached;
      const total = await countRows(db.selectFrom('inquiries').where(createCondition(keys)));
      cache.set(list, total);
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED_COUNTS && oldest !== undefined) cache.delete(oldest);
      return total;
    },
  };
}

/** Prepares the pages of lists with and without each filter. */
function preparePages(db: Kysely<Tables>) {
  const filters = ['publisher', 'operator', 'externalId'] as const;
  const prepare = (usedFilters: readonly (typeof filters)[number][]) =>
    prepareQuery(db, ['agency', 'from', 'to', ...usedFilters, 'offset'], ({ offset, ...keys }) => {
      // Select the sids from the index first: a deep page then reads only its own 25 bodies.
      const page = db
        .selectFrom('inquiries')
        .where(createCondition(keys))
        .select('sid')
        .orderBy('momento', 'desc')
        .orderBy('sid', 'desc')
        .limit(PAGE_SIZE)
        .offset(offset);
      return db
        .selectFrom(page.as('page'))
        .innerJoin('inquiries', 'inquiries.sid', 'page.sid')
        .select(['inquiries.sid', 'inquiries.body', 'inquiries.operator_key'])
        .orderBy('inquiries.momento', 'desc')
        .orderBy('inquiries.sid', 'desc');
    });
  const lists = new Map<string, ReturnType<typeof prepare>>();
  return (keys: InquiryKeys, offset: number): Promise<InquiryText[]> => {
    const usedFilters = filters.filter((name) => keys[name] !== undefined);
    const list = lists.get(usedFilters.join()) ?? prepare(usedFilters);
    lists.set(usedFilters.join(), list);
    return list({ publisher: undefined, operator: undefined, externalId: undefined, ...keys, offset });
  };
}

/** Responsible operator of an inquiry; the agency's administrator by default (field notes 2.5). */
export function resolveOperator(
  agency: Pick<AgencyRow, 'mail'>,
  { OperadorResponsable }: Pick<InquiryContent, 'OperadorResponsable'>,
): string {
  return OperadorResponsable?.trim() || agency.mail;
}

/** A made-up inquiry as it arrives: its publication is one of the app that invited the agency. */
export function receiveMadeUp(
  { app_key }: Pick<AgencyRow, 'app_key'>,
  { sid, consulta }: StoredInquiry,
): ReceivedInquiry {
  return { sid, consulta, publishedBy: consulta.Auto.ExternalId === '' ? null : app_key };
}

/** Last page with entries, at most LAST_PAGE. */
export function computeLastPage(total: number): number {
  return Math.min(LAST_PAGE, Math.max(1, Math.ceil(total / PAGE_SIZE)));
}

/** A filter as it is compared with columns. */
interface InquiryKeys {
  agency: string;
  from: number;
  to: number;
  /** Restricts the list to inquiries that publications of this app received. */
  publisher?: string;
  operator?: string;
  externalId?: string;
}

/** `operator`: the administrator's mail matches all inquiries, others those they are responsible for (decisions). */
function toListKeys(row: AgencyRow, { window, ...filter }: InquiryFilter): InquiryKeys {
  const { mail_key: agency } = row;
  const publisher = getRequiredPublisher(row);
  const operator = filter.operator?.toLowerCase();
  return {
    agency,
    from: window.from,
    to: window.to,
    ...(publisher !== undefined && { publisher }),
    ...(operator !== undefined && operator !== agency && { operator }),
    ...(filter.externalId !== undefined && { externalId: filter.externalId.toLowerCase() }),
  };
}

/**
 * The app whose publications an inquiry must have been received by to be seen with this association; undefined: the agency
 * has enabled the app for all (brief 4.5, rule 1).
 */
// decided: what the publications of another app received is of another kind, as is what no publication received.
function getRequiredPublisher({ app_key, other_inquiries }: AgencyRow): string | undefined {
  return other_inquiries === 1 ? undefined : app_key;
}

function createCondition({ agency, from, to, publisher, operator, externalId }: InquiryKeys) {
  return (eb: ExpressionBuilder<Tables, 'inquiries'>) =>
    eb.and([
      eb('agency_key', '=', agency),
      eb('momento', '>=', from),
      eb('momento', '<=', to),
      ...(publisher === undefined ? [] : [eb('published_by', '=', publisher)]),
      ...(operator === undefined ? [] : [eb('operator_key', '=', operator)]),
      ...(externalId === undefined ? [] : [eb('external_key', '=', externalId)]),
    ]);
}

function createRow(agency: AgencyRow, { sid, consulta, publishedBy }: ReceivedInquiry, now: number) {
  return {
    sid,
    agency_key: agency.mail_key,
    momento: Date.parse(consulta.Momento),
    operator_key: resolveOperator(agency, consulta).toLowerCase(),
    external_key: consulta.Auto.ExternalId.toLowerCase(),
    published_by: publishedBy,
    received_at: now,
    body: JSON.stringify(consulta),
  };
}

export function parseStoredInquiry({ sid, body }: Pick<InquiryRow, 'sid' | 'body'>): StoredInquiry {
  return { sid, consulta: JSON.parse(body) as InquiryContent };
}
