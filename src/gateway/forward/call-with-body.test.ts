import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { canonicalString, computeDigest, computeHmac, parseAuthorization } from '#signing/request.ts';
import { CONSOLE, OWN, SECRET, SID, openWorld, openSharedWorld } from '#testing/gateway-world.ts';
import { LIST } from '#testing/forward-world.ts';

const sharedWorld = openSharedWorld();

describe('a call with a body', () => {
  const body = '{ "Nombre" : "\\u00d1and\\u00fa", "Telefono": null }';

  it('passes as the bytes that came, with their digest', async () => {
    const got = Promise.withResolvers<string>();
    await using world = await openWorld({
      answer: (request, response) => {
        void text(request).then(got.resolve);
        response.writeHead(202, { location: `${world.upstream.origin}/v3/agencias/a@b.example` }).end();
      },
    });
    const cookie = await world.signIn('partner');
    const answer = await world.call('/v3/agencias', {
      method: 'POST',
      headers: { ...CONSOLE, cookie, 'content-type': 'application/json' },
      payload: body,
    });
    expect([answer.statusCode, answer.body]).toEqual([202, '']);
    expect(answer.headers.location).toBe('/v3/agencias/a@b.example');
    expect(await got.promise).toBe(body);
    const { headers } = world.upstreamRequests[0] as IncomingMessage;
    expect(headers).toMatchObject({ 'content-type': 'application/json', digest: computeDigest(body) });
    const canonical = canonicalString({ method: 'POST', path: '/v3/agencias', headers }, 'SVC');
    expect(parseAuthorization(headers.authorization, 'SVC')?.hmac).toBe(computeHmac(canonical, SECRET));
  });

  it('is refused when it is not JSON by its type', async () => {
    const world = sharedWorld();
    const answer = await world.call('/v3/agencias', {
      method: 'POST',
      headers: { ...CONSOLE, cookie: await world.signIn('partner'), 'content-type': 'text/plain' },
      payload: body,
    });
    expect(answer.statusCode).toBe(415);
    expect(world.upstreamRequests).toHaveLength(0);
  });

  it.each([
    ['/hook', '/hook'],
    ['/hook?x=1&token=secret=&empty=', '/hook?x=…&token=…&empty=…'],
    ['/hook?secret', '/hook?…'],
    ['/hook?a&b=secret?c#secret', '/hook?…&b=…'],
  ])(
    'comes back from a resend with the callback as it is, what it may be opened by masked: %s',
    async (path, shown) => {
      await using world = await openWorld();
      const resend = async (location: string) => {
        world.upstream.answer = (_, response) =>
          response.writeHead(202, { 'content-type': 'application/json', location }).end('{}');
        world.clock.now += 2000;
        const answer = await world.call(`${LIST}/${SID}/resendwebhook`, {
          method: 'POST',
          headers: { ...CONSOLE, cookie: await world.signIn('support') },
        });
        expect(answer.statusCode).toBe(202);
        return answer.headers.location && decodeURI(answer.headers.location);
      };
      expect(await resend(`${world.upstream.origin}${path}`)).toBe(`${world.upstream.origin}${shown}`);
      expect(await resend(`https://user:secret@b.example:8443${path}`)).toBe(
        `https://…@b.example:8443${shown}`,
      );
      expect(await resend('no address')).toBeUndefined();
    },
  );
});

it('the gateway finishes a write that was begun, though the browser goes away', async () => {
  const seen = Promise.withResolvers<ServerResponse>();
  await using world = await openWorld({ answer: (_, response) => seen.resolve(response) });
  const cookie = await world.signIn('partner');
  const base = await world.gateway.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  const done = new Promise<number>((resolve) => {
    world.gateway.app.server.once('request', (_, response: ServerResponse) =>
      response.once('close', () => resolve(response.statusCode)),
    );
  });
  const browser = new AbortController();
  const call = fetch(`${base}/v3/agencias/${OWN}/desasociar`, {
    method: 'PATCH',
    headers: { ...CONSOLE, cookie },
    signal: browser.signal,
  });
  const upstream = await seen.promise;
  browser.abort();
  await expect(call).rejects.toThrow('aborted');
  await done;
  const database = await openDatabase<GatewayTables>(world.config.database);
  const outcome = () =>
    database.db.selectFrom('audit').select('status').where('action', '=', 'disassociateAgency').execute();
  expect(await outcome()).toEqual([{ status: null }]);
  expect(upstream.destroyed).toBe(false);
  upstream.writeHead(204).end();
  await vi.waitFor(async () => expect(await outcome()).toEqual([{ status: 204 }]));
  await database.close();
}, 5000);
