import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  canonicalString,
  computeDigest,
  computeHmac,
  equalsInConstantTime,
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

describe('the canonical string', () => {
  it('has the headers of the vendor by name, trimmed, values joined, and no others', () => {
    const headers = {
      'x-svc-nonce': ' n ',
      'X-SVC-Date': ['a', 'b'],
      'x-svc-a': '',
      'x-svc-b': undefined,
      'x-svcother': 'x',
      'ax-svc-c': 'x',
      accept: 'x',
      digest: ['d1', 'd2'],
      date: 'now',
    };
    const canonical = 'PUT\nd1, d2\nnow\nx-svc-a:\nx-svc-date:a, b\nx-svc-nonce:n\n/P?q=%20';
    expect(canonicalString({ method: 'put', path: '/P?q=%20', headers }, 'SVC')).toBe(canonical);
    expect(
      canonicalString({ method: 'put', path: '/', headers: { 'x-abc-b': '2', 'x-abc-a': '1' } }, 'aBc'),
    ).toBe('PUT\n\n\nx-abc-a:1\nx-abc-b:2\n/');
  });

  it('is covered by the headers of a signed request, an empty body too', () => {
    const request = { method: 'POST', path: '/v3/agencias', body: '' };
    const headers = signRequest(
      request,
      { key: 'k', secret },
      { prefix: 'aBc', now: Date.parse(date), nonce: 'n' },
    );
    const empty = 'sha-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
    const hmac = computeHmac(`POST\n${empty}\n${date}\nx-abc-nonce:n\n/v3/agencias`, secret);
    expect(headers).toEqual({ date, digest: empty, 'x-abc-nonce': 'n', authorization: `aBc-HMAC k:${hmac}` });
    expect(parseAuthorization(headers.authorization, 'ABC')).toEqual({ key: 'k', hmac });
  });
});

it.each([
  ['a', 'a', true],
  ['', '', true],
  ['a', 'b', false],
  ['a', 'aa', false],
  ['é', 'e', false],
])('secrets are compared: %j and %j', (a, b, equal) => expect(equalsInConstantTime(a, b)).toBe(equal));

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
    [` ${digest} ,md5=xx`, true],
    [`x ${digest}`, false],
    [`${digest} x`, false],
    [`${digest}, sha-512`, true],
    [`${digest}, sha-256=`, false],
  ])('%s: %s', (header, matches) => expect(isDigestValid(header, bytes)).toBe(matches));
});

it.each([
  ['SVC-HMAC k:h', { key: 'k', hmac: 'h' }],
  ['svc-hmac k:h==', { key: 'k', hmac: 'h==' }],
  ['SVC-HMAC  k:h', undefined],
  ['SVC-HMAC k', undefined],
  ['Basic k:h', undefined],
  ['SVC-HMAC k-1:h:/+', { key: 'k-1', hmac: 'h:/+' }],
  ['SVC-HMAC :h', undefined],
  ['SVC-HMAC k:', undefined],
  ['x SVC-HMAC k:h', undefined],
  ['SVC-HMAC k:h x', undefined],
  ['SVC-HMAC2 k:h', undefined],
  [undefined, undefined],
])('the header Authorization is read: %s', (header, read) =>
  expect(parseAuthorization(header, 'SVC')).toEqual(read),
);

it.each([
  [date, Date.UTC(2024, 2, 5, 14, 30)],
  ['2024-03-05T14:30:00.250Z', Date.UTC(2024, 2, 5, 14, 30, 0, 250)],
  ['2024-03-05T11:30:00-03:00', Date.UTC(2024, 2, 5, 14, 30)],
  ['2024-03-05', undefined],
  [` ${date} `, Date.UTC(2024, 2, 5, 14, 30)],
  ['2024-03-05T14:30:00.1Z', Date.UTC(2024, 2, 5, 14, 30, 0, 100)],
  ['2024-03-05T14:30:00.123456789+00:00', Date.UTC(2024, 2, 5, 14, 30, 0, 123)],
  [`${date} (x)`, undefined],
  ['2024-03-05T14:30:00Z (x)', undefined],
  ['2024-03-05T14:30:00.Z', undefined],
  ['2024-03-05T14:30:00', undefined],
  ['2024-13-05T14:30:00Z', undefined],
  ['now', undefined],
  ['', undefined],
])('the time of a request is read: %s', (text, at) => expect(parseTimestamp(text)).toBe(at));

it.each([date, '2024-03-05T14:30:00Z', '2024-03-05T11:30:00-03:00'])(
  'a time with a character missing or repeated is none: %s',
  (text) => {
    for (let at = 0; at < text.length; at += 1) {
      expect(parseTimestamp(text.slice(0, at) + text.slice(at + 1)), `without ${at}`).toBeUndefined();
      expect(parseTimestamp(text.slice(0, at + 1) + text.slice(at)), `${at} twice`).toBeUndefined();
    }
  },
);

it('a signature never fails on what others send', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      isDigestValid(a, Buffer.from(b));
      parseAuthorization(a, 'SVC');
      parseTimestamp(b);
    }),
  );
});
