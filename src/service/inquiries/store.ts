import type { ExpressionBuilder, Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { Consulta } from '#contract/inquiries.ts';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import type { InquiryWindow } from '#contract/window.ts';
import { keepScope } from '#service/agencies/store.ts';
import type { Caller } from '#service/apps/store.ts';
import type { AgencyRow, InquiryRow, Tables } from '#service/tables.ts';

/** An inquiry as it is received: the links are made when it is shown. */
export type Received = Omit<Consulta, '_links'>;

export interface StoredInquiry {
  sid: string;
  consulta: Received;
}

export interface InquiryFilter {
  window: Pick<InquiryWindow, 'from' | 'to'>;
  operator?: string | undefined;
  externalId?: string | undefined;
  page: number;
}

export type InquiryStore = ReturnType<typeof createInquiryStore>;

const INSERT_ROWS = 500;
const KEPT_COUNTS = 5000;

export function createInquiryStore(db: Kysely<Tables>) {
  const counts = createCounts();
  return {
    /** One page, newest first, and the count of the whole list. */
    async list(
      caller: Caller,
      agency: AgencyRow,
      filter: InquiryFilter,
    ): Promise<{ total: number; inquiries: StoredInquiry[] }> {
      keepScope(caller, agency);
      const matching = db.selectFrom('inquiries').where(matches(agency, filter));
      const total = await counts.of(agency, filter, matching);
      const offset = (filter.page - 1) * PAGE_SIZE;
      if (offset >= total) return { total, inquiries: [] };
      // The sids by the index first: a deep page reads 25 bodies, not all that lie before it.
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
      return { total, inquiries: rows.map(stored) };
    },

    /** One inquiry of the agency, of any age. */
    async find(caller: Caller, agency: AgencyRow, sid: string): Promise<StoredInquiry | undefined> {
      keepScope(caller, agency);
      const row = await db
        .selectFrom('inquiries')
        .select(['sid', 'body'])
        .where('sid', '=', sid.toUpperCase())
        .where('agency_key', '=', agency.mail_key)
        .executeTakeFirst();
      return row && stored(row);
    },

    /**
     * Keeps what the agency received; a responsible operator who is unknown becomes a collaborator of it. `announce`
     * writes in the same transaction.
     */
    async receive(
      agency: AgencyRow,
      received: readonly StoredInquiry[],
      announce?: (transaction: Transaction<Tables>) => Promise<unknown>,
    ): Promise<void> {
      const inquiries = received.map(({ sid, consulta }) => ({
        sid,
        consulta: { ...consulta, OperadorResponsable: responsibleFor(agency, consulta) },
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
        for (let start = 0; start < inquiries.length; start += INSERT_ROWS)
          await transaction
            .insertInto('inquiries')
            .values(inquiries.slice(start, start + INSERT_ROWS).map((inquiry) => row(agency, inquiry)))
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        await transaction
          .updateTable('agencies')
          .set((eb) => ({ received_version: eb('received_version', '+', 1) }))
          .where('mail_key', '=', agency.mail_key)
          .execute();
        await announce?.(transaction);
      });
    },
  };
}

/**
 * Counts of lists: counting all rows costs more than reading a page of them, and most pages are read between two
 * arrivals. The agency as read carries the version, so every instance on a database counts again after an arrival.
 */
function createCounts() {
  const kept = new Map<string, number>();
  return {
    async of(
      { mail_key, received_version }: AgencyRow,
      { window, operator, externalId }: InquiryFilter,
      matching: SelectQueryBuilder<Tables, 'inquiries', unknown>,
    ): Promise<number> {
      const list = JSON.stringify([mail_key, received_version, window.from, window.to, operator, externalId]);
      const known = kept.get(list);
      if (known !== undefined) return known;
      const { total } = await matching
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      kept.set(list, total);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_COUNTS && oldest !== undefined) kept.delete(oldest);
      return total;
    },
  };
}

/** Who is responsible for an inquiry: the agency's administrator when nobody was named (field notes 2.5). */
export function responsibleFor(
  agency: Pick<AgencyRow, 'mail'>,
  { OperadorResponsable }: Pick<Received, 'OperadorResponsable'>,
): string {
  return OperadorResponsable?.trim() || agency.mail;
}

/** Last page that has entries or can be asked for. */
export function lastPage(total: number): number {
  return Math.min(LAST_PAGE, Math.max(1, Math.ceil(total / PAGE_SIZE)));
}

/** The administrator sees all, another collaborator what it is responsible for, somebody else nothing (decisions). */
function matches(agency: AgencyRow, { window, operator, externalId }: InquiryFilter) {
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

function row(agency: AgencyRow, { sid, consulta }: StoredInquiry): InquiryRow {
  return {
    sid,
    agency_key: agency.mail_key,
    momento: Date.parse(consulta.Momento),
    operator_key: responsibleFor(agency, consulta).toLowerCase(),
    external_key: consulta.Auto.ExternalId.toLowerCase(),
    body: JSON.stringify(consulta),
  };
}

function stored({ sid, body }: Pick<InquiryRow, 'sid' | 'body'>): StoredInquiry {
  return { sid, consulta: JSON.parse(body) as Received };
}
