import { type CompiledQuery, sql } from 'kysely';
import { defaultHours } from '#contract/hours.ts';
import type { Engine } from '#database/database.ts';
import { createReader } from '#database/reads.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase } from './engines.ts';

export const ZONE = 'America/Argentina/Buenos_Aires';
export const AGENCIES = ['ventas@ruta9.example', 'ventas@otra.example'] as const;
const NOW = Date.parse('2026-11-16T12:00:00-03:00');

export const sidAt = (number: number) => `01JCINQUIRY${String(number).padStart(15, '0')}`;

/** An index of inquiries without a gateway, whose reads are recorded. */
export async function openRecordedIndex(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const { db, close } = await openGatewayDatabase(clone.target);
  const clock = { now: NOW };
  await syncAgencies(
    db,
    AGENCIES.map((adminMail) => ({ adminMail })),
    NOW,
  );
  const statements: string[] = [];
  const { readAs } = createReader<GatewayTables>({
    isPostgres: engine === 'postgres',
    slots: 2,
    async execute<Row>(query: CompiledQuery) {
      statements.push(query.sql);
      return (await db.executeQuery(query)).rows as Row[];
    },
  });
  return {
    db,
    clock,
    now: () => clock.now,
    readAs,
    /** SQL of the reads since the last call. */
    takeStatements: () => statements.splice(0),
    /** Adds an inquiry of an agency, or changes it. */
    async put(
      number: number,
      { agency = AGENCIES[0], name = 'Ana' }: { agency?: string | undefined; name?: string } = {},
    ) {
      const entry = {
        Momento: new Date(NOW - number * 60_000).toISOString(),
        Auto: { Marca: 'Ford' },
        Interesado: { Nombre: name },
        _links: { self: { href: `/v3/consultas/${agency}/${sidAt(number)}` } },
      };
      const hours = defaultHours(ZONE);
      await upsertInquiries(db, [entry], { agency, discoverySource: 'list', hours, now: clock.now });
    },
    /** Copies the first inquiry, without its words, to numbers up to this one. Each has a make of its own. */
    async copyTo(last: number) {
      const {
        number: _,
        sid: _sid,
        make_key: _key,
        ...row
      } = await db.selectFrom('inquiry').selectAll().orderBy('number').limit(1).executeTakeFirstOrThrow();
      const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      await sql`
        insert into inquiry (sid, make_key, ${columns})
        with recursive copies (copy) as (
          select max(number) + 1 from inquiry union all select copy + 1 from copies where copy < ${last}
        )
        select '01JC' || copy, copy, ${columns} from inquiry cross join copies where number = 1`.execute(db);
    },
    async [Symbol.asyncDispose]() {
      await close();
      await clone[Symbol.asyncDispose]();
    },
  };
}
