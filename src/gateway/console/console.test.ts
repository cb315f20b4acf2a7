import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PageData } from '#contract/desk/page.ts';
import { openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { openGateway } from '#gateway/app.ts';
import {
  CONSOLE,
  FOREIGN,
  OWN,
  type World,
  json,
  openSharedWorld,
  openWorld,
} from '#testing/gateway-world.ts';

const sharedWorld = openSharedWorld();

const HTML = { accept: 'text/html' };

const visit = (world: World, url: string, cookie = '') => world.call(url, { headers: { ...HTML, cookie } });

/** Location of a redirect, otherwise the status. */
async function leadsTo(world: World, url: string, cookie?: string): Promise<string | number> {
  const answer = await visit(world, url, cookie);
  return answer.statusCode === 302 ? String(answer.headers.location) : answer.statusCode;
}

function pageData(html: string): PageData {
  const block = /<script type="application\/json" id="desk">(.*?)<\/script>/s.exec(html)?.[1];
  return PageData.parse(JSON.parse(block ?? ''));
}

describe('the page', () => {
  it('says who is signed in, and is never kept', async () => {
    const world = sharedWorld();
    const cookie = await world.signIn('seller');
    const answer = await visit(world, `/inquiries?agencia=${OWN}`, cookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toContain('<!--desk-->');
    expect(pageData(answer.body).session).toEqual(
      (await world.call('/desk/session', { headers: { cookie } })).json(),
    );
  });

  it('says that nobody is', async () => {
    const world = sharedWorld();
    expect(pageData((await visit(world, '/sign-in')).body).session).toBeNull();
  });

  it('holds whatever a person is called as text', async () => {
    const name = `</script><script>alert(1)</script><!--<script> $& $' \u2028 "`;
    await using world = await openWorld();
    const database = await openDatabase<GatewayTables>(world.config.database);
    await database.db.updateTable('person').set({ name }).execute();
    await database.close();
    const { body } = await visit(world, '/agencies', await world.signIn('support'));
    expect(pageData(body).session?.person.name).toBe(name);
    expect(body).not.toContain('alert(1)</script>');
    expect(body.match(/<\/script>/g)).toHaveLength(3);
  });

  it('is compressed', async () => {
    await using world = await openWorld({ html: `<!--desk-->${'<p>hola</p>'.repeat(200)}` });
    const answer = await world.call('/sign-in', { headers: { ...HTML, 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('id="desk"');
  });

  it('is missing with a sentence when it was not built', async () => {
    await using world = await openWorld();
    await world.gateway.close();
    await rm(join(world.config.consoleDir, 'index.html'));
    await expect(openGateway(world.config)).rejects.toThrow('npm run build');
    const gateway = await openGateway(world.config, { page: false });
    expect((await gateway.app.inject({ url: '/sign-in', headers: HTML })).statusCode).toBe(404);
    expect((await gateway.app.inject('/desk/session')).statusCode).toBe(401);
    await gateway.close();
  });
});

describe('the content security policy', () => {
  const policyOf = (header: unknown) =>
    new Map(
      String(header)
        .split(/;\s*/)
        .map((directive) => directive.split(' '))
        .map(([name, ...values]) => [name, values]),
    );

  it('allows the inline parts of the page by hash or nonce, and nothing unsafe', async () => {
    const world = sharedWorld();
    const { headers, body } = await visit(world, '/sign-in');
    const policy = policyOf(headers['content-security-policy']);
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'", hash('start()')],
      'style-src': ["'self'", hash('body{margin:0}'), `'nonce-${pageData(body).styleNonce}'`],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'report-uri': ['/desk/policy-reports'],
    });
    // The hashes match the served text.
    expect(body).toContain('<script>start()</script>');
    expect(body).toContain('<style>body{margin:0}</style>');
  });

  it('has another nonce each time', async () => {
    const world = sharedWorld();
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => pageData((await visit(world, '/sign-in')).body)),
    );
    expect(new Set(nonces.map(({ styleNonce }) => styleNonce)).size).toBe(3);
  });

  it('security headers are on every reply', async () => {
    const world = sharedWorld();
    for (const url of ['/sign-in', '/assets/main-1.js', '/desk/session', '/v3/nada', '/healthz']) {
      const { headers } = await visit(world, url);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it.each(['/welcome/AbC-_9', '/recover/AbC-_9', '/Recover/AbC-_9/'])(
    'lets no referrer tell the secret in the address: %s',
    async (url) => {
      const world = sharedWorld();
      expect((await visit(world, url)).headers['referrer-policy']).toBe('no-referrer');
    },
  );

  it('asks for https only where the console is served by it', async () => {
    await using world = await openWorld({ config: { publicUrl: 'https://consola.example' } });
    const { headers } = await visit(world, '/sign-in');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    expect(headers['content-security-policy']).toMatch(
      /report-uri \/desk\/policy-reports; .*report-to policy/,
    );
    expect(headers['reporting-endpoints']).toBe('policy="/desk/policy-reports"');
  });
});

describe('files', () => {
  it('files with a hash in their name are cached for good and sent compressed', async () => {
    const world = sharedWorld();
    const plain = await world.call('/assets/main-1.js');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toContain('javascript');
    expect(plain.body).toBe('start();');
    const packed = await world.call('/assets/main-1.js', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.body).toBe('precompressed');
  });

  it('files without a hash are cached for an hour', async () => {
    const world = sharedWorld();
    const answer = await world.call('/favicon.svg');
    expect(answer.headers['cache-control']).toBe('public, max-age=3600');
    expect(answer.body).toBe('<svg/>');
  });

  it.each([
    ['/sw.js', 'no-cache', /^(?:text|application)\/javascript/],
    ['/manifest.webmanifest', 'public, max-age=3600', /^application\/manifest\+json/],
    ['/icon-192.png', 'public, max-age=3600', /^image\/png/],
  ])('what an installed console needs is served: %s', async (url, cacheControl, type) => {
    await using world = await openWorld();
    await writeFile(join(world.config.consoleDir, url), 'content');
    await world.restart();
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers, body } = await world.call(url, { method });
      expect(statusCode).toBe(200);
      expect(body).toBe(method === 'GET' ? 'content' : '');
      expect(headers['cache-control']).toBe(cacheControl);
      expect(headers['content-type']).toMatch(type);
      expect(headers['content-security-policy']).toContain("script-src 'self'");
    }
    const { headers, statusCode } = await world.call(url);
    const again = await world.call(url, { headers: { 'if-none-match': String(headers.etag) } });
    expect([statusCode, again.statusCode]).toEqual([200, 304]);
  });

  it.each([
    '/assets/main-2.js',
    '/assets/',
    '/robots.txt',
    '/index.html',
    '/app.php',
    '/assets/..%2findex.html',
  ])('that are not there are not the page: %s', async (url) => {
    const world = sharedWorld();
    const answer = await visit(world, url);
    expect([403, 404]).toContain(answer.statusCode);
    expect(answer.json().Type).toMatch(/^\/problems\//);
  });

  it('are not the page for who does not want HTML', async () => {
    const world = sharedWorld();
    const answer = await world.call('/agencies', { headers: { accept: 'application/json' } });
    expect(answer.statusCode).toBe(404);
  });
});

describe('the way to a page', () => {
  it.each([
    ['/', '/sign-in?next=%2F'],
    [
      '/inquiries?agencia=a%40b.example&pagina=2',
      '/sign-in?next=%2Finquiries%3Fagencia%3Da%2540b.example%26pagina%3D2',
    ],
    [`/agencies/${OWN}`, '/sign-in?next=%2Fagencies%2Fventas%40ruta9.example'],
    ['/nowhere', '/sign-in?next=%2Fnowhere'],
    ['/sign-in', 200],
    ['/sign-in?next=%2F', 200],
    ['/sign-in/second-factor?next=%2F', 200],
    ['/recover', 200],
    ['/recover/AbC-_9', 200],
    ['/welcome/AbC-_9', 200],
    ['/welcome', '/sign-in?next=%2Fwelcome'],
    ['/recover/a/b', '/sign-in?next=%2Frecover%2Fa%2Fb'],
  ])('of nobody signed in: %s leads to %s', async (url, target) => {
    const world = sharedWorld();
    expect(await leadsTo(world, url)).toBe(target);
  });

  it.each([
    ['/', '/inquiries?agencia=todas&vista=esperando'],
    ['/sign-in', '/'],
    ['/sign-in?next=/agencies?x=1%23top', '/agencies?x=1#top'],
    ['/sign-in?next=//evil.example', '/'],
    ['/sign-in/second-factor?next=/inquiries/x', '/inquiries/x'],
    ['/welcome/AbC-_9', 200],
    ['/inquiries', `/inquiries?agencia=${encodeURIComponent(OWN)}`],
    ['/inquiries/?pagina=2', `/inquiries?pagina=2&agencia=${encodeURIComponent(OWN)}`],
    ['/inquiries?agencia=', `/inquiries?agencia=${encodeURIComponent(OWN)}`],
    [`/inquiries?agencia=${FOREIGN}`, 200],
    [`/inquiries/${OWN}/01JCXXXXXXXXXXXXXXXXXXXXXX`, 200],
    [`/agencies/${OWN}`, 200],
    ['/nowhere', 200],
  ])('of a seller: %s leads to %s', async (url, target) => {
    const world = sharedWorld();
    expect(await leadsTo(world, url, await world.signIn('seller'))).toBe(target);
    expect(world.upstreamRequests).toHaveLength(0);
  });

  it.each(['partner', 'support'] as const)('the start page of %s is the overview', async (role) => {
    const world = sharedWorld();
    expect(await leadsTo(world, '/', await world.signIn(role))).toBe('/overview');
  });

  it('a partner starts at the agency opened last, else at the first that the service lists', async () => {
    await using world = await openWorld({ answer: json({ _entries: [{ AdminMail: FOREIGN }] }) });
    const cookie = await world.signIn('partner');
    expect(await leadsTo(world, '/inquiries', cookie)).toBe(
      `/inquiries?agencia=${encodeURIComponent(FOREIGN)}`,
    );
    await world.call(`/v3/consultas/${OWN}`, { headers: { cookie } });
    expect(await leadsTo(world, '/inquiries', cookie)).toBe(`/inquiries?agencia=${encodeURIComponent(OWN)}`);
  });

  it('the first agency of a partner is fetched within their rate limit, and the page is served without it', async () => {
    await using world = await openWorld({
      answer: json({ _entries: [{ AdminMail: FOREIGN }] }),
      config: { rateLimit: 25 },
    });
    const cookie = await world.signIn('partner');
    const foreign = `/inquiries?agencia=${encodeURIComponent(FOREIGN)}`;
    for (let times = 0; times < 5; times += 1)
      expect(await leadsTo(world, '/inquiries', cookie)).toBe(foreign);
    expect(await leadsTo(world, '/inquiries', cookie)).toBe(200);
    expect(world.upstreamRequests).toHaveLength(5);
  });

  it('a partner does not start at an agency whose association ended', async () => {
    const world = sharedWorld();
    const cookie = await world.signIn('partner');
    const seller = await world.signIn('seller');
    const open = (status: number) => {
      world.upstream.answer = json({ _entries: [] }, status);
      return world.call(`/v3/consultas/${OWN}`, { headers: { cookie } });
    };
    const target = async () => {
      world.upstream.answer = json({ _entries: [{ AdminMail: FOREIGN }] });
      return leadsTo(world, '/inquiries', cookie);
    };
    const [own, foreign] = [OWN, FOREIGN].map((mail) => `/inquiries?agencia=${encodeURIComponent(mail)}`);
    await open(200);
    expect(await target()).toBe(own);
    await open(404);
    expect(await target()).toBe(foreign);
    await open(200);
    world.upstream.answer = (_, response) => response.writeHead(204).end();
    const path = `/v3/agencias/${OWN}/desasociar`;
    const ended = await world.call(path, { method: 'PATCH', headers: { cookie, ...CONSOLE } });
    expect(ended.statusCode).toBe(204);
    expect(await target()).toBe(foreign);
    // The seller has no other agency, so its inbox shows the error.
    expect(await leadsTo(world, '/inquiries', seller)).toBe(own);
  });

  it('a seller of several agencies starts at the first that is still associated', async () => {
    await using world = await openWorld({ answer: json({ _entries: [{ AdminMail: OWN }] }) });
    const database = await openDatabase<GatewayTables>(world.config.database);
    const { id } = await database.db
      .selectFrom('person')
      .select('id')
      .where('role', '=', 'seller')
      .executeTakeFirstOrThrow();
    const cookie = await world.signIn('seller');
    const gone = { person_id: id, admin_mail: 'aaa@ruta9.example' };
    await database.db.insertInto('person_agency').values(gone).execute();
    await database.close();
    expect(await leadsTo(world, '/inquiries', cookie)).toBe(`/inquiries?agencia=${encodeURIComponent(OWN)}`);
  });

  it.each([
    ['lists none', json({ _entries: [] })],
    ['lists what is no agency', json({ _entries: [{}] })],
    ['answers no list', json([])],
    ['refuses', json({ Type: 'x' }, 400, 'application/problem+json')],
    ['is broken', json({}, 500)],
    ['is silent', () => {}],
  ])('of a partner whose service %s: the page itself', async (_, answer) => {
    await using world = await openWorld({ answer });
    expect(await leadsTo(world, '/inquiries', await world.signIn('partner'))).toBe(200);
  });
});

it('the gateway reads the page once, at the start', async () => {
  await using world = await openWorld();
  await writeFile(join(world.config.consoleDir, 'index.html'), 'changed');
  expect((await visit(world, '/sign-in')).body).toContain('start()');
});
