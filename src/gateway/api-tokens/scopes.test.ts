import { describe, expect, it } from 'vitest';
import { API_SCOPES, type ApiScope } from '#contract/desk/api-tokens.ts';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { SCOPE_ENDPOINTS } from '#contract/desk/token-scopes.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { type Endpoint, pathParams } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { callWith, outcomeOf, personalToken } from '#testing/api-tokens.ts';
import { CONSOLE, FOREIGN, OWN, SID, openWorld } from '#testing/gateway-world.ts';

// Tokens with each scope, at every endpoint of both tables, against what their person may do by a session.

/** Independent of the table under test. */
const EXPECTED: Partial<Record<DeskName, ApiScope>> = {
  findInquiries: 'inquiries:read',
  checkInquiries: 'inquiries:read',
  countInquiries: 'inquiries:read',
  listFacets: 'inquiries:read',
  viewIndexState: 'inquiries:read',
  viewIndexedInquiry: 'inquiries:read',
  listOfBuyer: 'inquiries:read',
  listFollowUps: 'follow-up:read',
  viewFollowUp: 'follow-up:read',
  listColleagues: 'follow-up:read',
  changeFollowUp: 'follow-up:write',
  listAgencyHealth: 'agencies:read',
  viewHours: 'agencies:read',
  listInvitations: 'agencies:read',
  viewInvitation: 'agencies:read',
  viewOverviewNow: 'overview:read',
  viewOverview: 'overview:read',
  listWebhooksDesk: 'webhooks:read',
  viewWebhookHistory: 'webhooks:read',
  listDeliveries: 'deliveries:read',
  viewDelivery: 'deliveries:read',
  listAttempts: 'deliveries:read',
  listIncidents: 'deliveries:read',
  countMissed: 'deliveries:read',
  findTraces: 'deliveries:read',
  traceAgency: 'deliveries:read',
  traceLead: 'deliveries:read',
  viewConnection: 'connection:read',
  viewBalance: 'connection:read',
  viewDoctor: 'connection:read',
};

const ROWS = Object.entries({ ...desk, ...v3 }) as [string, Endpoint][];
/** Refusals of a person or a token, as opposed to what is wrong with the call itself. */
const REFUSALS = new Set(['forbidden', 'foreign-agency', 'scope-missing', 'not-for-tokens', 'token-refused']);

const toPath = ({ path }: Endpoint, agency: string) =>
  path
    .replace('{adminMail}', agency)
    .replace('{sid}', SID)
    .replace('{topic}', 'x')
    .replace(/\{\w+\}/g, '1');

describe.each(ROLES)('a token of %s', (role) => {
  it('is let in where scope and person are, and nowhere else', async () => {
    await using world = await openWorld();
    const cookie = await world.signIn(role);
    const refusalOf = async (answer: Promise<Awaited<ReturnType<typeof world.call>>>) => {
      const [, code] = outcomeOf(await answer);
      return REFUSALS.has(code) ? code : 'passes';
    };
    const byPerson = new Map<string, string>();
    for (const [name, row] of ROWS)
      if (name in EXPECTED)
        for (const agency of [OWN, FOREIGN]) {
          const options = { method: row.method, headers: { ...CONSOLE, cookie } };
          byPerson.set(`${name} ${agency}`, await refusalOf(world.call(toPath(row, agency), options)));
        }
    const found: string[] = [];
    const wanted: string[] = [];
    for (const scope of API_SCOPES) {
      world.clock.now += MINUTE_MS;
      const { secret } = await personalToken(world, role, { scopes: [scope] });
      for (const [name, row] of ROWS)
        for (const agency of pathParams(row.path).includes('adminMail') ? [OWN, FOREIGN] : [OWN]) {
          const answer = callWith(world, secret, toPath(row, agency), { method: row.method });
          const needed = EXPECTED[name as DeskName];
          const own = needed === scope ? (byPerson.get(`${name} ${agency}`) ?? '') : 'scope-missing';
          found.push(`${scope} ${name} ${agency} ${await refusalOf(answer)}`);
          wanted.push(`${scope} ${name} ${agency} ${needed ? own : 'not-for-tokens'}`);
        }
    }
    expect(found).toEqual(wanted);
  });
});

it('no endpoint has two scopes, and only follow-up is written', () => {
  const names = Object.values(SCOPE_ENDPOINTS).flat();
  expect(new Set(names).size).toBe(names.length);
  expect(names.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  expect(names.filter((name) => desk[name].method !== 'GET')).toEqual(['changeFollowUp']);
});
