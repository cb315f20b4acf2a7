import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { createServer, listen } from './server.ts';

it('a server stops at once, also with connections on which nothing was asked', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  const ended: Promise<unknown>[] = [];
  const silent = () => {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    ended.push(
      new Promise((resolve) => {
        socket.once('close', resolve);
      }),
    );
  };
  // One request is in flight when the shutdown begins.
  app.addHook('preClose', async () => silent());
  app.get('/', () => 'here');
  const origin = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  const arrived = once(app.server, 'connection');
  silent();
  await arrived;
  expect(await (await fetch(origin)).text()).toBe('here');
  const started = performance.now();
  await app.close();
  await Promise.all(ended);
  expect([ended.length, performance.now() - started < 2000]).toEqual([2, true]);
});

it('a server ends connections that send a byte now and then, soon after their time', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  app.post('/', () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  const { port } = app.server.address() as AddressInfo;
  // Shorter timeouts than in production, with the same check interval.
  Object.assign(app.server, { headersTimeout: 200, requestTimeout: 300 });
  const beginnings = [
    'G',
    'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n',
  ];
  const started = performance.now();
  const ended = beginnings.map(async (beginning) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.resume().write(beginning);
    const dripping = setInterval(() => socket.write('a'), 50);
    await new Promise((resolve) => {
      socket.once('close', resolve);
    });
    clearInterval(dripping);
    return performance.now() - started;
  });
  expect(Math.max(...(await Promise.all(ended)))).toBeLessThan(5000);
  await app.close();
});

it('a server stops as soon as the last answer ended, though its client keeps the connection', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  app.addHook('preClose', async () => resolve());
  // Its headers are sent before the shutdown, so without `Connection: close`.
  app.get('/', async (_, reply) => {
    const lines = (async function* () {
      yield 'first ';
      await stopped;
      yield 'last';
    })();
    return reply.send(Readable.from(lines));
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  const answer = await fetch(origin);
  const started = performance.now();
  const [text] = await Promise.all([answer.text(), app.close()]);
  expect([text, performance.now() - started < 2000]).toEqual(['first last', true]);
});

it('a server says where it cannot listen', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  // An address for documentation, which no machine has.
  await expect(listen(app, { host: '192.0.2.1', port: 4000 }, 'PORT')).rejects.toThrow(
    'Port 4000 on 192.0.2.1 cannot be listened on (EADDRNOTAVAIL)',
  );
  await app.close();
});
