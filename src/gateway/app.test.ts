import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onBothEngines } from '#testing/engines.ts';
import { openGateway } from './app.ts';
import { OWN, type World, openWorld, signIn } from '#testing/gateway-world.ts';

onBothEngines((engine) => {
  describe('the demo people', () => {
    it('are one of each role, with passwords of their own, kept readable by the owner alone', async () => {
      await using world = await openWorld({ engine });
      const people = world.gateway.demoPeople ?? [];
      expect(people.map(({ role, mail }) => [role, mail])).toEqual([
        ['seller', 'vendedora@vitrina.example'],
        ['partner', 'socia@vitrina.example'],
        ['support', 'soporte@vitrina.example'],
      ]);
      expect(new Set(people.map(({ password }) => password)).size).toBe(3);
      for (const { password } of people) expect(password.length).toBeGreaterThanOrEqual(16);

      const file = join(world.config.dataDir, 'demo-people.txt');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const text = await readFile(file, 'utf8');
      for (const { password, mail } of people) expect(text).toMatch(new RegExp(`${mail}\t${password}`));
    });

    it('are the same after the next start', async () => {
      await using world = await openWorld({ engine });
      await world.gateway.close();
      const again = await openGateway(world.config, { demoAgency: OWN });
      expect(again.demoPeople?.map(({ password }) => password)).toEqual(
        world.gateway.demoPeople?.map(({ password }) => password),
      );
      const call: World['call'] = (url, more) => again.app.inject({ url, ...more });
      expect(
        (await signIn(call, { mail: world.mail('seller'), password: world.password('seller') })).statusCode,
      ).toBe(200);
      await again.close();
    });

    it('have no seller where the demo has no agency, and do not exist outside of a demo', async () => {
      await using world = await openWorld({ engine, demoAgency: undefined });
      expect(world.gateway.demoPeople?.map(({ role }) => role)).toEqual(['partner', 'support']);
      await using real = await openWorld({ engine, config: { demo: false } });
      expect(real.gateway.demoPeople).toBeUndefined();
    });
  });

  it('the gateway refuses another app and another upstream with a sentence, and stays usable', async () => {
    await using world = await openWorld({ engine });
    await world.gateway.close();
    const other = { key: 'f'.repeat(32), secret: 'x'.repeat(32) };
    await expect(openGateway({ ...world.config, credentials: other })).rejects.toThrow(/belongs to APP_KEY/);
    const elsewhere = { upstreamUrl: 'https://api.example', embeddedService: false };
    await expect(openGateway({ ...world.config, ...elsewhere })).rejects.toThrow(
      /belongs to UPSTREAM_URL loopback, and https:\/\/api.example was given/,
    );
    const renewed = { ...world.config.credentials, secret: 'y'.repeat(32) };
    await (await openGateway({ ...world.config, credentials: renewed })).close();
  });
});

describe('one gateway, one app, one upstream', () => {
  it('refuses a second gateway on the same database, until the first has ended', async () => {
    await using world = await openWorld();
    await expect(openGateway(world.config)).rejects.toThrow('Another server is using');
    expect((await world.call('/healthz')).json()).toEqual({ status: 'ok' });
    await world.gateway.close();
    await (await openGateway(world.config)).close();
  });

  it('takes any loopback address as the embedded service', async () => {
    await using world = await openWorld();
    await world.gateway.close();
    for (const upstreamUrl of ['http://localhost:4011', 'http://[::1]:4001', 'http://127.0.0.1:9']) {
      const gateway = await openGateway({ ...world.config, upstreamUrl });
      expect((await gateway.app.inject('/healthz')).statusCode).toBe(200);
      await gateway.close();
    }
  });
});

it('the gateway answers a broken address with a problem', async () => {
  await using world = await openWorld();
  const answer = await world.call('/v3/%zz');
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ Type: '/problems/invalid-request', Instance: '/v3/%zz' });
});
