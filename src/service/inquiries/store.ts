import type { ExpressionBuilder, Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { Consulta } from '#contract/inquiries.ts';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import type { InquiryWindow } from '#contract/window.ts';
import { assertOwnAgency } from '#service/agencies/store.ts';
import type { Caller } from '#service/apps/store.ts';
import type { AgencyRow, InquiryRow, Tables } from '#service/tables.ts';

/** An inquiry without links, which are added when it is formatted. */
export type InquiryContent = Omit<Consulta, '_links'>;

export interface StoredInquiry {
  sid: string;
  consulta: InquiryContent;
}

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
  const counts = createCountCache();
  return {
    /** One page, newest first, and the total number of matching inquiries. */
    async list(
      caller: Caller,
      agency: AgencyRow,
      filter: InquiryFilter,
    ): Promise<{ total: number; inquiries: StoredInquiry[] }> {
      assertOwnAgency(caller, agency);
      const matching = db.selectFrom('inquiries').where(createCondition(agency, filter));
      const total = await counts.get(agency, filter, matching);
      const offset = (filter.page - 1) * PAGE_SIZE;
      if (offset >= total) return { total, inquiries: [] };
      // Select the sids from the index first: a deep page then reads only its own 25 bodies.
      const page = matching
        .select('sid')
        .orderBy('momento', 'desc')
        .orderBy('sid', 'desc')
        .limit(PAGE_SIZE)
        .offset(offset);
      const rows = await db
        .selectFrom(page.as('page'))
        .innerJoin('inquiries', 'inquiries.sid', 'page.sid')
        .select(['inquiries.sid', 'inquiries.body'])
        .orderBy('inquiries.momento', 'desc')
        .orderBy('inquiries.sid', 'desc')
        .execute();
      return { total, inquiries: rows.map(parseRow) };
    },

    /** An inquiry of the agency, of any age. */
    async find(caller: Caller, agency: AgencyRow, sid: string): Promise<StoredInquiry | undefined> {
      assertOwnAgency(caller, agency);
      const row = await db
        .selectFrom('inquiries')
        .select(['sid', 'body'])
        .where('sid', '=', sid.toUpperCase())
        .where('agency_key', '=', agency.mail_key)
        .executeTakeFirst();
      return row && parseRow(row);
    },

    /**
     * Saves inquiries of the agency; unknown responsible operators become its collaborators. `inTransaction` runs in the
     * same transaction.
     */
    async receive(
      agency: AgencyRow,
      received: readonly StoredInquiry[],
      inTransaction?: (transaction: Transaction<Tables>) => Promise<unknown>,
    ): Promise<void> {
      const inquiries = received.map(({ sid, consulta }) => ({
        sid,
        consulta: { ...consulta, OperadorResponsable: resolveOperator(agency, consulta) },
      }));
      await db.transaction().execute(async (transaction) => {
        const mails = new Set(received.flatMap(({ consulta }) => consulta.OperadorResponsable?.trim() || []));
        if (mails.size > 0)
          await transaction
            .insertInto('operators')
            .values(
              [...mails].map((mail) => ({
                agency_key: agency.mail_key,
                mail_key: mail.toLowerCase(),
                mail,
                first_name: null,
                last_name: null,
              })),
            )
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        for (let start = 0; start < inquiries.length; start += INSERT_BATCH_SIZE)
          await transaction
            .insertInto('inquiries')
            .values(
              inquiries.slice(start, start + INSERT_BATCH_SIZE).map((inquiry) => createRow(agency, inquiry)),
            )
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        await transaction
          .updateTable('agencies')
          .set((eb) => ({ received_version: eb('received_version', '+', 1) }))
          .where('mail_key', '=', agency.mail_key)
          .execute();
        await inTransaction?.(transaction);
      });
    },
  };
}

/**
 * Caches totals: counting all rows costs more than reading a page. The agency's `received_version` is part of the key, so
 * every instance counts again after new inquiries.
 */
function createCountCache() {
  const cache = new Map<string, number>();
  return {
    async get(
      { mail_key, received_version }: AgencyRow,
      { window, operator, externalId }: InquiryFilter,
      matching: SelectQueryBuilder<Tables, 'inquiries', unknown>,
    ): Promise<number> {
      const list = JSON.stringify([mail_key, received_version, window.from, window.to, operator, externalId]);
      const cached = cache.get(list);
      if (cached !== undefined) return cached;
      const { total } = await matching
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      cache.set(list, total);
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED_COUNTS && oldest !== undefined) cache.delete(oldest);
      return total;
    },
  };
}

/** Responsible operator of an inquiry; the agency's administrator by default (field notes 2.5). */
export function resolveOperator(
  agency: Pick<AgencyRow, 'mail'>,
  { OperadorResponsable }: Pick<InquiryContent, 'OperadorResponsable'>,
): string {
  return OperadorResponsable?.trim() || agency.mail;
}

/** Last page with entries, at most LAST_PAGE. */
export function computeLastPage(total: number): number {
  return Math.min(LAST_PAGE, Math.max(1, Math.ceil(total / PAGE_SIZE)));
}

/** `operator`: the administrator's mail matches all inquiries, others those they are responsible for (decisions). */
function createCondition(agency: AgencyRow, { window, operator, externalId }: InquiryFilter) {
  const operatorKey = operator?.toLowerCase();
  return (eb: ExpressionBuilder<Tables, 'inquiries'>) =>
    eb.and([
      eb('agency_key', '=', agency.mail_key),
      eb('momento', '>=', window.from),
      eb('momento', '<=', window.to),
      ...(operatorKey === undefined || operatorKey === agency.mail_key
        ? []
        : [eb('operator_key', '=', operatorKey)]),
      ...(externalId === undefined ? [] : [eb('external_key', '=', externalId.toLowerCase())]),
    ]);
}

function createRow(agency: AgencyRow, { sid, consulta }: StoredInquiry): InquiryRow {
  return {
    sid,
    agency_key: agency.mail_key,
    momento: Date.parse(consulta.Momento),
    operator_key: resolveOperator(agency, consulta).toLowerCase(),
    external_key: consulta.Auto.ExternalId.toLowerCase(),
    body: JSON.stringify(consulta),
  };
}

function parseRow({ sid, body }: Pick<InquiryRow, 'sid' | 'body'>): StoredInquiry {
  return { sid, consulta: JSON.parse(body) as InquiryContent };
}
