import { describe, expect, it } from 'vitest';
import { parseUpstreamTimings } from '#contract/upstream-timing.ts';
import { CONSOLE, OWN, json, openWorld } from '#testing/gateway-world.ts';
import { PROBLEM } from '#testing/forward-world.ts';

const readTimings = ({ headers }: { headers: Record<string, unknown> }) => {
  const header = headers['server-timing'];
  return typeof header === 'string' ? parseUpstreamTimings(header) : undefined;
};

const AGENCY = `/v3/agencias/${OWN}`;

describe('a reply names the calls of the service', () => {
  it.each(['partner', 'support'] as const)('to %s', async (role) => {
    await using world = await openWorld({ answer: json({ AdminMail: OWN }) });
    const reply = await world.call(AGENCY, { headers: { cookie: await world.signIn(role) } });
    expect(reply.statusCode).toBe(200);
    expect(readTimings(reply)).toMatchObject({
      count: 1,
      calls: [{ method: 'GET', path: AGENCY, status: 200, attempts: 1, form: 'full' }],
    });
  });

  it('not to sellers', async () => {
    await using world = await openWorld({ answer: json({ AdminMail: OWN }) });
    const reply = await world.call(AGENCY, { headers: { cookie: await world.signIn('seller') } });
    expect([reply.statusCode, reply.headers['server-timing']]).toEqual([200, undefined]);
    expect(world.upstreamRequests).toHaveLength(1);
  });

  it('to nobody without a session, and not on pages', async () => {
    await using world = await openWorld({ answer: json({}) });
    for (const url of [AGENCY, '/', '/desk/session'])
      expect((await world.call(url)).headers['server-timing']).toBeUndefined();
  });

  it('not to sellers whose call is refused', async () => {
    await using world = await openWorld({ answer: json({}) });
    const reply = await world.call('/v3/agencias', { headers: { cookie: await world.signIn('seller') } });
    expect([reply.statusCode, reply.headers['server-timing']]).toEqual([403, undefined]);
  });

  it('with their form, and when nothing changed', async () => {
    await using world = await openWorld({
      answer: (request, response) =>
        request.headers['if-none-match']
          ? response.writeHead(304, { etag: '"1"' }).end()
          : json({ _entries: [] }, 200, 'application/vnd.service.ref+json')(request, response),
    });
    const cookie = await world.signIn('support');
    const accept = 'application/vnd.service.ref+json';
    const listed = await world.call('/v3/agencias', { headers: { cookie, accept } });
    expect(readTimings(listed)?.calls).toMatchObject([{ status: 200, form: 'ref' }]);
    const cached = await world.call('/v3/marcas', { headers: { cookie, 'if-none-match': '"1"' } });
    expect(cached.statusCode).toBe(304);
    expect(readTimings(cached)?.calls).toMatchObject([{ path: '/v3/marcas', status: 304, form: null }]);
  });

  it('with their attempts, when the service refuses or does not reply', async () => {
    await using world = await openWorld({ answer: json(PROBLEM, 400, 'application/problem+json') });
    const cookie = await world.signIn('partner');
    const refused = await world.call(AGENCY, { headers: { cookie } });
    expect(refused.statusCode).toBe(400);
    expect(readTimings(refused)?.calls).toMatchObject([{ status: 400, attempts: 1 }]);
    world.upstream.answer = (_, response) => response.destroy();
    const failed = await world.call(AGENCY, { headers: { cookie } });
    expect(failed.statusCode).toBe(503);
    expect(readTimings(failed)?.calls).toMatchObject([{ status: 0, attempts: 3, form: null }]);
  });

  it('and that there were none', async () => {
    await using world = await openWorld({ answer: json({}) });
    const reply = await world.call('/desk/me', { headers: { cookie: await world.signIn('partner') } });
    expect(readTimings(reply)).toEqual({ count: 0, ms: 0, calls: [] });
  });

  it('without secrets of the request', async () => {
    await using world = await openWorld({ answer: json({ AdminMail: OWN }) });
    const cookie = await world.signIn('partner');
    const reply = await world.call(AGENCY, { headers: { ...CONSOLE, cookie } });
    const { authorization = '', 'x-svc-nonce': nonce = '' } = world.upstreamRequests[0]?.headers ?? {};
    const header = String(reply.headers['server-timing']);
    for (const secret of [authorization, String(nonce), cookie]) {
      expect(secret).not.toBe('');
      expect(header).not.toContain(secret);
    }
  });
});
