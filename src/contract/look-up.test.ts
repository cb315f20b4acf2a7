import { expect, it } from 'vitest';
import { lookUp } from './look-up.ts';

it('a look-up finds what the table has, and nothing that objects inherit', () => {
  const table = { Alta: 1, Baja: undefined };
  expect([lookUp(table, 'Alta'), lookUp(table, 'Baja'), lookUp(table, 'Media')]).toEqual([
    1,
    undefined,
    undefined,
  ]);
  for (const name of Object.getOwnPropertyNames(Object.prototype))
    expect([name, lookUp(table, name)]).toEqual([name, undefined]);
});
