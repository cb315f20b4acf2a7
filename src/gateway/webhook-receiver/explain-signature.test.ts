import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SignatureFinding } from '#contract/desk/signature-tests.ts';
import { signNotification, verifyNotification } from '#signing/webhook.ts';
import {
  explainSignature,
  findDifference,
  listChangedBodies,
  parseHeaderLines,
} from './explain-signature.ts';

const SECRET = 'a secret of the partner';
const AT = Date.parse('2026-03-05T14:30:00Z');
const BODY = '{"Nombre":"Ana Ñandú"}';
const options = { now: AT, toleranceMs: 300_000, join: '\n' };
const signed = signNotification({ id: 'hook-1', topic: 'consulta-recibida', body: BODY, at: AT }, SECRET);
const STANDARD = 'webhook-signature';
const NOTIFICATION = 'notification-signature';

function omitStyle(finding: SignatureFinding): Partial<SignatureFinding> {
  const rest: Partial<SignatureFinding> = { ...finding };
  delete rest.style;
  return rest;
}

interface Given {
  headers?: Record<string, string | undefined>;
  body?: string;
  secret?: string;
  now?: number;
  keptBody?: string;
}

function explain({ headers = {}, body = BODY, secret = SECRET, ...more }: Given = {}) {
  const { refusal, findings } = explainSignature({ headers: { ...signed, ...headers }, body }, secret, {
    ...options,
    ...more,
  });
  const [notification, standard] = findings.map((finding) => omitStyle(finding));
  return { refusal, notification, standard };
}

const valid = { outcome: 'valid' };

it('both styles of a message of the service agree with its secret', () => {
  expect(explain()).toEqual({ refusal: null, notification: valid, standard: valid });
});

it('a wrong secret agrees with neither', () => {
  const secret = { outcome: 'secret' };
  expect(explain({ secret: 'another one' })).toEqual({
    refusal: 'signature',
    notification: secret,
    standard: secret,
  });
});

it.each([
  [-301_000, 301_000],
  [400_000, -400_000],
])('an old or early time is named with its distance: %i', (aheadMs, later) => {
  const age = { outcome: 'age', aheadMs };
  expect(explain({ now: AT + later })).toEqual({ refusal: 'age', notification: age, standard: age });
});

it.each<[string, string, string]>([
  ['newline-added', BODY.trim(), `${BODY}\n`],
  ['crlf-added', BODY, `${BODY}\r\n`],
  ['end-trimmed', `${BODY}\n\n`, BODY],
  ['lf-to-crlf', '{\n"a":1\n}', '{\r\n"a":1\r\n}'],
  ['crlf-to-lf', '{\r\n"a":1\r\n}', '{\n"a":1\n}'],
  ['bom-added', BODY, `\u{feff}${BODY}`],
  ['bom-removed', `\u{feff}${BODY}`, BODY],
  ['compact', '{ "a": 1,\n "b": [2] }', '{"a":1,"b":[2]}'],
  ['indented-2', '{"a":1}', '{\n  "a": 1\n}'],
  ['indented-4', '{"a":1}', '{\n    "a": 1\n}'],
  ['non-ascii-escaped', BODY, String.raw`{"Nombre":"Ana \u00d1and\u00fa"}`],
])('a body that was changed on its way is recognized: %s', (change, pasted, original) => {
  const headers = signNotification({ id: 'hook-1', topic: 't', body: original, at: AT }, SECRET);
  expect(explain({ headers, body: pasted })).toEqual({
    refusal: 'signature',
    notification: valid,
    standard: { outcome: 'body', change },
  });
});

it('a body that was changed otherwise is told from a wrong secret by the other signature', () => {
  expect(explain({ body: '{}' }).standard).toEqual({ outcome: 'body', change: null });
  expect(explain({ body: '{}', keptBody: BODY }).standard).toEqual({ outcome: 'body', change: 'kept' });
  const alone = { [NOTIFICATION]: undefined };
  expect(explain({ body: '{}', headers: alone })).toMatchObject({
    notification: { outcome: 'absent' },
    standard: { outcome: 'secret-or-body' },
  });
  expect(explain({ headers: { [STANDARD]: undefined } }).standard).toEqual({ outcome: 'absent' });
});

