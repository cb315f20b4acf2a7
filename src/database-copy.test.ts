import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { copyDatabase } from '#backup/copy-database.ts';
import { defaultHours } from '#contract/hours.ts';
import { openDatabase } from '#database/database.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { createGatewayProgram } from '#gateway/backup/program.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { createPeople } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { createServiceProgram } from '#service/backup/program.ts';
import { stampAt } from '#testing/clocks.ts';
import { cloneDatabase } from '#testing/engines.ts';
import { createDatabase } from '#testing/postgres.ts';

const AGENCY = 'ventas@ruta9.example';
const NOW = Date.parse('2026-11-20T12:00:00-03:00');

describe.skipIf(inject('databases').postgresUrl === null)('a copy from SQLite to PostgreSQL', () => {
  async function openCopy() {
    const clone = await cloneDatabase('sqlite', 'gateway');
    const url = await createDatabase(
      inject('databases').postgresUrl ?? '',
      `copy_${randomBytes(6).toString('hex')}`,
    );
    const database = await openGatewayDatabase(clone.target);
    await createPeople(
      database.db,
      [
        {
          role: 'seller',
          agencies: [AGENCY],
          password: 'una clave bien larga',
          name: 'Ñandú',
          mail: 'a@x.example',
        },
      ],
      stampAt(NOW),
    );
    await upsertInquiries(
      database.db,
      [1, 2].map((number) => ({
        Momento: '2026-11-20T11:00:00-03:00',
        Interesado: { Nombre: 'Ana', Comentario: 'una \u0000 línea\n"otra"' },
        Auto: { Marca: 'Fiat', Precio: { Moneda: 'ARS', Importe: 0.1 + 0.2 } },
        _links: { self: { href: `/v3/consultas/${AGENCY}/01JC${String(number).padStart(22, '0')}` } },
      })),
      { agency: AGENCY, discoverySource: 'list', hours: defaultHours('UTC'), now: NOW },
    );
    await sql`insert into console_asset (name, body, used_at) values ('a.js', ${Buffer.from([0, 1, 255])}, 1)`.execute(
      database.db,
    );
    await database.close();
    const { folder } = clone;
    return { clone, folder, url, program: createGatewayProgram({ ...clone.target, url }) };
  }

  it('has the same rows, finds the same words and numbers what comes after', async () => {
    const { clone, program } = await openCopy();
    await using _clone = clone;
    const tables = await copyDatabase(program);
    expect(tables.filter(({ table }) => ['person', 'inquiry', 'console_asset'].includes(table))).toEqual([
      { table: 'console_asset', rows: 1, checksum: expect.stringMatching(/^1:[\da-f]{32}$/) },
      { table: 'inquiry', rows: 2, checksum: expect.any(String) },
      { table: 'person', rows: 1, checksum: expect.any(String) },
    ]);
    expect(await program.findContradictions(program.target)).toEqual([]);
    await using copy = await openGatewayDatabase(program.target);
    const { db } = copy;
    const asset = await db.selectFrom('console_asset').select('body').executeTakeFirstOrThrow();
    expect([...asset.body]).toEqual([0, 1, 255]);
    const words = await sql`select number from inquiry_words where tokens @@ 'fiat'::tsquery`.execute(db);
    expect(words.rows).toHaveLength(2);
    await upsertInquiries(
      db,
      [
        {
          Momento: '2026-11-20T11:30:00-03:00',
          Interesado: {},
          Auto: {},
          _links: { self: { href: `/v3/consultas/${AGENCY}/01JC${'3'.padStart(22, '0')}` } },
        },
      ],
      { agency: AGENCY, discoverySource: 'list', hours: defaultHours('UTC'), now: NOW },
    );
    expect(await program.findContradictions(program.target)).toEqual([]);
  }, 60_000);

  it('also of the service has what its migrations insert once', async () => {
    await using clone = await cloneDatabase('sqlite', 'service');
    const { url } = await openCopy();
    const program = createServiceProgram({ ...clone.target, url });
    expect(await copyDatabase(program)).toContainEqual({
      table: 'topics',
      rows: 3,
      checksum: expect.any(String),
    });
  }, 60_000);

  it('is refused where a server runs, or the schema is there already', async () => {
    const { clone, program } = await openCopy();
    await using _clone = clone;
    {
      using _lock = lockDatabase({ file: clone.target.file, url: undefined });
      await expect(copyDatabase(program)).rejects.toThrow(/Another server is using/);
    }
    await using database = await openDatabase(program.target);
    await sql`create schema gateway`.execute(database.db);
    await sql`create table gateway.kysely_migration (name text)`.execute(database.db);
    await expect(copyDatabase(program)).rejects.toThrow(/gateway exists already/);
  }, 60_000);
});
