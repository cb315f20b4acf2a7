import { expect, it } from 'vitest';
import { defaultAgency, forgetAgency, lastAgency, rememberAgency } from './last-agency.ts';

it('the default is the last agency, and never one whose association ended', () => {
  const partner = { lastAgency: 'a@ruta9.example', agencies: null };
  const seller = { lastAgency: null, agencies: ['a@ruta9.example', 'b@ruta9.example'] };
  expect([defaultAgency(partner), defaultAgency(seller)]).toEqual(['a@ruta9.example', 'a@ruta9.example']);
  rememberAgency('B@ruta9.example');
  expect(defaultAgency(partner)).toBe('B@ruta9.example');
  forgetAgency('b@ruta9.example');
  expect(defaultAgency(partner)).toBe('a@ruta9.example');
  forgetAgency('A@ruta9.example');
  expect([lastAgency(partner), defaultAgency(partner), defaultAgency(seller)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  // Associated again.
  rememberAgency('b@ruta9.example');
  expect(defaultAgency(seller)).toBe('b@ruta9.example');
});
