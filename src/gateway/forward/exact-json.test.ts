import { expect, it } from 'vitest';
import { OWN, SID, openWorld } from '#testing/gateway-world.ts';
import { parseExactJson } from './exact-json.ts';

it.each([
  '12345678901234567890',
  '[-9007199254740993,9007199254740991]',
  '{"a":{"b":0.1234567890123456789}}',
  '[1e400,1e-400]',
])('%s is written again as it was read', (text) => {
  expect(JSON.stringify(parseExactJson(text))).toBe(text);
});

it('a number after white space is written again as it was read', () => {
  expect(JSON.stringify(parseExactJson(' {"a" :\n -1e400}'))).toBe('{"a":-1e400}');
});

it('numbers that a double holds stay numbers, however they are written', () => {
  expect(parseExactJson('[1.0000000000000000,1e3,-0.5,100000000000000000000,12.50,0.000]')).toEqual([
    1, 1000, -0.5, 1e20, 12.5, 0,
  ]);
});

it('texts with many digits stay as they are', () => {
  expect(parseExactJson('{"DocIdentidad":"12345678901234567890"}')).toEqual({
    DocIdentidad: '12345678901234567890',
  });
});

it('the index keeps numbers that a double cannot hold', async () => {
  const inquiry = `{"_links":{"self":{"href":"/v3/consultas/${OWN}/${SID}"}},"Momento":"2026-03-05T10:00:00-03:00",
    "OperadorResponsable":null,"Auto":{},"Interesado":{},"Otro":12345678901234567890}`;
  await using world = await openWorld({
    answer: (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(inquiry),
  });
  const headers = { cookie: await world.signIn('seller') };
  expect((await world.call(`/v3/consultas/${OWN}/${SID}`, { headers })).statusCode).toBe(200);
  const indexed = await world.call(`/desk/inquiries/${OWN}/${SID}`, { headers });
  expect([indexed.statusCode, indexed.body]).toEqual([
    200,
    expect.stringContaining('"Otro":12345678901234567890'),
  ]);
});