describe('a header', () => {
  it.each<[Record<string, string | undefined>, SignatureFinding['style'], object]>([
    [
      { 'notification-hook-id': undefined },
      'notification',
      { outcome: 'missing', header: 'notification-hook-id' },
    ],
    [
      { 'notification-timestamp': 'ayer' },
      'standard',
      { outcome: 'malformed', header: 'notification-timestamp' },
    ],
    [{ [NOTIFICATION]: 'no signature' }, 'notification', { outcome: 'malformed', header: NOTIFICATION }],
    [{ 'webhook-timestamp': '' }, 'standard', { outcome: 'missing', header: 'webhook-timestamp' }],
    [{ 'webhook-timestamp': '2026x' }, 'standard', { outcome: 'malformed', header: 'webhook-timestamp' }],
    [{ [STANDARD]: signed[STANDARD]?.slice(3) }, 'standard', { outcome: 'malformed', header: STANDARD }],
    [{ 'webhook-id': 'hook-2' }, 'standard', { outcome: 'id' }],
  ])('that is missing or malformed is named: %j', (headers, style, finding) => {
    expect(explain({ headers })[style]).toEqual(finding);
    expect(explain({ headers }).refusal).not.toBeNull();
  });
});

it('a secret that begins with whsec_ and holds no key is named', () => {
  expect(explain({ secret: 'whsec_x' }).standard).toEqual({ outcome: 'key' });
});

it('the answer is that of the receiver, and what it says of a change is true', () => {
  const header = fc.constantFrom(...Object.keys(signed));
  const changed = fc.dictionary(header, fc.oneof(fc.constant(undefined), fc.string()), { maxKeys: 2 });
  const body = fc.oneof(fc.constant(BODY), fc.json(), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(changed, body, fc.constantFrom(SECRET, 'x'), (headers, pasted, secret) => {
      const message = { headers: { ...signed, ...headers }, body: pasted };
      const result = verifyNotification(message, secret, options);
      const { refusal, findings } = explainSignature(message, secret, { ...options, keptBody: BODY });
      expect(refusal).toBe('refused' in result ? result.refused : null);
      const isAccepted =
        findings.every(({ outcome }) => outcome === 'valid' || outcome === 'absent') &&
        findings.some(({ outcome }) => outcome === 'valid');
      expect(isAccepted).toBe(refusal === null);
      const change = findings[1]?.change;
      const original = new Map(listChangedBodies(pasted, BODY)).get(change ?? 'kept');
      const headersOfOne = { ...message.headers, [NOTIFICATION]: undefined };
      const ofChange = verifyNotification({ headers: headersOfOne, body: original ?? '' }, secret, options);
      expect(!change || 'id' in ofChange).toBe(true);
    }),
  );
});

it.each([
  ['as servers log them', 'Notification-Topic: consulta-recibida\r\nwebhook-signature: v1,abc='],
  [
    'as options of curl',
    `-H 'Notification-Topic: consulta-recibida' \\\n  -H "webhook-signature: v1,abc=" \\`,
  ],
  ['as curl shows them', '> Notification-Topic: consulta-recibida\n> webhook-signature: v1,abc='],
  ['as JSON', '{\n "Notification-Topic": "consulta-recibida",\n "webhook-signature": "v1,abc="\n}'],
])('headers are read %s', (_, text) => {
  expect(parseHeaderLines(text)).toEqual({
    'notification-topic': 'consulta-recibida',
    'webhook-signature': 'v1,abc=',
  });
});

it('a line that is longer than any header of a signature is left out', () => {
  const topic = 'notification-topic: consulta-recibida';
  expect(parseHeaderLines(`cookie: ${'"'.repeat(1000)}x\n${topic}`)).toEqual({
    'notification-topic': 'consulta-recibida',
  });
  expect(Object.keys(parseHeaderLines(`cookie: ${'"'.repeat(900)}x\n${topic}`))).toHaveLength(2);
});

it('the first difference is named by its bytes, its line and its column', () => {
  expect(findDifference('{\n"ñ": 1}', '{\n"ñ": 2}')).toEqual({
    offset: 8,
    line: 2,
    column: 6,
    kept: '1}',
    pasted: '2}',
  });
  expect(findDifference(BODY, BODY)).toBeNull();
  expect(findDifference(BODY, `${BODY}\n`)).toMatchObject({ kept: '', pasted: '\n' });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (kept, pasted) => {
      const difference = findDifference(kept, pasted);
      expect(difference === null).toBe(kept === pasted);
      const { offset } = difference ?? { offset: 0 };
      expect(Buffer.from(kept).subarray(0, offset)).toEqual(Buffer.from(pasted).subarray(0, offset));
    }),
  );
});
