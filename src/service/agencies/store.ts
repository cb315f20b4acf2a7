import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { AgenciaProductos } from '#contract/agencies.ts';
import { prepareQuery } from '#database/prepare-query.ts';
import type { Caller } from '#service/apps/store.ts';
import type { AgencyRow, OperatorRow, PackageRow, Tables } from '#service/tables.ts';

export type Operator = Pick<OperatorRow, 'mail' | 'first_name' | 'last_name'>;
/** An agency without the columns that the store sets; times in ms since 1970. */
export type NewAgency = Omit<
  AgencyRow,
  'mail_key' | 'app_key' | 'disassociated_at' | 'other_inquiries' | 'received_version'
>;

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

const AGENCY_COLUMNS = [
  'mail_key',
  'mail',
  'invited_at',
  'registered_at',
  'name',
  'legal_name',
  'tax_id',
  'phone',
  'whatsapp',
  'region',
  'city',
  'street',
  'received_version',
] as const satisfies (keyof AgencyRow)[];

export function createAgencyStore(db: Kysely<Tables>) {
  /** Agencies associated with the app, with the columns of that association. */
  const visibleTo = (
    { key }: Caller,
    isListed: (eb: ExpressionBuilder<Tables, 'agencies'>) => Expression<SqlBool>,
  ) =>
    db
      .selectFrom('agencies')
      .select(AGENCY_COLUMNS)
      .select(['app_key', 'disassociated_at', 'other_inquiries'])
      .where((eb) => eb.and({ app_key: key, disassociated_at: null }))
      .where(isListed)
      .unionAll(
        db
          .selectFrom('agencies')
          .innerJoin('added_associations as added', 'added.agency_key', 'agencies.mail_key')
          .select(AGENCY_COLUMNS)
          .select(['added.app_key', 'added.disassociated_at', 'added.other_inquiries'])
          .where((eb) => eb.and({ 'added.app_key': key, 'added.disassociated_at': null }))
          .where(isListed),
      );
  const findAgencies = prepareQuery(db, ['key', 'mailKey'], ({ key, mailKey }) =>
    visibleTo({ key }, (eb) => eb('agencies.mail_key', '=', mailKey)),
  );

  return {
    /** Agencies of the app, by name in Spanish collation, then mail; with `operator` only those with this operator. */
    async list(caller: Caller, operator?: string): Promise<AgencyRow[]> {
      const visible = visibleTo(caller, (eb) =>
        operator === undefined
          ? eb.lit(true)
          : eb('agencies.mail_key', 'in', (related) =>
              related
                .selectFrom('operators')
                .select('agency_key')
                .where('mail_key', '=', operator.toLowerCase()),
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

    /**
     * Associates a registered agency with an app that did not invite it, or changes the association that there is.
     * `otherInquiries`: whether the app also sees inquiries that its own publications did not receive (brief 4.5, rule 1).
     * @returns false: there is no such agency or app
     */
    // decided: the interface lets an app invite, not join; an operator of the service adds it as the agency asks.
    associate: (key: string, mail: string, otherInquiries: boolean): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const agency = await transaction
          .selectFrom('agencies')
          .select(['mail_key', 'app_key'])
          .where('mail_key', '=', mail.toLowerCase())
          .where('registered_at', 'is not', null)
          .executeTakeFirst();
        const app = await transaction
          .selectFrom('apps')
          .select('key')
          .where('key', '=', key)
          .executeTakeFirst();
        if (!agency || !app) return false;
        const association = { other_inquiries: otherInquiries ? 1 : 0, disassociated_at: null } as const;
        if (agency.app_key === key)
          await transaction
            .updateTable('agencies')
            .set(association)
            .where('mail_key', '=', agency.mail_key)
            .execute();
        else
          await transaction
            .insertInto('added_associations')
            .values({ app_key: key, agency_key: agency.mail_key, ...association })
            .onConflict((conflict) => conflict.columns(['app_key', 'agency_key']).doUpdateSet(association))
            .execute();
        return true;
      }),

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
