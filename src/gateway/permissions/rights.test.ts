import { describe, expect, it } from 'vitest';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import { EXTRA_RIGHTS, type ExtraRight } from '#contract/desk/rights.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import type { Person } from '#gateway/people/store.ts';
import {
  InquiryNotVisibleError,
  assertOwnInquiry,
  buildOwnListUrl,
  isAssignedTo,
  isLimitedToOwnInquiries,
} from './own-inquiries.ts';
import { authorize, getRequiredAccess, isAllowed, listRights } from './permissions.ts';

const [OWN, FOREIGN] = ['own@x.example', 'foreign@x.example'];
const person = (role: Person['role'], more: Partial<Person> = {}): Person => ({
  id: 'p',
  mail: 'ana@x.example',
  name: 'Ana',
  role,
  agencies: role === 'seller' ? [OWN] : null,
  ownInquiriesIn: [],
  lastAgency: null,
  ...more,
});

const isExtraRight = (right: V3Name | DeskName | ExtraRight): right is ExtraRight =>
  EXTRA_RIGHTS.some((name) => name === right);

it('each role has the rights of rights.txt, in its own agencies or in all', async () => {
  const endpoints = [...Object.keys(v3), ...Object.keys(desk)] as (V3Name | DeskName)[];
  const describeRight = (right: V3Name | DeskName | ExtraRight) => {
    const cells = ROLES.map((role) => {
      const allowed = [undefined, OWN, FOREIGN].map((agency) => isAllowed(person(role), right, agency));
      for (const [at, agency] of [undefined, OWN, FOREIGN].entries())
        expect(refusal(() => authorize(person(role), right, agency)) === undefined).toBe(allowed[at]);
      expect(listRights(role).includes(right)).toBe(allowed.includes(true));
      if (allowed.every(Boolean)) return `${role}: all`;
      return `${role}: ${allowed[1] ? `own, foreign ${allowed[2]}, none ${allowed[0]}` : 'no'}`;
    });
    return `${right}: ${isExtraRight(right) ? 'signed-in' : getRequiredAccess(right)}; ${cells.join('; ')}`;
  };
  const lines = [...endpoints, ...EXTRA_RIGHTS].map(describeRight);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('rights.txt');
});

/** Type of the problem that is thrown; undefined: none. */
function refusal(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { problem: { Type: string } }).problem.Type;
  }
}

it('says why it refuses', () => {
  const refused = (role: Person['role'], right: string, agency?: string) =>
    refusal(() => authorize(person(role), right, agency));
  expect(refused('seller', 'viewAgency', FOREIGN)).toBe('/problems/foreign-agency');
  expect(refused('seller', 'viewAgency', OWN.toUpperCase())).toBeUndefined();
  expect(refused('seller', 'viewAgency')).toBe('/problems/forbidden');
  expect(refused('seller', 'listAgencies', OWN)).toBe('/problems/forbidden');
  for (const right of ['endpointOfTomorrow', 'toString', '__proto__'])
    expect(refused('partner', right, OWN)).toBe('/problems/forbidden');
  expect(isAllowed(person('seller', { agencies: null }), 'viewAgency', OWN)).toBe(false);
});

describe('somebody limited to their own inquiries', () => {
  const limited = person('seller', { ownInquiriesIn: [OWN] });

  it.each<[Person, string | undefined, boolean]>([
    [limited, OWN, true],
    [limited, OWN.toUpperCase(), true],
    [limited, FOREIGN, false],
    [limited, undefined, false],
    [person('seller'), OWN, false],
    [{ ...limited, mail: OWN.toUpperCase() }, OWN, false],
    [person('seller', { ownInquiriesIn: [''] }), undefined, true],
  ])('is so there alone, and never as its administrator: %j at %s', (who, agency, is) => {
    expect(isLimitedToOwnInquiries(who, agency)).toBe(is);
  });

  it.each([
    ['/v3/consultas/a', '/v3/consultas/a?operador=ana%40x.example'],
    ['/v3/consultas/a?operador=b', '/v3/consultas/a?operador=ana%40x.example'],
    [
      '/a?externalid=1&desde=2&hasta=3&pagina=4&x=5&q=a?b',
      '/a?externalid=1&desde=2&hasta=3&pagina=4&operador=ana%40x.example',
    ],
    ['/a?desde=1?hasta=2', '/a?desde=1%3Fhasta%3D2&operador=ana%40x.example'],
  ])('asks for %s as %s', (url, own) => expect(buildOwnListUrl(url, 'ana@x.example')).toBe(own));

  it.each([
    ['{"OperadorResponsable":"ana@x.example"}', true],
    ['{"OperadorResponsable":" ANA@x.example "}', true],
    ['{"OperadorResponsable":"eva@x.example"}', false],
    ['{"OperadorResponsable":null}', false],
    ['{"OperadorResponsable":["ana@x.example"]}', false],
    ['{}', false],
    [undefined, false],
  ])('has the inquiry %s: %s', (inquiry, has) => expect(isAssignedTo(limited, inquiry)).toBe(has));

  it.each<[string, number, string, string | undefined]>([
    ['own', 200, '{"OperadorResponsable":"ana@x.example"}', undefined],
    ['foreign', 200, '{"OperadorResponsable":"eva@x.example"}', '/problems/not-found'],
    ['unknown', 404, '{"OperadorResponsable":"ana@x.example"}', '/problems/not-found'],
    ['failed', 500, '{"OperadorResponsable":"ana@x.example"}', '/problems/not-found'],
    ['limited', 429, '{"OperadorResponsable":"ana@x.example"}', '/problems/busy'],
  ])('is let in by the service alone: %s', async (_, status, body, expected) => {
    const calls: unknown[] = [];
    const upstream = {
      call: (request: unknown) => {
        calls.push(request);
        return Promise.resolve({ status, body });
      },
    } as unknown as Upstream;
    const check = (who: Person, signal?: AbortSignal) =>
      assertOwnInquiry(upstream, who, { adminMail: OWN, sid: 'S' }, signal).then(
        () => undefined,
        (error: unknown) => error as InquiryNotVisibleError,
      );
    const { signal } = new AbortController();
    const error = await check(limited, signal);
    expect(error?.problem.Type).toBe(expected);
    expect(error instanceof InquiryNotVisibleError).toBe(expected === '/problems/not-found');
    expect(error?.headers ?? {}).toEqual(expected === '/problems/busy' ? { 'retry-after': '2' } : {});
    expect(calls).toEqual([{ endpoint: v3.viewInquiry, path: `/v3/consultas/${OWN}/S`, signal }]);
    await check(limited);
    expect(calls[1]).toEqual({ endpoint: v3.viewInquiry, path: `/v3/consultas/${OWN}/S` });
    expect(await check(person('seller'))).toBeUndefined();
    expect(calls).toHaveLength(2);
  });

  it('is told by an error of that name', () => {
    expect(new InquiryNotVisibleError().name).toBe('InquiryNotVisibleError');
  });
});
