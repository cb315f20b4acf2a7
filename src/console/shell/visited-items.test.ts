import { expect, it } from 'vitest';
import { getVisitedAddresses } from './visited-items.ts';

it.each([
  ['/agencies/a@b.c', '', ['/agencies/a@b.c']],
  ['/inquiries', '?agencia=a%40b.c&marca=Fiat', ['/agencies/a@b.c', '/inquiries']],
  ['/inquiries', '?agencia=a%40b.c&agencia=d%40b.c', ['/inquiries']],
  ['/inquiries', '?agencia=todas&vista=hoy', ['/inquiries?vista=hoy']],
  ['/inquiries/a@b.c/01ABC', '?agencia=todas&vista=hoy', ['/inquiries/a@b.c/01ABC']],
  ['/overview', '?agencia=a%40b.c', ['/agencies/a@b.c', '/overview']],
])('the address %s%s is stored as %j', (pathname, search, addresses) => {
  expect(getVisitedAddresses(pathname, search)).toEqual(addresses);
});
