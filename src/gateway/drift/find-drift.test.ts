import { expect, it } from 'vitest';
import { Agencias } from '#contract/agencies.ts';
import { Consulta, Consultas } from '#contract/inquiries.ts';
import { AppWebhook } from '#contract/webhooks.ts';
import { createInquiry } from '#testing/service-world.ts';
import { MAX_DIFFERENCES, describeShape, findDrift } from './find-drift.ts';

const inquiry = { ...createInquiry(), _links: {} };

it('an inquiry of the interface differs in nothing, and null is no difference', () => {
  expect(findDrift(Consulta, inquiry)).toEqual([]);
  expect(findDrift(Consulta, { ...inquiry, OrigenLead: null })).toEqual([]);
  expect(findDrift(Consulta, { ...inquiry, Auto: { ...inquiry.Auto, RefStock: { raro: 1 } } })).toEqual([]);
});

it('undocumented, missing and retyped members are found with the shape of their value', () => {
  const { OrigenLead: _, ...rest } = inquiry;
  const changed = { ...rest, Momento: null, Puntaje: 7, Auto: { ...inquiry.Auto, Marca: 5, Vin: 'ABC' } };
  expect(findDrift(Consulta, changed)).toEqual([
    { kind: 'retyped', path: 'Momento', expected: 'text', example: 'null' },
    { kind: 'missing', path: 'OrigenLead', expected: 'text', example: null },
    { kind: 'retyped', path: 'Auto.Marca', expected: 'text', example: 'number' },
    { kind: 'undocumented', path: 'Auto.Vin', expected: null, example: 'text(3)' },
    { kind: 'undocumented', path: 'Puntaje', expected: null, example: 'number' },
  ]);
});

it('a difference of many entries is listed once, and the entries of a long list are sampled', () => {
  const list = { Desde: '', Hasta: '', Pagina: 1, Total: '2', PerPagina: 25, _links: { a: { href: 1 } } };
  let read = 0;
  const entries = Array.from({ length: 10_000 }, () =>
    Object.defineProperty({ ...inquiry }, 'Momento', { enumerable: true, get: () => void (read += 1) }),
  );
  expect(findDrift(Consultas, { ...list, _entries: entries }).map(({ path }) => path)).toEqual([
    'Total',
    '_links.*.href',
    '_entries[].Momento',
  ]);
  expect(read).toBeLessThanOrEqual(30);
  expect(findDrift(Agencias, []).map(({ path, example }) => [path, example])).toEqual([['', 'list(0)']]);
});

it('a reply with thousands of undocumented members lists a few of them', () => {
  const reply = Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`m${index % 999}x${index >> 9}`, 1]),
  );
  expect(findDrift(AppWebhook, reply)).toHaveLength(MAX_DIFFERENCES);
});

it('an example says nothing of what a value says', () => {
  const value = {
    Nombre: 'Marta Gómez',
    Mail: 'marta@example.com',
    Telefono: '+54 351 555-1234',
    'marta@example.com': 1,
    tel3515551234: 3_515_551_234,
    Lista: [{ Cuando: '2026-03-05T11:00:00-03:00', Activo: true }],
  };
  const example = describeShape(value);
  expect(example).toBe(
    '{ Nombre: text(11), Mail: mail(17), Telefono: digits(16), *: number, *: number, ' +
      'Lista: list(1) of { Cuando: date(25), Activo: boolean } }',
  );
  expect(findDrift(AppWebhook, { 'marta@example.com': 1 }).map(({ path }) => path)).toContain('*');
});
