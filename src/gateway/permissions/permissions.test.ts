import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '#contract/desk/sessions.ts';
import { pathParams } from '#contract/endpoint.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import type { Person } from '#gateway/people/store.ts';
import { CONSOLE, FOREIGN, OWN, SID, type World, json, openWorld } from '#testing/gateway-world.ts';
import { shareFixture } from '#testing/share-fixture.ts';
import { authorize } from './permissions.ts';

type VerificationResult = 'passes' | 'forbidden' | 'foreign-agency';
const passesAll = { own: 'passes', foreign: 'passes' } as const;
const refused = { own: 'forbidden', foreign: 'forbidden' } as const;
const notSellers = { seller: refused, partner: passesAll, support: passesAll };
const partnerOnly = { seller: refused, partner: passesAll, support: refused };
const ownOnly = { own: 'passes', foreign: 'foreign-agency' } as const;
const everybody = { seller: passesAll, partner: passesAll, support: passesAll };

/** Expected permissions: every endpoint × role × own and foreign agency, independent of the table under test. */
const EXPECTED: Record<V3Name, Record<Role, { own: VerificationResult; foreign: VerificationResult }>> = {
  listAgencies: {
    seller: { own: 'forbidden', foreign: 'forbidden' },
    partner: passesAll,
    support: passesAll,
  },
  viewAgency: { seller: ownOnly, partner: passesAll, support: passesAll },
  viewPackage: { seller: ownOnly, partner: passesAll, support: passesAll },
  inviteAgency: partnerOnly,
  editAgency: partnerOnly,
  disassociateAgency: partnerOnly,
  resendInquiry: notSellers,
  listWebhooks: notSellers,
  viewWebhook: notSellers,
  createWebhook: notSellers,
  editWebhook: notSellers,
  deleteWebhook: notSellers,
  listInquiries: { seller: ownOnly, partner: passesAll, support: passesAll },
  viewInquiry: { seller: ownOnly, partner: passesAll, support: passesAll },
  entryPoints: everybody,
  listBodyStyles: everybody,
  matchBodyStyle: everybody,
  viewBodyStyle: everybody,
  listCities: everybody,
  matchCity: everybody,
  viewCity: everybody,
  listColors: everybody,
  viewColor: everybody,
  listMakes: everybody,
  matchMake: everybody,
  viewMake: everybody,
};
const NAMES = Object.keys(v3) as V3Name[];

/** Spellings of one agency's path that all name that agency. */
const SPELLINGS: readonly [string, (path: string, mail: string) => string][] = [
  ['as it is', (path) => path],
  ['path in capitals', (path, mail) => path.toUpperCase().replace(mail.toUpperCase(), mail)],
  ['mail in capitals', (path, mail) => path.replace(mail, mail.toUpperCase())],
  ['mail with an encoded @', (path, mail) => path.replace(mail, encodeURIComponent(mail))],
  ['mail encoded throughout', (path, mail) => path.replace(mail, encodedThroughout(mail))],
  ['trailing slash', (path) => `${path}/`],
  ['query', (path) => `${path}?operador=x@y.example`],
  ['own agency in the query', (path) => `${path}?adminMail=${OWN}`],
];

