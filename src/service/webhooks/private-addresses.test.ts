import type { LookupAddress } from 'node:dns';
import type { FastifyBaseLogger } from 'fastify';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#http/public-address.ts';
import type { NameLookup } from '#http/name-resolver.ts';
import { systemClock } from '#system/clock.ts';
import {
  type ServiceWorld,
  openRefusalWorld,
  createDeliveryWorker,
  openServiceWorld,
} from '#testing/service-world.ts';
import { validateCallback } from '#http/validate-callback.ts';
import { createWebhookClient } from '#http/webhook-client.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';

/** Callbacks with a private address in any notation, or without https. */
const REFUSED = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.255.255.254/',
  'https://0/',
  'https://0.0.0.0/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://a.localhost/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[fd00::1]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/',
  'https://[::ffff:168.63.129.16]/',
  'https://100.100.100.200/',
  'https://192.0.0.192/',
  'https://[fd00:ec2::254]/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://%31%32%37.0.0.1/',
  'https://127。0。0。1/',
  'https://127.0.0.1:8443/',
  'https://a.example:0/',
  'https://user@a.example/',
  'https://user:pass@127.0.0.1/',
  'http://a.example/',
  'file:///etc/passwd',
  'gopher://a.example/',
  'https:///',
];

const found = (addresses: readonly string[]) =>
  addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('a private callback', () => {
  const refusing = openRefusalWorld('sqlite', async () => {}, { allowLocalCallbacks: false });

  it.each(REFUSED)('is refused when it is saved: %s', async (Callback) => {
    const reply = await refusing().call('/v3/appnotificaciones/consulta-recibida', {
      method: 'POST',
      body: JSON.stringify({ Callback }),
    });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ Errors: object }>().Errors)).toEqual(['Callback']);
  });

  it('is refused when it is called, though it was saved: the canary hears nothing', async () => {
    await using canary = await openCallbackReceiver();
    const port = new URL(canary.url).port;
    const webhookClient = createWebhookClient({ clock: systemClock, allowLocal: false, timeoutMs: 2000 });
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0',
      '[::ffff:7f00:1]',
      'localhost',
      'localhost.',
    ])
      await expect(
        webhookClient.send({
          url: `http://${host}:${port}/`,
          headers: {},
          body: '{}',
          signal: new AbortController().signal,
        }),
      ).rejects.toThrow('is not a public address');
    await webhookClient.close();
    expect(canary.connections).toBe(0);
  });

  it('is refused when it is called where loopback is allowed, by address and by name', async () => {
    const webhookClient = createWebhookClient({
      clock: systemClock,
      allowLocal: true,
      lookup: (_host, _options, done) => done(null, found(['10.0.0.1'])),
    });
    const signal = new AbortController().signal;
    for (const url of ['https://10.0.0.1/', 'https://168.63.129.16/', 'https://inside.example/'])
      await expect(webhookClient.send({ url, headers: {}, body: '{}', signal })).rejects.toThrow(
        'is not a public address',
      );
    await webhookClient.close();
  });

  it.each([
    ['at once', ['127.0.0.1']],
    ['beside a public one', ['8.8.8.8', '127.0.0.1']],
    ['as IPv6', ['::ffff:127.0.0.1']],
  ])('is refused when its name leads there %s', async (_, answers) => {
    await using canary = await openCallbackReceiver();
    let led = ['8.8.8.8'];
    await using world = await openServiceWorld(
      'sqlite',
      { allowLocalCallbacks: false },
      {
        lookup: (_host, _options, done) => {
          done(null, found(led));
        },
      },
    );
    await world.agency('a@a.example');
    const saved = await world.call('/v3/appnotificaciones/consulta-recibida', {
      method: 'POST',
      body: JSON.stringify({ Callback: `https://rebound.example:${new URL(canary.url).port}/` }),
    });
    expect(saved.statusCode).toBe(201);
    led = answers;
    await world.app.inject({ method: 'POST', url: '/simulator/consultas/a@a.example', payload: '' });
    await world.worker.drain();
    world.clock.now += 6000;
    await world.worker.drain();
    const [pending] = await world.database.db.selectFrom('deliveries').select('attempts').execute();
    expect(pending?.attempts).toBe(2);
    expect(canary.connections).toBe(0);
  });
});

