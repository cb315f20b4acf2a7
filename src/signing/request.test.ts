import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  canonicalString,
  computeDigest,
  computeHmac,
  isDigestValid,
  parseAuthorization,
  parseTimestamp,
  signRequest,
} from './request.ts';

const secret = 'ffeeddccbbaa99887766554433221100';
const date = 'Tue, 05 Mar 2024 14:30:00 GMT';
const body = '{"hello": "world"}';
const digest = 'sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=';

describe('the worked vectors of the field notes (1.3)', () => {
  it.each([
    {
      name: 'GET, Date header, no body',
      parts: { method: 'GET', path: '/v3/marcas/bestmatch?make=ferrari', headers: { date } },
      canonical: `GET\n\n${date}\n/v3/marcas/bestmatch?make=ferrari`,
      hmac: 'OxUd9BGEI2dAsKJ0ETV+K78pLlQxYmCD2PSyaYPJnps=',
    },
    {
      name: 'POST, Date header, body',
      parts: { method: 'POST', path: '/v3/agencias', headers: { date, digest } },
      canonical: `POST\n${digest}\n${date}\n/v3/agencias`,
      hmac: 'c9QN78MLS6Bqr2edn8eQbw4cWxS/gAwPvc1Gt6YsOPk=',
    },
    {
      name: 'POST, X-SVC-Date, body',
      parts: { method: 'post', path: '/v3/agencias', headers: { 'X-SVC-Date': date, digest } },
      canonical: `POST\n${digest}\n\nx-svc-date:${date}\n/v3/agencias`,
      hmac: 'ubXE24bqsybCoq18msT3eZZ+6wiUxsNd+1TUs58bPUc=',
    },
  ])('$name', ({ parts, canonical, hmac }) => {
    expect(canonicalString(parts, 'SVC')).toBe(canonical);
    expect(computeHmac(canonical, secret)).toBe(hmac);
  });

  it('digests the body with both algorithms', () => {
    expect(computeDigest(body)).toBe(digest);
    expect(computeDigest(body, 'sha-512')).toBe(
      'sha-512=WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==',
    );
  });
});

it('two equal requests differ, because a signature has a nonce', () => {
  const sign = (nonce: string) =>
    signRequest(
      { method: 'GET', path: '/v3/agencias' },
      { key: 'k', secret },
      { prefix: 'SVC', now: 0, nonce },
    );
  expect(sign('a').authorization).not.toBe(sign('b').authorization);
  expect(sign('a')).not.toHaveProperty('digest');
});

describe('several digests', () => {
  const bytes = Buffer.from(body);
  it.each([
    [`${digest}, ${computeDigest(body, 'sha-512')}`, true],
    [`md5=xx, ${digest}`, true],
    [`SHA-256=${digest.slice(8)}`, true],
    ['md5=xx', false],
    ['', false],
    [`${digest}, sha-512=AAAA`, false],
    ['__proto__=x', false],
    ['constructor=x', false],
    [`toString=x, ${digest}`, true],
    ['sha-256=', false],
  ])('%s: %s', (header, matches) => expect(isDigestValid(header, bytes)).toBe(matches));
});

it.each([
  ['SVC-HMAC k:h', { key: 'k', hmac: 'h' }],
  ['svc-hmac k:h==', { key: 'k', hmac: 'h==' }],
  ['SVC-HMAC  k:h', undefined],
  ['SVC-HMAC k', undefined],
  ['Basic k:h', undefined],
  [undefined, undefined],
])('the header Authorization is read: %s', (header, read) =>
  expect(parseAuthorization(header, 'SVC')).toEqual(read),
);

it.each([
  [date, Date.UTC(2024, 2, 5, 14, 30)],
  ['2024-03-05T14:30:00.250Z', Date.UTC(2024, 2, 5, 14, 30, 0, 250)],
  ['2024-03-05T11:30:00-03:00', Date.UTC(2024, 2, 5, 14, 30)],
  ['2024-03-05', undefined],
  ['now', undefined],
  ['', undefined],
])('the time of a request is read: %s', (text, at) => expect(parseTimestamp(text)).toBe(at));

it('a signature never fails on what others send', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      isDigestValid(a, Buffer.from(b));
      parseAuthorization(a, 'SVC');
      parseTimestamp(b);
    }),
  );
});