function encodedThroughout(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

function pathTo(name: V3Name, mail: string): string {
  return v3[name].path
    .replace('{adminMail}', mail)
    .replace('{sid}', SID)
    .replace('{id}', '1')
    .replace('{topic}', 'x');
}

function ask(world: World, name: V3Name, url: string, cookie: string) {
  const { method } = v3[name];
  const sent = 'body' in v3[name] && { payload: {} };
  // Resends of one inquiry are limited to one per second.
  world.clock.now += 2000;
  return world.call(url, { method, headers: { cookie, ...CONSOLE }, ...sent });
}

async function verdict(world: World, cookie: string, name: V3Name, url: string): Promise<string> {
  const before = world.upstreamRequests.length;
  const answer = await ask(world, name, url, cookie);
  const asked = world.upstreamRequests.length - before;
  const passes = answer.statusCode === v3[name].success;
  // A refused call never reaches the service, so its reply cannot contain data of a foreign agency.
  expect(asked).toBe(passes ? 1 : 0);
  if (passes) return 'passes';
  return String(answer.json().Type).replace('/problems/', '');
}

const world = shareFixture(openWorld);

describe.each(ROLES)('%s', (role) => {
  it.each(NAMES)('%s', async (name) => {
    world().upstream.answer = json({ _entries: [] }, v3[name].success);
    const cookie = await world().signIn(role);
    for (const [spelling, spell] of SPELLINGS) {
      for (const [whose, mail] of [
        ['own', OWN],
        ['foreign', FOREIGN],
      ] as const) {
        const url = spell(pathTo(name, mail), mail);
        expect(await verdict(world(), cookie, name, url), `${spelling}: ${url}`).toBe(
          EXPECTED[name][role][whose],
        );
      }
    }
  });

  it('is told what it may call', async () => {
    const { may } = (
      await world().call('/desk/session', { headers: { cookie: await world().signIn(role) } })
    ).json();
    expect(may.filter((name: string) => name in v3)).toEqual(
      NAMES.filter((name) => EXPECTED[name][role].own === 'passes'),
    );
  });
});

describe('tricks with the address', () => {
  it.each([
    `/v3/agencias/${encodeURIComponent(encodeURIComponent(FOREIGN))}`,
    `/v3/agencias/${encodeURIComponent(encodeURIComponent(OWN))}`,
    `/v3/agencias/${OWN}%20`,
    `/v3/agencias/%20${OWN}`,
    `/v3/agencias/${OWN}%00`,
    `/v3/agencias/${OWN}%0a`,
    `/v3/agencias/${OWN};${FOREIGN}`,
    `/v3/agencias/${OWN},${FOREIGN}`,
    `/v3/agencias/${OWN}%2f..%2f${FOREIGN}`,
    `/v3/agencias/..%2fagencias%2f${FOREIGN}`,
    `/v3/agencias/${OWN}%23`,
    `/v3/agencias/${OWN}%3fx`,
    `/v3/agencias/${OWN.replace('ventas', 'venta\u017f')}`,
    `/v3/agencias/${encodeURIComponent(OWN.replace('s@', '\u017f@'))}`,
    `/v3/consultas/${FOREIGN}/..%2f..%2f${OWN}`,
    `/v3/consultas/${OWN}/..%2f${FOREIGN}`,
    `/v3/consultas/${OWN}/..`,
    `/v3/consultas/${OWN}/%2e%2e`,
    `/v3/consultas/${OWN}/%252e%252e%252f${FOREIGN}`,
    `/v3/consultas/${OWN}/..%5c${FOREIGN}`,
    `/v3/consultas/${OWN}/../${FOREIGN}`,
    `/v3/consultas/${OWN}/%2e%2e/${FOREIGN}`,
    `/v3/consultas/./${OWN}`,
    `/v3/consultas//${FOREIGN}`,
    `/v3/consultas/${OWN}//${SID}`,
    `/v3/../v3/consultas/${FOREIGN}`,
    `//v3/consultas/${FOREIGN}`,
    `/v3/consultas/`,
    `/v3/consultas/%`,
    `http://evil.example/v3/agencias/${OWN}`,
    `/v3/agencias/${OWN}#/../${FOREIGN}`,
  ])('%s reaches nobody', async (target) => {
    const [seller, partner] = [await world().signIn('seller'), await world().signIn('partner')];
    const { upstreamRequests, upstream } = world();
    upstreamRequests.length = 0;
    expect(await rawGet(world(), target, seller)).toMatch(/^HTTP\/1\.1 40[034] /);
    expect(upstreamRequests).toHaveLength(0);
    // The service must receive exactly the authorized path, or nothing, for people who may see all agencies.
    await rawGet(world(), target, partner);
    for (const { url = '' } of upstreamRequests) {
      expect(url).toBe(target);
      expect(new URL(url, upstream.origin).pathname).toBe(url);
    }
  });
});

/** Sends an unnormalized request target over a socket; returns the raw response. */
async function rawGet({ gateway: { app } }: World, target: string, cookie: string): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  const address = app.server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
  return Buffer.concat(await socket.toArray()).toString();
}

describe('nobody signed in', () => {
  it.each(NAMES)('may not call %s', async (name) => {
    const { upstreamRequests } = world();
    upstreamRequests.length = 0;
    for (const cookie of ['', '__Host-session=', `__Host-session=${'A'.repeat(43)}`]) {
      const answer = await ask(world(), name, pathTo(name, OWN), cookie);
      expect(answer.statusCode).toBe(401);
      expect(answer.json().Type).toBe('/problems/sign-in-required');
    }
    expect(upstreamRequests).toHaveLength(0);
  });
});

describe('deny by default', () => {
  const person = (role: Role): Person => ({
    id: '1',
    mail: 'a@b.example',
    name: 'A',
    role,
    agencies: role === 'seller' ? [OWN] : null,
    ownInquiriesIn: [],
    lastAgency: null,
  });

  it.each(ROLES)('refuses %s an endpoint without a row', (role) => {
    expect(() => authorize(person(role), 'endpointOfTomorrow', OWN)).toThrow('Tu rol no permite hacer esto.');
  });

  it('refuses an endpoint for own agencies that names no agency', () => {
    expect(() => authorize(person('seller'), 'viewAgency', undefined)).toThrow(
      'Tu rol no permite hacer esto.',
    );
  });

  it('knows agencies by one parameter name only', () => {
    for (const name of NAMES)
      expect(['', 'adminMail', 'adminMail,sid', 'id', 'topic']).toContain(
        pathParams(v3[name].path).join(','),
      );
  });
});
