import { describe, expect, expectTypeOf, it } from 'vitest';
import { Consulta, Consultas } from './inquiries.ts';
import { type Tolerant, tolerant, unknownMembers } from './reading.ts';
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
