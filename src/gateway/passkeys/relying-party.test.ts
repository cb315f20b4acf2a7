import { expect, it } from 'vitest';
import { getRelyingParty } from './relying-party.ts';

it.each([
  ['https://consola.example', 'consola.example'],
  ['https://consola.example:8443', 'consola.example'],
  ['http://localhost:4000', 'localhost'],
])('passkeys of %s are bound to %s', (origin, id) => {
  expect(getRelyingParty(origin)).toEqual({ id, origin });
});

it.each(['http://consola.example', 'http://127.0.0.1:4000', 'https://192.0.2.7', 'https://[2001:db8::1]'])(
  'browsers have no passkeys at %s',
  (origin) => {
    expect(getRelyingParty(origin)).toBeUndefined();
  },
);
