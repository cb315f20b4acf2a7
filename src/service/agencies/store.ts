import type { Kysely } from 'kysely';
import type { AgenciaProductos } from '#contract/agencies.ts';
import { prepareQuery } from '#database/prepare-query.ts';
import type { Caller } from '#service/apps/store.ts';
import type { AgencyRow, OperatorRow, PackageRow, Tables } from '#service/tables.ts';

export type Operator = Pick<OperatorRow, 'mail' | 'first_name' | 'last_name'>;
/** An agency without the columns that the store sets; times in ms since 1970. */
export type NewAgency = Omit<AgencyRow, 'mail_key' | 'app_key' | 'disassociated_at' | 'received_version'>;

/** Columns that an app may write. */
export type AgencyData = Omit<NewAgency, 'mail' | 'invited_at' | 'registered_at'>;

export const EMPTY_AGENCY_DATA: AgencyData = {
  name: null,
  legal_name: null,
  tax_id: null,
  phone: null,
  whatsapp: null,
  region: null,
  city: null,
  street: null,
};

export type Package = Pick<PackageRow, 'name' | 'since' | 'until'> & { products: Product[] };
export type Product = Omit<AgenciaProductos['Productos'][number], 'Disponibles'>;

export type AgencyStore = ReturnType<typeof createAgencyStore>;

export function createAgencyStore(db: Kysely<Tables>) {
  const visibleTo = (caller: Caller) =>
    db
      .selectFrom('agencies')
      .selectAll()
      .where('app_key', '=', caller.key)
      .where('disassociated_at', 'is', null);
  const findAgencies = prepareQuery(db, ['key', 'mailKey'], ({ key, mailKey }) =>
    visibleTo({ key }).where('mail_key', '=', mailKey),
  );

  return {
    /** Agencies of the app, by name in Spanish collation, then mail; with `operator` only those with this operator. */
    async list(caller: Caller, operator?: string): Promise<AgencyRow[]> {
      const visible = visibleTo(caller).$if(operator !== undefined, (query) =>
        query.where('mail_key', 'in', (related) =>
          related
            .selectFrom('operators')
            .select('agency_key')
            .where('mail_key', '=', operator?.toLowerCase() ?? ''),
        ),
      );
      return (await visible.execute()).toSorted(compareByNameAndMail);
    },

    /** The agency with this AdminMail; undefined if the app cannot see it. */
    async find({ key }: Caller, mail: string): Promise<AgencyRow | undefined> {
      const [agency] = await findAgencies({ key, mailKey: mail.toLowerCase() });
      return agency;
    },

    /** Operators by `agency_key`; the administrator is always one of them. */
    async listOperators(caller: Caller, agencies: readonly AgencyRow[]): Promise<Map<string, Operator[]>> {
      for (const agency of agencies) assertOwnAgency(caller, agency);
      if (agencies.length === 0) return new Map();
      const rows = await db
        .selectFrom('operators')
        .selectAll()
        .where(
          'agency_key',
          'in',
          agencies.map(({ mail_key }) => mail_key),
        )
        .orderBy('mail_key')
        .execute();
      return Map.groupBy(rows, ({ agency_key }) => agency_key);
    },

    /** The agency's package of publications; undefined: none. */
    async findPackage(caller: Caller, agency: AgencyRow): Promise<Package | undefined> {
      assertOwnAgency(caller, agency);
      const row = await db
        .selectFrom('packages')
        .selectAll()
        .where('agency_key', '=', agency.mail_key)
        .executeTakeFirst();
      return row && { ...row, products: JSON.parse(row.products) as Product[] };
    },

    /** Adds the agency's package, unless it has one. */
    async addPackage(agency: AgencyRow, { products, ...given }: Package): Promise<void> {
      await db
        .insertInto('packages')
        .values({ ...given, agency_key: agency.mail_key, products: JSON.stringify(products) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Sets the agency's package; replaces the one it has. */
    async setPackage(agency: AgencyRow, { products, ...given }: Package): Promise<void> {
      const row = { ...given, products: JSON.stringify(products) };
      await db
        .insertInto('packages')
        .values({ ...row, agency_key: agency.mail_key })
        .onConflict((conflict) => conflict.column('agency_key').doUpdateSet(row))
        .execute();
    },

    /** Adds agencies of the app with their operators; existing ones are unchanged. */
    async add(
      caller: Caller,
      agencies: readonly { agency: NewAgency; operators: readonly Operator[] }[],
    ): Promise<void> {
      if (agencies.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('agencies')
          .values(
            agencies.map(({ agency }) => ({
              ...agency,
              mail_key: agency.mail.toLowerCase(),
              app_key: caller.key,
              disassociated_at: null,
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await transaction
          .insertInto('operators')
          .values(
            agencies.flatMap(({ agency, operators }) =>
              operators.map((operator) => ({
                ...operator,
                agency_key: agency.mail.toLowerCase(),
                mail_key: operator.mail.toLowerCase(),
              })),
            ),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    },

    /** The registered agency with this mail, of any app, also disassociated: it still receives inquiries. */
    findRegistered: (mail: string): Promise<AgencyRow | undefined> =>
      db
        .selectFrom('agencies')
        .selectAll()
        .where('mail_key', '=', mail.toLowerCase())
        .where('registered_at', 'is not', null)
        .executeTakeFirst(),
  };
}

/**
 * Guards against programming errors: callers get agencies from `find`, so the agency must be the caller's.
 * @throws Error if the agency belongs to another app
 */
export function assertOwnAgency(caller: Caller, agency: AgencyRow): void {
  if (agency.app_key !== caller.key) throw new Error('An agency was used outside its app');
}

const spanishCollator = new Intl.Collator('es');

function compareByNameAndMail(a: AgencyRow, b: AgencyRow): number {
  // decided: without a name, after those that have one.
  if ((a.name === null) !== (b.name === null)) return a.name === null ? 1 : -1;
  return spanishCollator.compare(a.name ?? '', b.name ?? '') || spanishCollator.compare(a.mail, b.mail);
}
