import { describe, expect, it } from 'vitest';
import { getAccount, getRole, getVerifiedMail } from './claims.ts';

const ISSUER = 'https://login.example';

it.each([
  ['a', true],
  ['a'.repeat(255), true],
  ['Ñandú|1@x', true],
  ['', false],
  ['a'.repeat(256), false],
  ['a\0', false],
  ['a\nb', false],
  ['\uD800', false],
  [1, false],
  [undefined, false],
])('the subject %j is accepted: %j', (sub, isAccepted) => {
  const account = isAccepted ? { issuer: ISSUER, subject: sub } : undefined;
  expect(getAccount({ iss: ISSUER, sub })).toEqual(account);
});

it.each([
  [{ email: 'ana@agencia.example', email_verified: true }, 'ana@agencia.example'],
  [{ email: 'ana@agencia.example', email_verified: false }, undefined],
  [{ email: 'ana@agencia.example', email_verified: 'true' }, undefined],
  [{ email: 'ana@agencia.example', email_verified: 1 }, undefined],
  [{ email: 'ana@agencia.example' }, undefined],
  [{ email: 'ana', email_verified: true }, undefined],
  [{ email: ['ana@agencia.example'], email_verified: true }, undefined],
  [{ email_verified: true }, undefined],
])('the verified mail of %j is %j', (claims, mail) => expect(getVerifiedMail(claims)).toBe(mail));

describe('a role by a claim', () => {
  const roles = {
    claim: 'groups',
    byValue: new Map([
      ['admins', 'partner'],
      ['help', 'support'],
    ] as const),
  };

  it.each([
    ['admins', 'partner'],
    [['help'], 'support'],
    [['help', 'admins'], 'partner'],
    [['Admins'], undefined],
    [[], undefined],
    [undefined, undefined],
    [{ admins: true }, undefined],
    [[['admins']], undefined],
  ])('%j is %j', (groups, role) => expect(getRole({ groups }, roles)).toBe(role));

  it('is none of a member that every object has', () =>
    expect(getRole({}, { claim: 'constructor', byValue: new Map([['x', 'partner']]) })).toBeUndefined());
});
