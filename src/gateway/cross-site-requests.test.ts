import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { InjectOptions } from 'light-my-request';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { OWN, SID, type World, json, openWorld, signIn } from '#testing/gateway-world.ts';

// Requests from other sites with a valid cookie must not change anything, nor sign in or out.

let world: World;
let cookie = '';
beforeAll(async () => {
  world = await openWorld({ answer: json({ Estado: 'x' }, 200) });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  cookie ||= await world.signIn('partner');
  world.upstreamRequests.length = 0;
});

const EDIT = `/v3/agencias/${OWN}`;
const FORM = 'application/x-www-form-urlencoded';
const EVIL = 'https://evil.example';
const header = { [CONSOLE_HEADER]: '1' };
const cross = { 'sec-fetch-site': 'cross-site', origin: EVIL };

type Way = Omit<InjectOptions, 'url' | 'headers'> & { url?: string; headers: Record<string, string> };

it.each<[string, Way]>([
  [
    'a form',
    {
      method: 'POST',
      url: `/v3/consultas/${OWN}/${SID}/resendwebhook`,
      headers: { ...cross, 'content-type': FORM },
      payload: 'a=b',
    },
  ],
  [
    'a form with files',
    {
      method: 'POST',
      url: '/v3/agencias',
      headers: { ...cross, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    },
  ],
  [
    'JSON as text',
    {
      method: 'POST',
      url: '/v3/agencias',
      headers: { ...cross, 'content-type': 'text/plain' },
      payload: '{"AdminMail":"a@b.example"}',
    },
  ],
  [
    'a call without CORS',
    { method: 'POST', url: '/v3/agencias', headers: { ...cross, 'sec-fetch-mode': 'no-cors' } },
  ],
  [
    'a beacon',
    {
      method: 'POST',
      url: '/desk/people',
      headers: { ...cross, 'content-type': 'text/plain' },
      payload: '{}',
    },
  ],
  [
    'a call with the header, as no browser lets it',
    { method: 'PUT', headers: { ...cross, ...header }, payload: {} },
  ],
  [
    'a page of this site without the header',
    {
      method: 'PUT',
      headers: { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4000' },
      payload: {},
    },
  ],
  ['a browser that says nothing', { method: 'PUT', headers: header, payload: {} }],
  ['another port', { method: 'PUT', headers: { ...header, origin: 'http://localhost:4001' }, payload: {} }],
  [
    'another port, as the browser says it',
    {
      method: 'PUT',
      headers: { ...header, 'sec-fetch-site': 'same-site', origin: 'http://localhost:4001' },
      payload: {},
    },
  ],
  [
    'another scheme',
    { method: 'PUT', headers: { ...header, origin: 'https://localhost:4000' }, payload: {} },
  ],
  ['no origin', { method: 'PUT', headers: { ...header, origin: 'null' }, payload: {} }],
  [
    'an origin that only looks alike',
    { method: 'PUT', headers: { ...header, origin: 'http://localhost:4000.evil.example' }, payload: {} },
  ],
  [
    'a host that agrees with the origin',
    {
      method: 'PUT',
      headers: { ...header, origin: EVIL, host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      payload: {},
    },
  ],
  [
    'a referrer instead of an origin',
    { method: 'PUT', headers: { ...header, referer: 'http://localhost:4000/agencies' }, payload: {} },
  ],
  [
    'a method named otherwise',
    {
      method: 'POST',
      url: '/desk/session?_method=DELETE',
      headers: { ...cross, 'x-http-method-override': 'DELETE', 'content-type': FORM },
      payload: '_method=DELETE',
    },
  ],
  [
    'signing somebody else in',
    {
      method: 'POST',
      url: '/desk/session',
      headers: { ...cross, 'content-type': 'text/plain' },
      payload: '{}',
    },
  ],
  ['signing out', { method: 'DELETE', url: '/desk/session', headers: cross }],
  [
    'a link of somebody else',
    {
      method: 'POST',
      url: '/desk/links/use',
      headers: { ...cross, ...header },
      payload: { token: 'x', password: 'x' },
    },
  ],
  [
    'a navigation',
    {
      method: 'POST',
      url: '/v3/agencias',
      headers: { 'sec-fetch-site': 'none', 'content-type': FORM },
      payload: 'a=b',
    },
  ],
])('a call of another site changes nothing: %s', async (_, { url = EDIT, headers, ...way }) => {
  const answer = await world.call(url, { ...way, headers: { ...headers, cookie } });
  expect(answer.statusCode).toBe(403);
  expect(answer.json().Type).toBe('/problems/cross-site');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  expect(world.upstreamRequests).toHaveLength(0);
  expect((await world.call('/desk/session', { headers: { cookie } })).statusCode).toBe(200);
});

const ROWS = [...Object.entries(v3), ...Object.entries(desk)] as [V3Name | DeskName, Endpoint][];

it.each(ROWS)('a page of another site that asks for %s is refused', async (name, { method, path }) => {
  const url = path
    .replace('{adminMail}', OWN)
    .replace('{sid}', SID)
    .replace(/\{\w+\}/g, '1');
  const otherPort = { ...header, 'sec-fetch-site': 'same-site', origin: 'http://localhost:4001' };
  const ways: Record<string, string>[] = [{ ...cross, ...header }, otherPort];
  // `reportPolicy` is allowed without the header.
  if (method !== 'GET' && name !== 'reportPolicy') ways.push({ 'sec-fetch-site': 'same-origin' });
  if (method !== 'GET') ways.push({ ...header, origin: 'http://localhost:4001' });
  const methods = method === 'GET' ? (['GET', 'HEAD'] as const) : [method];
  for (const headers of ways)
    for (const asked of methods) {
      const answer = await world.call(url, { method: asked, headers: { ...headers, cookie } });
      expect([headers, answer.statusCode]).toEqual([headers, 403]);
      expect(answer.body).toMatch(asked === 'HEAD' ? /^$/ : /"\/problems\/cross-site"/);
    }
  expect(world.upstreamRequests).toHaveLength(0);
});

it('the gateway lets a person come to a page from anywhere, and to an address that they typed', async () => {
  for (const url of ['/inquiries', '/agencies', '/welcome/x', '/favicon.svg', '/assets/main-1.js'])
    expect([url, (await world.call(url, { headers: { ...cross, cookie } })).statusCode]).toEqual([url, 200]);
  const typed = await world.call('/desk/session', { headers: { 'sec-fetch-site': 'none', cookie } });
  expect(typed.statusCode).toBe(200);
});

it('the gateway lets no other site send a preflight, nor read', async () => {
  for (const method of ['OPTIONS', 'GET'] as const) {
    const answer = await world.call(EDIT, {
      method,
      headers: {
        ...cross,
        cookie,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': CONSOLE_HEADER,
      },
    });
    const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
    expect(names).toEqual([]);
  }
});

it.each([
  [
    'a method in a header',
    { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE' },
    '/desk/session',
  ],
  ['a method in the query', {}, '/desk/session?_method=DELETE&method=DELETE'],
])('a call reads where it is asked to, whatever else is named: %s', async (_, headers, url) => {
  for (const method of ['GET', 'HEAD'] as const)
    expect((await world.call(url, { method, headers: { ...headers, cookie } })).statusCode).toBe(200);
  expect((await world.call('/desk/session', { headers: { cookie } })).statusCode).toBe(200);
});

it.each([
  ['by its word', { 'sec-fetch-site': 'same-origin' }],
  ['by its origin', { origin: 'http://localhost:4000' }],
  ['by another name of this machine', { origin: 'http://127.0.0.1:4000' }],
])('the gateway lets the console of this site in, known %s', async (_, headers) => {
  const credentials = { mail: world.mail('support'), password: world.password('support') };
  const { 'sec-fetch-site': site = '', ...others } = headers as Record<string, string>;
  const entered = site
    ? await signIn(world.call, credentials, { 'sec-fetch-site': site })
    : await world.call('/desk/session', {
        method: 'POST',
        headers: { ...header, ...others },
        payload: credentials,
      });
  expect(entered.statusCode).toBe(200);
});
