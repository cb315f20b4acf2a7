import { expect, it } from 'vitest';
import { getDefaultAgency, forgetAgency, getLastAgency, rememberAgency } from './last-agency.ts';

it('the default agency is the last one opened, and never one whose association ended', () => {
  const partner = { lastAgency: 'a@ruta9.example', agencies: null };
  const seller = { lastAgency: null, agencies: ['a@ruta9.example', 'b@ruta9.example'] };
  expect([getDefaultAgency(partner), getDefaultAgency(seller)]).toEqual([
    'a@ruta9.example',
    'a@ruta9.example',
  ]);
  rememberAgency('B@ruta9.example');
  expect(getDefaultAgency(partner)).toBe('B@ruta9.example');
  forgetAgency('b@ruta9.example');
  expect(getDefaultAgency(partner)).toBe('a@ruta9.example');
  forgetAgency('A@ruta9.example');
  expect([getLastAgency(partner), getDefaultAgency(partner), getDefaultAgency(seller)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  rememberAgency('b@ruta9.example');
  expect(getDefaultAgency(seller)).toBe('b@ruta9.example');
});
