import { expect, it } from 'vitest';
import type { Person } from '#gateway/people/store.ts';
import { agencyToken } from './search-conditions.ts';
import { type Scope, includesScope, resolveSavedScope, resolveScope } from './scope.ts';

const scopeOf = (agencies?: string[], ownInquiriesIn: string[] = [], operator = 'a@x.example'): Scope => ({
  agencies,
  ownInquiriesIn,
  operator,
});

it.each<[string, Scope, Scope, boolean]>([
  ['all, of all', scopeOf(), scopeOf(), true],
  ['all, of some', scopeOf(), scopeOf(['a']), true],
  ['some, not of all', scopeOf(['a']), scopeOf(), false],
  ['some, of fewer', scopeOf(['a', 'b']), scopeOf(['a']), true],
  ['some, not of others', scopeOf(['a', 'b']), scopeOf(['a', 'c']), false],
  ['own inquiries, not of all of an agency', scopeOf(['a'], ['a']), scopeOf(['a']), false],
  ['own inquiries, of the same', scopeOf(['a'], ['a']), scopeOf(['a'], ['a']), true],
  ['own inquiries, not of somebody else', scopeOf(['a'], ['a']), scopeOf(['a'], ['a'], 'b@x.example'), false],
  ['all of an agency, of own inquiries', scopeOf(['a']), scopeOf(['a'], ['a']), true],
  ['own inquiries elsewhere, of an agency', scopeOf(['a', 'b'], ['b']), scopeOf(['a']), true],
  ['nothing, of nothing', scopeOf([]), scopeOf([]), true],
  ['own inquiries everywhere, not of all', scopeOf(undefined, ['a']), scopeOf(), false],
  ['own inquiries of one, not of both', scopeOf(['a', 'b'], ['a', 'b']), scopeOf(['a', 'b'], ['a']), false],
  ['own inquiries of both, of somebody else', scopeOf(), scopeOf(['a'], ['a'], 'b@x.example'), false],
  ['all inquiries, of all of somebody else', scopeOf(), scopeOf(['a'], [], 'b@x.example'), true],
])('a scope includes: %s', (_, scope, part, expected) => {
  expect(includesScope(scope, part)).toBe(expected);
});

const person: Person = {
  id: 'p',
  mail: 'Ana@X.example',
  name: 'Ana',
  role: 'seller',
  agencies: ['a@x.example', 'b@x.example'],
  ownInquiriesIn: ['a@x.example'],
  lastAgency: null,
};
const partner: Person = { ...person, role: 'partner', agencies: null, ownInquiriesIn: [] };
const operator = 'ana@x.example';

it.each<[string, Person, string[] | undefined, Scope]>([
  [
    'their own agencies',
    person,
    undefined,
    { agencies: ['a@x.example', 'b@x.example'], ownInquiriesIn: ['a@x.example'], operator },
  ],
  ['all agencies', partner, undefined, { agencies: undefined, ownInquiriesIn: [], operator }],
  [
    'one, written twice',
    person,
    ['B@x.example', 'b@X.example'],
    { agencies: ['b@x.example'], ownInquiriesIn: [], operator },
  ],
  [
    'one with own inquiries',
    person,
    ['a@x.example'],
    { agencies: ['a@x.example'], ownInquiriesIn: ['a@x.example'], operator },
  ],
  ['any one', partner, ['z@x.example'], { agencies: ['z@x.example'], ownInquiriesIn: [], operator }],
  ['none', person, [], { agencies: [], ownInquiriesIn: [], operator }],
  [
    'all, as limited in an agency',
    { ...partner, ownInquiriesIn: ['a@x.example'] },
    undefined,
    { agencies: undefined, ownInquiriesIn: ['a@x.example'], operator },
  ],
  [
    'the agency that they administer',
    { ...person, mail: 'a@x.example' },
    ['a@x.example'],
    { agencies: ['a@x.example'], ownInquiriesIn: [], operator: 'a@x.example' },
  ],
])('a person reads %s', (_, who, requested, scope) => expect(resolveScope(who, requested)).toEqual(scope));

it('a foreign agency is refused, also beside own ones', () => {
  const refusal = expect.objectContaining({
    problem: expect.objectContaining({ Type: '/problems/foreign-agency' }),
  });
  expect(() => resolveScope(person, ['c@x.example'])).toThrow(refusal);
  expect(() => resolveScope(person, ['a@x.example', 'c@x.example'])).toThrow(refusal);
});

it.each<[string, Person, string[] | undefined]>([
  ['?marca=Fiat', person, undefined],
  ['?agencia=', person, undefined],
  ['?agencia=%20', person, undefined],
  ['?agencia=%20B@x.example%20', person, ['b@x.example']],
  ['?agencia=c@x.example', person, []],
  ['?agencia=c@x.example&agencia=a@x.example', person, ['a@x.example']],
  ['?agencia=c@x.example', partner, ['c@x.example']],
  ['?agencia=a@x.example&agencia=todas', person, ['a@x.example', 'b@x.example']],
])('the saved search %s reads, of the agencies that one may, its own', (search, who, agencies) => {
  expect(resolveSavedScope(who, search)?.agencies).toEqual(agencies);
});

it('a saved search of all agencies has no limit for those who have none, and one without agencies no scope', () => {
  expect(resolveSavedScope(partner, '?agencia=todas')).toEqual({
    agencies: undefined,
    ownInquiriesIn: [],
    operator,
  });
  expect(resolveSavedScope(partner, '')).toBeUndefined();
});

it('the token of an agency is the one that indexes hold', () => {
  expect(agencyToken('a@x.example')).toBe('\uE000cbfac86646b35646');
});
