import { readdir } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, type World, json, openWorld, readMails } from '#testing/gateway-world.ts';
import { openSendingHold } from '#work/sending-hold.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { openGatewayDatabase } from './store.ts';

// Reads the findings of an installation about data that another one used, or that another key sealed.

function openLog() {
  const lines: { msg: string; changes?: unknown; webhooks?: number; secondFactors?: number }[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const line = JSON.parse(String(chunk));
      // A busy machine may answer slowly.
      if (!('route' in line)) lines.push(line);
      done();
    },
  });
  return { lines, logger: { level: 'warn', stream } };
}

async function viewConnection(world: World) {
  const headers = { cookie: await world.signIn('support') };
  return (await world.call('/desk/connection', { headers })).json();
}

onEachEngine((engine) => {
  it('mails wait where the public address changed, until the installation is released', async () => {
    const log = openLog();
    await using world = await openWorld({
      engine,
      logger: log.logger,
      answer: json({ _links: {}, _entries: [] }),
    });
    expect((await viewConnection(world)).held).toEqual([]);
    world.config.publicUrl = 'https://prueba.example';
    await world.restart();
    const changes = [{ name: 'PUBLIC_URL', stored: 'loopback', current: 'https://prueba.example' }];
    expect(log.lines).toMatchObject([{ changes, msg: expect.stringContaining('installation:release') }]);
    const asked = await world.call('/desk/recoveries', {
      method: 'POST',
      headers: { ...CONSOLE, host: 'prueba.example' },
      payload: { mail: world.mail('seller') },
    });
    expect(asked.statusCode).toBe(202);
    const database = await openGatewayDatabase(world.config.database);
    const fetchMails = () => database.db.selectFrom('mail').select(['id', 'attempts']).execute();
    await vi.waitFor(async () => expect(await fetchMails()).toMatchObject([{ attempts: 0 }]));
    expect((await viewConnection(world)).held).toEqual(changes);
    expect(await readdir(world.config.mail.outboxDir).catch(() => [])).toEqual([]);

    const command = await openSendingHold(database, { PUBLIC_URL: world.config.publicUrl });
    await command.release();
    world.clock.now += 5000;
    await world.restart();
    await readMails(world, 1);
    expect((await viewConnection(world)).held).toEqual([]);
    await database.close();
  });

  it('a copy changes nothing at a service that is not its own, until it is released', async () => {
    await using world = await openWorld({ engine, answer: json({ _links: {}, _entries: [] }) });
    const database = await openGatewayDatabase(world.config.database);
    const resend = async () => {
      const cookie = await world.signIn('partner');
      return world.call('/v3/consultas/ventas@ruta9.example/01J00000000000000000000000/resendwebhook', {
        method: 'POST',
        headers: { ...CONSOLE, cookie },
      });
    };
    const written = () => world.upstreamRequests.filter(({ method }) => method !== 'GET').length;
    Object.assign(world.config, { publicUrl: 'https://prueba.example', embeddedService: false });
    await world.restart();
    expect((await resend()).json().Type).toBe('/problems/held');
    expect(written()).toBe(0);
    const headers = { cookie: await world.signIn('partner') };
    expect((await world.call('/v3/agencias', { headers })).statusCode).toBe(200);
    expect((await world.call('/desk/session', { headers })).json().isHeld).toBe(true);

    await (await openSendingHold(database, { PUBLIC_URL: world.config.publicUrl })).release();
    await world.restart();
    await resend();
    expect(written()).toBe(1);
    await database.close();
  });

  it('secrets that another key sealed are counted at the start and on the connection', async () => {
    const log = openLog();
    await using world = await openWorld({ engine, logger: log.logger });
    const database = await openGatewayDatabase(world.config.database);
    const sealed = createSecretBox(Buffer.alloc(32, 9), systemRandom).seal('secret', 'use');
    await database.db
      .insertInto('webhook_secret')
      .values({ topic: 'consulta-recibida', state: 'kept', secret: sealed, next_secret: null })
      .execute();
    await database.db
      .updateTable('person')
      .set({ second_factor_secret: sealed })
      .where('role', '=', 'seller')
      .execute();
    const people = await database.db.selectFrom('person').select('id').where('role', '=', 'seller').execute();
    await database.close();
    const counts = { webhooks: 1, secondFactors: people.length };
    expect((await viewConnection(world)).unreadableSecrets).toEqual(counts);
    await world.restart();
    expect(log.lines).toMatchObject([{ ...counts, msg: expect.stringContaining('another CONSOLE_KEY') }]);
  });
});
