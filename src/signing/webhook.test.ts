import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signNotification, verifyNotification } from './webhook.ts';

const SECRET = '96d0300081d644d3bdceae8fbfc77955';
const AT = Date.parse('2026-03-05T14:30:00Z');
const BODY = '{"Momento":"2026-03-05T14:29:00Z"}';
const MESSAGE = { id: 'hook-1', topic: 'consulta-recibida', body: BODY, at: AT };
const how = { now: AT, toleranceMs: 300_000, join: '\n' };

const signed = (secret = SECRET) => signNotification(MESSAGE, secret);
const without = (headers: Record<string, string>, pattern: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !pattern.test(name)));
type More = Partial<typeof how> & { body?: string };
const verify = (headers: Record<string, string>, { body = BODY, ...more }: More = {}) =>
  verifyNotification({ headers, body }, SECRET, { ...how, ...more });

describe('a message', () => {
  it('is verified when both signatures are valid', () => {
    expect(verify(signed())).toEqual({ id: 'hook-1', bodySigned: true });
  });

  it('is verified by one signature alone; only Standard Webhooks covers the body', () => {
    expect(verify(without(signed(), /^webhook-/))).toEqual({ id: 'hook-1', bodySigned: false });
    expect(verify(without(signed(), /-signature$/))).toEqual({ refused: 'signature' });
    expect(verify(without(signed(), /^notification-signature$/))).toEqual({ id: 'hook-1', bodySigned: true });
  });

  it('reads the Standard Webhooks key from a secret that begins with whsec_', () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
    const message = { headers: signed(secret), body: BODY };
    expect(verifyNotification(message, secret, how)).toEqual({ id: 'hook-1', bodySigned: true });
  });

  it.each([
    ['nothing', ''],
    ['no Base64', '!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!'],
    ['too short a key', Buffer.alloc(23, 7).toString('base64')],
    ['what is cut', 'A'.repeat(33)],
    ['spaces in it', `${'A'.repeat(16)} ${'A'.repeat(16)}`],
    ['the alphabet of addresses', Buffer.alloc(32, 255).toString('base64url')],
  ])('is neither signed nor verified by Standard Webhooks with a secret that holds %s', (_, text) => {
    const secret = `whsec_${text}`;
    const seconds = String(AT / 1000);
    for (const key of [Buffer.alloc(0), Buffer.from(text, 'base64'), Buffer.from(secret)]) {
      const signature = createHmac('sha256', key).update(`hook-1.${seconds}.${BODY}`).digest('base64');
      const headers = {
        ...without(signed(), /-signature$/),
        'webhook-id': 'hook-1',
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${signature}`,
      };
      expect(verifyNotification({ headers, body: BODY }, secret, how)).toEqual({ refused: 'signature' });
    }
    expect(Object.keys(signed(secret)).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  });

  it.each([
    ['another body', {}, { body: '{}' }],
    ['another id', { 'notification-hook-id': 'hook-2' }, {}],
    ['another id in the standard', { 'webhook-id': 'hook-2' }, {}],
    ['another topic', { 'notification-topic': 'agencia-registrada' }, {}],
    ['another time', { 'notification-timestamp': '2026-03-05T14:30:01.000Z' }, {}],
    ['another time in the standard', { 'webhook-timestamp': '1772721001' }, {}],
    ['a wrong notification signature', { 'notification-signature': 'AAAA' }, {}],
    ['an empty notification signature', { 'notification-signature': '' }, {}],
    ['a wrong signature of the standard', { 'webhook-signature': 'v1,AAAA' }, {}],
    ['an empty signature of the standard', { 'webhook-signature': '' }, {}],
    ['another joint', {}, { join: '.' }],
  ])('is refused with %s', (_, changed: Record<string, string>, more: More) => {
    expect(verify({ ...signed(), ...changed }, more)).toEqual({ refused: 'signature' });
  });

  it('is refused when it is too old or from the future, to the millisecond', () => {
    for (const off of [-300_000, 300_000])
      expect(verify(signed(), { now: AT + off }).refused).toBeUndefined();
    for (const off of [-300_001, 300_001]) expect(verify(signed(), { now: AT + off }).refused).toBe('age');
  });

  it('is malformed without an id or a time', () => {
    expect(verify(without(signed(), /hook-id/)).refused).toBe('malformed');
    expect(verify(without(signed(), /notification-timestamp/)).refused).toBe('malformed');
    expect(verify({ ...signed(), 'notification-timestamp': 'ayer' }).refused).toBe('malformed');
    expect(verify({ ...signed(), 'notification-hook-id': 'x'.repeat(129) }).refused).toBe('malformed');
  });

  it.each([
    ['1772721000', '\n', 'base64'],
    ['1772721000000', '', 'base64'],
    ['2026-03-05T11:30:00-03:00', '.', 'hex'],
    ['Thu, 05 Mar 2026 14:30:00 GMT', '|', 'hex'],
  ] as const)('accepts the formats of other deployments: %s, joined by %j, %s', (time, join, encoding) => {
    const text = ['hook-1', time, 'consulta-recibida'].join(join);
    const headers = {
      'notification-hook-id': 'hook-1',
      'notification-timestamp': time,
      'notification-topic': 'consulta-recibida',
      'notification-signature': createHmac('sha256', SECRET).update(text).digest(encoding),
    };
    expect(verify(headers, { join })).toEqual({ id: 'hook-1', bodySigned: false });
  });

  it('may have several Standard Webhooks signatures, for secret rotation', () => {
    const headers = signed();
    headers['webhook-signature'] = `v1,AAAA ${headers['webhook-signature']} v2,BBBB`;
    expect(verify(headers).refused).toBeUndefined();
  });

  it('is sent with these headers', () => {
    const notification = {
      'notification-hook-id': 'hook-1',
      'notification-timestamp': '2026-03-05T14:30:00.000Z',
      'notification-topic': 'consulta-recibida',
    };
    expect(signNotification(MESSAGE, null)).toEqual(notification);
    expect(signNotification({ ...MESSAGE, at: AT + 999 }, SECRET)).toMatchObject({
      'notification-timestamp': '2026-03-05T14:30:00.999Z',
      'webhook-id': 'hook-1',
      'webhook-timestamp': '1772721000',
    });
    const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64');
    expect(signed()).toEqual({
      ...notification,
      'notification-signature': hmac('hook-1\n2026-03-05T14:30:00.000Z\nconsulta-recibida'),
      'webhook-id': 'hook-1',
      'webhook-timestamp': '1772721000',
      'webhook-signature': `v1,${hmac(`hook-1.1772721000.${BODY}`)}`,
    });
  });

  it('is signed by Standard Webhooks from a key of 24 bytes on', () => {
    const names = (bytes: number) =>
      Object.keys(signed(`whsec_${Buffer.alloc(bytes, 7).toString('base64')}`)).filter((name) =>
        name.startsWith('webhook-'),
      );
    expect(names(23)).toEqual([]);
    expect(names(24)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  });

  it('is verified with an id of 128 characters, with no topic, and by the first of repeated headers', () => {
    const id = 'x'.repeat(128);
    expect(verify(signNotification({ ...MESSAGE, id }, SECRET))).toEqual({ id, bodySigned: true });
    const time = '1772721000';
    const signature = createHmac('sha256', SECRET).update(`hook-1\n${time}`).digest('hex').toUpperCase();
    const headers = {
      'notification-hook-id': ['hook-1', 'hook-2'],
      'notification-timestamp': time,
      'notification-signature': signature,
    };
    expect(verifyNotification({ headers, body: BODY }, SECRET, how)).toEqual({
      id: 'hook-1',
      bodySigned: false,
    });
  });

  it.each(['177272100', '17727210000', '177272100000', '17727210000000', '1772721000 ', 'x1772721000'])(
    'is malformed with the time %j',
    (time) => expect(verify({ ...signed(), 'notification-timestamp': time }).refused).toBe('malformed'),
  );

  const signedAt = (seconds: string, id = 'hook-1') => ({
    ...signed(),
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${createHmac('sha256', SECRET).update(`${id}.${seconds}.${BODY}`).digest('base64')}`,
  });

  it('is as recent in both times, to the second', () => {
    for (const seconds of [1_772_720_700, 1_772_721_300])
      expect(verify(signedAt(String(seconds))).refused).toBeUndefined();
    for (const seconds of [1_772_720_699, 1_772_721_301, 0, 999_999_999_999])
      expect(verify(signedAt(String(seconds))).refused).toBe('age');
  });

  it.each(['', '1772721000.0', ' 1772721000', '1772721000 ', '1e9', '0x69a99328', '1000000000000'])(
    'is refused where the standard signs the time %j',
    (seconds) => expect(verify(signedAt(seconds)).refused).toBe('signature'),
  );

  it('is refused where the standard signs no id', () => {
    const headers = without(signedAt('1772721000', ''), /^webhook-id$/);
    expect(verify(headers).refused).toBe('signature');
    expect(verify(without(signed(), /^webhook-timestamp$/)).refused).toBe('signature');
  });
});
