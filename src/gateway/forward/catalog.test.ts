import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { json, openWorld } from '#testing/gateway-world.ts';
import { LIST, PROBLEM } from '#testing/forward-world.ts';

describe('a catalog', () => {
  const MAKES = '/v3/marcas?q=fi';
  const tagged = (request: IncomingMessage, response: ServerResponse) =>
    request.headers['if-none-match'] === '"1"'
      ? response.writeHead(304, { etag: '"1"' }).end()
      : json({ _entries: [] })(request, response.setHeader('etag', '"1"'));

  it('is kept by the browser, and asked for again by its tag', async () => {
    await using world = await openWorld({ answer: tagged });
    const cookie = await world.signIn('seller');
    for (const url of [MAKES, '/v3']) {
      const first = await world.call(url, { headers: { cookie } });
      expect(first.headers).toMatchObject({
        etag: '"1"',
        'cache-control': 'private, no-cache',
        vary: 'Accept, Cookie',
      });
      const again = await world.call(url, { headers: { cookie, 'if-none-match': '"1"' } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag: '"1"', 'cache-control': 'private, no-cache' });
      expect(String(again.headers.vary)).toContain('Cookie');
      expect(again.headers['content-type']).toBeUndefined();
    }
  });

  it('is for who is signed in, with the tag too', async () => {
    await using world = await openWorld({ answer: tagged });
    const answer = await world.call(MAKES, { headers: { 'if-none-match': '"1"' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(world.upstreamRequests).toHaveLength(0);
  });

  it('a refused reply is not cached', async () => {
    await using world = await openWorld({ answer: json(PROBLEM, 400, 'application/problem+json') });
    const answer = await world.call(MAKES, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('alone is: what is personal carries no tag, and asks with none', async () => {
    await using world = await openWorld({ answer: tagged });
    const cookie = await world.signIn('seller');
    const answer = await world.call(LIST, { headers: { cookie, 'if-none-match': '"1"' } });
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, undefined]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('unchanged without having been asked so is a broken reply', async () => {
    await using world = await openWorld({ answer: (_, response) => response.writeHead(304).end() });
    const answer = await world.call(MAKES, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.statusCode).toBe(502);
  });
});
