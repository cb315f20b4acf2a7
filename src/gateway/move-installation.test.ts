import { describe, expect, inject, it, vi } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { countOtherClients } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, OWN, json, openWorld } from '#testing/gateway-world.ts';
import { openGateway } from './app.ts';
import { upsertInquiries } from './inquiries/store.ts';
import { registerIndexedAgency } from './inquiries/agencies.ts';
import { moveInstallation, planMove } from './move-installation.ts';
import { openGatewayDatabase } from './store.ts';

const TOPIC = 'consulta-recibida';
const GONE = 'ventas@vieja.example';

onEachEngine((engine) => {
  describe('moving an installation to another app', () => {
    /** A stopped gateway with two agencies in its index and a topic's secret. */
    async function open() {
      const world = await openWorld({
        engine,
        answer: json({ Callback: 'https://a.example/x', _links: {} }, 201),
      });
      await world.call(`/v3/appnotificaciones/${TOPIC}`, {
        method: 'POST',
        headers: { cookie: await world.signIn('support'), ...CONSOLE },
        payload: { Callback: 'https://a.example/x', Secret: 's'.repeat(32) },
      });
      await world.gateway.close();
      const database = await openGatewayDatabase(world.config.database);
      // PostgreSQL notices a closed connection a moment later.
      await vi.waitUntil(async () => (await countOtherClients(database)) === 0);
      for (const agency of [OWN, GONE]) {
        await registerIndexedAgency(database.db, agency, 1);
        const entry = {
          Momento: '2026-03-05T11:00:00-03:00',
          Interesado: {},
          Auto: {},
          _links: { self: { href: `/v3/consultas/${agency}/01JCXXXXXXXXXXXXXXXXXXXXXX` } },
        };
        await upsertInquiries(database.db, [entry], {
          agency,
          discoverySource: 'list',
          hours: defaultHours('UTC'),
          now: 1,
        });
      }
      const credentials = { key: 'f'.repeat(32), secret: 'x'.repeat(32) };
      world.upstream.answer = (request, response) =>
        json(
          request.url === '/v3' ? { _links: {} } : { _entries: [{ AdminMail: OWN, _links: {} }], _links: {} },
        )(request, response);
      return {
        world,
        database,
        db: database.db,
        config: { ...world.config, credentials },
        async [Symbol.asyncDispose]() {
          await database.close();
          await world[Symbol.asyncDispose]();
        },
      };
    }

    it('says what was checked and what it means, and changes nothing before it is confirmed', async () => {
      await using it = await open();
      const plan = await planMove(it.database, it.config);
      const { key } = it.world.config.credentials;
      expect(plan.settings).toEqual([{ name: 'APP_KEY', stored: key, current: it.config.credentials.key }]);
      expect(plan.obstacle).toBeUndefined();
      expect(plan.findings).toEqual([
        expect.stringMatching(/answers, and accepts/),
        'it lists 1 agencies; 1 of the 2 known here are among them',
        `it does not list ${GONE}: its 1 inquiries leave the index, their follow-up stays`,
        `the secret of ${TOPIC} is the former app's and is forgotten: set the topic up again`,
      ]);
      await (await openGateway(it.world.config)).close();
      await expect(openGateway(it.config)).rejects.toThrow(/belongs to APP_KEY/);
    });

    it('makes the new app the one, and the former is refused', async () => {
      await using it = await open();
      await it.db.updateTable('indexed_agency').set({ service_count: 1 }).execute();
      await moveInstallation(it.db, await planMove(it.database, it.config));
      expect((await planMove(it.database, it.config)).settings).toEqual([]);
      // The other service's count says nothing about the new one.
      expect(await it.db.selectFrom('indexed_agency').select('service_count').distinct().execute()).toEqual([
        { service_count: null },
      ]);
      expect(await it.db.selectFrom('webhook_secret').selectAll().execute()).toEqual([]);
      await expect(openGateway(it.world.config)).rejects.toThrow(/belongs to APP_KEY/);
      await (await openGateway(it.config)).close();
    });

    it('is not done where the service refuses the app, or does not answer', async () => {
      await using it = await open();
      it.world.upstream.answer = json(
        { Detail: 'La AppKey es desconocida.' },
        401,
        'application/problem+json',
      );
      expect((await planMove(it.database, it.config)).obstacle).toMatch(/status 401.*desconocida/);
      it.world.upstream.answer = (_, response) => response.destroy();
      expect((await planMove(it.database, it.config)).obstacle).toMatch(/does not answer/);
    });
  });
});

it.skipIf(inject('databases').postgresUrl === null).each([
  ['gateway', { web: true, worker: false }],
  ['worker', { web: false, worker: true }],
])('a move waits until no %s runs on PostgreSQL', async (_role, roles) => {
  const answer = json({ _entries: [], _links: {} });
  await using world = await openWorld({ engine: 'postgres', answer, ...roles });
  const database = await openGatewayDatabase(world.config.database);
  const config = { ...world.config, credentials: { key: 'f'.repeat(32), secret: 'x'.repeat(32) } };
  expect((await planMove(database, config)).obstacle).toMatch(/^1 processes of the gateway use the database/);
  await world.gateway.close();
  await vi.waitFor(async () => expect((await planMove(database, config)).obstacle).toBeUndefined());
  await database.close();
});
