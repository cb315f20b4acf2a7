import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMigrated } from '#database/migrate.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { eraseBuyer, findErasable } from '#gateway/erasure/erase-buyer.ts';
import { fetchIndexState } from '#gateway/inquiries/freshness.ts';
import { migrations as gatewayMigrations } from '#gateway/migrations/migrations.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { migrations as serviceMigrations } from '#service/migrations/migrations.ts';
import { openServiceDatabase } from '#service/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';

const AGENCY = 'ventas@ruta9.example';
const NOW = 1_760_000_000_000;

const upTo = (migrations: Migrations, last: string): Migrations =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= `${last}~`));

const inquiry = (number: number, columns: object) => ({
  agency_key: AGENCY,
  sid: `01JCINQUIRY${String(number).padStart(15, '0')}`,
  at: NOW - number,
  status: 'new',
  waits: 1,
  trade_in: 0,
  finance: 0,
  insurance: 0,
  learned: 'list',
  first_seen_at: NOW,
  last_seen_at: NOW,
  data: '{}',
  phone_key: '1144443333',
  ...columns,
});

onBothEngines((engine) => {
  it('data of the last release is migrated and read by both programs', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const target = (schema: string) => ({
      ...clone.target,
      file: join(clone.folder, `old-${schema}.db`),
      schema,
    });
    const old = await openMigrated<GatewayTables>(target('old_gateway'), upTo(gatewayMigrations, '0027'));
    await old.db
      .insertInto('indexed_agency')
      .values({ agency_key: AGENCY, admin_mail: AGENCY, due_at: 0, read_whole_at: NOW, swept_at: NOW })
      .execute();
    const rows = [{}, { gone_at: NOW }, { gone_at: NOW, erased_at: NOW, phone_key: null }, {}];
    await old.db
      .insertInto('inquiry')
      .values(rows.map((columns, number) => inquiry(number, columns)) as never)
      .execute();
    await old.close();
    await (await openMigrated(target('old_service'), upTo(serviceMigrations, '0006'))).close();

    const { db, close } = await openGatewayDatabase(target('old_gateway'));
    const everything = { agencies: undefined, ownInquiriesIn: [], operator: '' };
    expect(await fetchIndexState(db, everything)).toMatchObject([
      { adminMail: AGENCY, inquiries: 2, complete: true },
    ]);
    const keys = { phone: '1144443333' };
    expect(await findErasable(db, keys)).toHaveLength(3);
    expect(await eraseBuyer(db, keys, NOW)).toMatchObject({ inquiries: 3 });
    expect(await db.selectFrom('erased_inquiry').select('sid').execute()).toHaveLength(4);
    expect(await fetchIndexState(db, everything)).toMatchObject([{ inquiries: 0 }]);
    await close();
    await (await openServiceDatabase(target('old_service'))).close();
  });
});
