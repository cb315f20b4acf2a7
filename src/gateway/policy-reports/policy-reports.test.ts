import { describe, expect, it } from 'vitest';
import { type World, openWorld } from '#testing/gateway-world.ts';

const REPORTS = '/desk/policy-reports';

const byUri = (report: object) => JSON.stringify({ 'csp-report': report });
const byGroup = (...bodies: object[]) =>
  JSON.stringify(bodies.map((body) => ({ type: 'csp-violation', age: 1, url: 'x', body })));

/** A world, and the violations in its log. */
async function listening() {
  const lines: string[] = [];
  const world = await openWorld({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  });
  return {
    world,
    said: () =>
      lines.flatMap((line) => {
        const { violation } = JSON.parse(line) as { violation?: object };
        return violation ? [violation] : [];
      }),
    lines,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const report = (
  world: World,
  payload: string,
  type = 'application/csp-report',
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) => world.call(REPORTS, { method: 'POST', headers: { 'content-type': type, ...headers }, payload });

it('policy reports of both forms are taken, without the header of the console', async () => {
  await using all = await listening();
  const one = await report(
    all.world,
    byUri({
      'document-uri': 'http://localhost:4000/inquiries/ventas@ruta9.example/01JC?x=secret',
      'violated-directive': 'script-src',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?token=secret',
      'source-file': 'http://localhost:4000/assets/main-1.js',
      'line-number': 12,
    }),
  );
  expect([one.statusCode, one.body]).toEqual([204, '']);
  const many = await report(
    all.world,
    byGroup(
      {
        documentURL: 'http://localhost:4000/welcome/secret',
        effectiveDirective: 'style-src',
        blockedURL: 'inline',
      },
      { documentURL: 'x', effectiveDirective: 'img-src', blockedURL: 'data:image/png;base64,secret' },
    ),
    'application/reports+json',
    {},
  );
  expect(many.statusCode).toBe(204);
  expect(all.said()).toEqual([
    {
      page: '/inquiries',
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      source: 'http://localhost:4000',
      line: 12,
    },
    { page: '/welcome', directive: 'style-src', blocked: 'inline' },
    { page: '/', directive: 'img-src', blocked: 'data:' },
  ]);
  expect(all.lines.join('\n')).not.toMatch(/secret|ruta9|01JC/);
});

it('a policy report is logged short and on one line', async () => {
  await using all = await listening();
  await report(
    all.world,
    byUri({
      'effective-directive': `a\n{"level":60}\u001b[31m${'x'.repeat(5000)}`,
      'blocked-uri': ['x'],
      'line-number': '1',
    }),
  );
  await report(all.world, byGroup(...Array.from({ length: 50 }, () => ({}))), 'application/reports+json');
  const [first, ...others] = all.said();
  expect(first).toEqual({ directive: `a {"level":60} [31m${'x'.repeat(81)}` });
  expect(others).toHaveLength(10);
  for (const line of all.lines) expect(line.trimEnd()).not.toMatch(/[\n\p{Cc}]/u);
});

it.each([
  ['another site', 403, byUri({}), 'application/csp-report', { 'sec-fetch-site': 'cross-site' }],
  ['another origin', 403, byUri({}), 'application/csp-report', { origin: 'https://evil.example' }],
  ['no JSON', 400, '{', 'application/csp-report', {}],
  ['nothing', 400, '', 'application/csp-report', {}],
  ['no report', 400, '{"a":1}', 'application/csp-report', {}],
  ['JSON', 415, byUri({}), 'application/json', {}],
  ['a form', 415, 'a=b', 'application/x-www-form-urlencoded', {}],
  ['more than 16 KiB', 413, byUri({}).padEnd(16 * 1024 + 1), 'application/csp-report', {}],
] as const)('a policy report refuses %s', async (_, status, payload, type, headers) => {
  await using all = await listening();
  const answer = await report(all.world, payload, type, headers);
  expect(answer.statusCode).toBe(status);
  expect(answer.json().Type).toMatch(/^\/problems\//);
  expect(all.said()).toEqual([]);
});

it('a policy report of 16 KiB is taken', async () => {
  await using all = await listening();
  expect((await report(all.world, byUri({}).padEnd(16 * 1024))).statusCode).toBe(204);
});

describe('too many of them', () => {
  it('are refused by address, before they are read', async () => {
    await using all = await listening();
    const statuses = [];
    for (let times = 0; times < 22; times += 1)
      statuses.push((await report(all.world, byUri({}))).statusCode);
    expect(statuses.filter((status) => status === 204)).toHaveLength(20);
    const refused = await report(all.world, 'x'.repeat(20_000));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    const elsewhere = await all.world.call(REPORTS, {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      payload: byUri({}),
      remoteAddress: '192.0.2.7',
    });
    expect(elsewhere.statusCode).toBe(204);
  });
});
