import { expect, it } from 'vitest';
import { redact } from './packet.ts';

const TOKEN = 'a1'.repeat(16);

it.each([
  ['refused ana@x.example', 'refused <redacted>'],
  [`key ${TOKEN}.`, 'key <redacted>.'],
  [`key ${Buffer.alloc(32, 'k1').toString('base64')}`, 'key <redacted>'],
  ['call +54 9 351 555-1234 now', 'call <redacted> now'],
  ['call 3515551234', 'call <redacted>'],
  ['the word clave', 'the word <redacted>'],
])('a packet hides in %j what may be a secret or a contact', (text, redacted) => {
  expect(redact(text, ['clave', ''])).toBe(redacted);
});

it.each([
  TOKEN.slice(1),
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'is of 2026-11-18T14:59:59.999Z.',
  '351555123',
  'inquiry has more than 10000 rows',
])('a packet shows %j', (text) => {
  expect(redact(text, ['clave'])).toBe(text);
});