describe('a callback in a private network', () => {
  const leadingTo =
    (...addresses: string[]): NameLookup =>
    (host, _options, done) =>
      done(null, found(host === 'inside.example' ? addresses : [host]));
  const save = async (world: ServiceWorld, Callback: string, method: 'POST' | 'PUT' = 'POST') => {
    const reply = await world.call('/v3/appnotificaciones/consulta-recibida', {
      method,
      body: JSON.stringify({ Callback }),
    });
    return [reply.statusCode, reply.json<{ Errors?: { Callback?: string[] } }>().Errors?.Callback?.[0]];
  };
  const LEADS_INSIDE =
    'su nombre lleva a una dirección privada o local, a la que el servicio no llama; quien lo opera puede permitirla';

  it.each([
    [['10.0.0.5'], []],
    [['8.8.8.8', 'fd00::5'], []],
    [['10.0.0.5'], ['10.1.0.0/16']],
    [['169.254.169.254'], ['10.0.0.0/8']],
  ])('is refused when its name leads to %j, with the ranges %j, and says so', async (addresses, ranges) => {
    const config = { allowLocalCallbacks: false, callbackAllowedRanges: ranges };
    await using world = await openServiceWorld('sqlite', config, { lookup: leadingTo(...addresses) });
    expect(await save(world, 'https://inside.example/')).toEqual([400, LEADS_INSIDE]);
    expect((await world.call('/v3/appnotificaciones/consulta-recibida')).statusCode).toBe(404);
    expect(await save(world, 'https://8.8.8.8/')).toEqual([201, undefined]);
    expect(await save(world, 'https://inside.example/', 'PUT')).toEqual([400, LEADS_INSIDE]);
  });

  it('is saved and called where its range is allowed, by name and by address', async () => {
    const config = { allowLocalCallbacks: false, callbackAllowedRanges: ['10.0.0.0/8', 'fd00::/8'] };
    await using world = await openServiceWorld('sqlite', config, {
      lookup: leadingTo('10.0.0.5', 'fd00::5'),
    });
    expect(await save(world, 'https://inside.example/')).toEqual([201, undefined]);
    for (const Callback of ['https://10.255.0.1/', 'https://[fd00::1]/'])
      expect(await save(world, Callback, 'PUT')).toEqual([200, undefined]);
    expect(await save(world, 'https://192.168.0.1/', 'PUT')).toEqual([
      400,
      'no puede ser una dirección privada o local',
    ]);

    await using receiver = await openCallbackReceiver();
    const webhookClient = createWebhookClient({
      clock: systemClock,
      allowLocal: false,
      allowedRanges: ['127.0.0.0/8'],
      lookup: leadingTo('127.0.0.1'),
    });
    const url = `http://inside.example:${new URL(receiver.url).port}/`;
    const signal = new AbortController().signal;
    expect(await webhookClient.send({ url, headers: {}, body: '{}', signal })).toMatchObject({ status: 204 });
    await webhookClient.close();
  });

  it('is warned of with a code at each attempt that is refused', async () => {
    await using world = await openServiceWorld('sqlite', { allowLocalCallbacks: false });
    await world.agency('a@a.example');
    await save(world, 'https://inside.example/');
    await world.app.inject({ method: 'POST', url: '/simulator/consultas/a@a.example', payload: '' });
    const lines: unknown[] = [];
    const log = {
      info() {},
      error() {},
      warn: ({ code, topic }: { code: unknown; topic: unknown }, text: string) =>
        lines.push([code, topic, text]),
    };
    const worker = createDeliveryWorker(world, {
      webhookClient: createWebhookClient({
        clock: systemClock,
        allowLocal: false,
        lookup: leadingTo('10.0.0.5'),
      }),
      log: log as unknown as FastifyBaseLogger,
    });
    await worker.drain();
    await worker.stop();
    expect(lines).toEqual([
      ['private-address', 'consulta-recibida', 'a callback is not called: its address is private'],
    ]);
  });

  it('is saved while its name does not resolve', async () => {
    await using world = await openServiceWorld(
      'sqlite',
      {},
      {
        lookup: (_host, _options, done) => done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
      },
    );
    expect(await save(world, 'https://later.example/')).toEqual([201, undefined]);
  });
});

describe('a name that leads elsewhere at each look-up', () => {
  const PUBLIC = '127.0.0.1';
  const PRIVATE = '127.0.0.2';

  /** Sends to a receiver on an address that counts as public in this test; each DNS lookup takes the next answer. */
  async function rebound(answers: string[][], times: number) {
    await using receiver = await openCallbackReceiver();
    const port = Number(new URL(receiver.url).port);
    await using canary = await openCallbackReceiver(PRIVATE, port);
    receiver.respond = (response) => response.writeHead(204, { connection: 'close' }).end();
    const left = [...answers];
    const webhookClient = createWebhookClient({
      clock: systemClock,
      allowLocal: false,
      lookup: (_host, _options, done) => done(null, found(left.shift() ?? [])),
      isAllowed: (address) => address === PUBLIC,
    });
    const outcomes: (number | string)[] = [];
    for (let time = 0; time < times; time += 1) {
      const url = `http://rebound.example:${port}/`;
      const post = { url, headers: {}, body: '{}', signal: new AbortController().signal };
      outcomes.push(
        await webhookClient.send(post).then(
          ({ status }) => status,
          (error: Error) => error.message,
        ),
      );
    }
    await webhookClient.close();
    return { outcomes, looked: answers.length - left.length, canary: canary.connections };
  }

  it('is connected to where the one look-up that was checked led', async () => {
    expect(await rebound([[PUBLIC], [PRIVATE], [PRIVATE]], 1)).toEqual({
      outcomes: [204],
      looked: 1,
      canary: 0,
    });
  });

  it('is refused as soon as one leads inside', async () => {
    const refused = 'rebound.example is not a public address';
    expect(await rebound([[PUBLIC], [PRIVATE], [PUBLIC, PRIVATE], [PUBLIC]], 4)).toEqual({
      outcomes: [204, refused, refused, 204],
      looked: 4,
      canary: 0,
    });
  });
});

describe('a callback', () => {
  it('may be plain http on loopback only where that is allowed', () => {
    for (const local of ['http://localhost:4000/x', 'http://127.0.0.1/', 'http://[::1]:8080/'])
      expect([
        validateCallback(local, { allowLocal: true }),
        typeof validateCallback(local, { allowLocal: false }),
      ]).toEqual([undefined, 'string']);
    expect(validateCallback('http://10.0.0.1/', { allowLocal: true })).toBe('debe ser https');
    for (const inside of [
      '10.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '168.63.129.16',
      '[fd00::1]',
      '0.0.0.0',
    ])
      expect(validateCallback(`https://${inside}/`, { allowLocal: true })).toBe(
        'no puede ser una dirección privada o local',
      );
    expect(validateCallback('https://a.example/x?y=1', { allowLocal: false })).toBeUndefined();
  });

  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700:4700::1111'])('may be at %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
