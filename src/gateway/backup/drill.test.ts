import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createBackup } from '#backup/create-backup.ts';
import { restoreBackup } from '#backup/restore-backup.ts';
import { createTemporaryDatabase } from '#backup/temporary-database.ts';
import { defaultHours } from '#contract/hours.ts';
import { countOtherClients } from '#database/database.ts';
import { registerIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { systemClock as clock } from '#system/clock.ts';
import { systemRandom as random } from '#system/random.ts';
import { onEachEngine } from '#testing/engines.ts';
import { OWN, json, openWorld } from '#testing/gateway-world.ts';
import { runRestoreDrill } from './drill.ts';
import { createGatewayProgram } from './program.ts';

const SIDS = [1, 2, 3].map((number) => `01JC${String(number).padStart(22, '0')}`);
const NOW = Date.now();

const toEntry = (sid: string) => ({
  Momento: new Date(NOW - 60_000).toISOString(),
  Interesado: {},
  Auto: {},
  _links: { self: { href: `/v3/consultas/${OWN}/${sid}` } },
});

onEachEngine((engine) => {
  it('a drill finds what the service gives again, and what nobody has any more', async () => {
    const listed = SIDS.slice(0, 2).map(toEntry);
    await using world = await openWorld({
      engine,
      answer: (request, response) => {
        const isList = request.url?.startsWith('/v3/consultas') ?? false;
        const agencies = [{ AdminMail: OWN, _links: {} }];
        const list = { Total: listed.length, PerPagina: 25, _links: {}, _entries: listed };
        return json(isList ? list : { _links: {}, _entries: agencies })(request, response);
      },
    });
    await world.gateway.close();
    const { config } = world;
    const program = createGatewayProgram(config.database);
    const add = async (...sids: string[]) => {
      await using database = await openGatewayDatabase(config.database);
      const { db } = database;
      await registerIndexedAgency(db, OWN, NOW);
      await upsertInquiries(db, sids.map(toEntry), {
        agency: OWN,
        discoverySource: 'list',
        hours: defaultHours('UTC'),
        now: NOW,
      });
    };
    await add(SIDS[0] ?? '');
    const file = join(config.dataDir, 'backup.tar');
    await createBackup({ programs: [program], file, version: '1.2.3', clock, random });
    // The service lists the second one and not the third.
    await add(...SIDS.slice(1));
    await using database = await openGatewayDatabase(config.database);
    const { id } = await database.db.selectFrom('person').select('id').executeTakeFirstOrThrow();
    await database.db
      .insertInto('follow_up_entry')
      .values({
        id: 'after-the-backup',
        agency_key: OWN,
        sid: SIDS[0] ?? '',
        number: 1,
        at: NOW,
        person_id: id,
        change: JSON.stringify({ kind: 'claim', claimed: true }),
      })
      .execute();
    await using temporary = await createTemporaryDatabase(config.database, {
      file: join(config.dataDir, 'restored.db'),
      random,
    });
    await vi.waitUntil(async () => (await countOtherClients(database)) === 0);
    await restoreBackup(file, {
      programs: [createGatewayProgram(temporary.target)],
      dataDir: config.dataDir,
      passphrase: undefined,
      clock,
    });
    expect(await runRestoreDrill({ config, restored: temporary.target, clock })).toMatchObject({
      unreadAgencies: 0,
      lostInquiries: 1,
      lostChanges: 1,
      lostSince: NOW,
    });
  }, 60_000);
});
