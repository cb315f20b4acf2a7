import { expect, it } from 'vitest';
import { desk } from './desk/desk.ts';
import { v3 } from './v3.ts';

it('an endpoint has the name and the table under which it is found', () => {
  for (const [table, rows] of Object.entries({ v3, desk }))
    for (const [name, endpoint] of Object.entries(rows)) expect(endpoint).toMatchObject({ name, table });
});

it('names of endpoints are unique among both tables', () => {
  expect(Object.keys(v3).filter((name) => name in desk)).toEqual([]);
});
