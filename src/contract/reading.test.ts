import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { Consulta, Consultas } from './inquiries.ts';
import { type Tolerant, decided, guaranteed, tolerant, unknownMembers } from './reading.ts';
import { sidOf } from './sid.ts';

const inquiry = {
  Momento: '2026-11-20T10:00:00-03:00',
  OrigenLead: 'Paloma mensajera',
  Auto: { Marca: 'Fiat', RefStock: { raro: 1 } },
  Interesado: { Nombre: null },
  Nuevo: true,
};

describe('reading a reply', () => {
  const read = tolerant(Consulta);

  it('keeps unknown members and values, and lets whatever is not guaranteed be null or absent', () => {
    expect(read.parse(inquiry)).toEqual(inquiry);
  });

  it('names the member that breaks the documented part', () => {
    const broken = read.safeParse({ ...inquiry, Auto: { VersionYear: 'mucho' } });
    expect(broken.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['Auto.VersionYear']);
    expect(read.safeParse({ ...inquiry, Momento: null }).success).toBe(false);
    expect(tolerant(Consultas).safeParse({ _links: {} }).success).toBe(false);
  });

  it('types what is read accordingly', () => {
    type Read = Tolerant<typeof Consulta>;
    expectTypeOf<Read['Momento']>().toEqualTypeOf<string>();
    expectTypeOf<Read['OrigenLead']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Read['Auto']['RefStock']>().toEqualTypeOf<unknown>();
    expectTypeOf<Tolerant<typeof Consultas>['_entries'][number]['Momento']>().toEqualTypeOf<string>();
  });
});

it('unknown members are found at any depth', () => {
  expect(
    unknownMembers(Consulta, { ...inquiry, Auto: { Marca: 'Fiat', Traccion: '4x4', RefStock: { raro: 1 } } }),
  ).toEqual([
    { path: 'Auto.Traccion', value: '4x4' },
    { path: 'Nuevo', value: true },
  ]);
});

describe('the sid of an inquiry', () => {
  const sid = '01JC0000000000000000000000';
  it.each([
    [{ self: { href: `/v3/consultas/a@b.example/${sid}` } }, sid],
    [{ self: { href: `https://host.example/v3/consultas/a@b.example/${sid}?x=1` } }, sid],
    [
      {
        self: { href: '/v3/consultas/a@b.example' },
        resend: { href: `/v3/Consultas/a@b.example/${sid}/resendwebhook` },
      },
      sid,
    ],
    [{ other: { href: '/v3/agencias/a@b.example' } }, undefined],
    [{}, undefined],
    [undefined, undefined],
    [{ self: { href: '/v3/consultas/a@b.example/%E0%A4%A4%E0%A4%A4%E0' } }, undefined],
  ])('%j', (links, expected) => expect(sidOf({ _links: links })).toBe(expected));
});

describe('a tolerant schema', () => {
  const accepts = (schema: z.core.$ZodType, value: unknown) => tolerant(schema).safeParse(value).success;

  it.each<[string, z.core.$ZodType, accepted: unknown[], refused: unknown[]]>([
    ['text', z.string().check(z.maxLength(1)), ['abc'], [1, null]],
    ['a name of a list', z.enum(['a']), ['b'], [1]],
    ['a number', z.number().check(z.maximum(1)), [5], ['5']],
    ['a yes or no', z.boolean(), [true], ['true']],
    ['one value', z.literal('a'), ['b', 1, null], []],
    ['null', z.null(), [null, 1], []],
    ['anything', z.unknown(), [1, undefined], []],
    ['what may be null', z.nullable(z.string()), [null, 'a'], [1, undefined]],
    ['what may be absent', z.optional(z.string()), [undefined, 'a'], [1, null]],
    ['a list', z.array(z.enum(['a'])), [[], ['b']], [[1], {}]],
    ['a table', z.record(z.enum(['a']), z.number()), [{ b: 1 }, {}], [{ b: 'x' }]],
    ['one of two', z.union([z.string(), z.number()]), ['a', 1], [true]],
    ['what is not stated', decided(z.string()), [1, null, undefined], []],
    ['an object', z.strictObject({ a: z.string() }), [{}, { a: null }, { a: 'x', b: 1 }], [{ a: 1 }, null]],
    ['a guaranteed member', z.object({ a: guaranteed(z.string()) }), [{ a: 'x' }], [{}, { a: null }]],
  ])('reads %s', (_, schema, accepted, refused) => {
    expect(accepted.filter((value) => !accepts(schema, value))).toEqual([]);
    expect(refused.filter((value) => accepts(schema, value))).toEqual([]);
  });

  it('does not exist for what replies do not have', () => {
    expect(() => tolerant(z.date())).toThrow('No tolerant form for a date schema');
  });
});

it('unknown members are looked for in objects alone, whatever a member is called', () => {
  const inner = z.object({ b: z.string() });
  const schema = z.object({
    a: z.nullable(z.optional(inner)),
    list: z.array(inner),
    open: decided(z.object({ b: z.string() })),
  });
  expect(unknownMembers(schema, { a: { b: 'x', c: 1 }, list: [{ d: 1 }], open: { e: 1 } })).toEqual([
    { path: 'a.c', value: 1 },
  ]);
  expect(unknownMembers(schema, { a: null, constructor: 1 })).toEqual([{ path: 'constructor', value: 1 }]);
  for (const value of [null, undefined, 'abc', 1]) expect(unknownMembers(schema, value)).toEqual([]);
  expect(unknownMembers(z.string(), { a: 1 })).toEqual([]);
});
