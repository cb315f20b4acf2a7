import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgenciaCreate } from '#contract/agencies.ts';
import { SKIP_REASONS } from '#contract/desk/bulk-invitations.ts';
import type { Invitation } from '#contract/desk/invitations.ts';
import type { MatchedValue } from '#contract/desk/matching.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { type CheckContext, checkRows, toAgency } from './check-rows.ts';
import { MEMBERS } from './members.ts';

const MAPPING = Object.fromEntries(MEMBERS.map((member, column) => [member, column]));

const agency = (AdminMail: string, Estado: string): Agency =>
  ({ AdminMail, Nombre: 'Ruta 9', Estado, FechaInvitacion: '2026-05-01T12:00:00Z', _links: {} }) as Agency;
const invitation = (
  adminMail: string,
  state: Invitation['state'],
  status: number | null = 202,
): Invitation => ({
  id: adminMail,
  adminMail,
  name: null,
  state,
  location: null,
  sends: [{ at: 0, by: 'Paula', status }],
  checkedAt: null,
  nextCheckAt: null,
  registeredAt: null,
  note: '',
  noteBy: null,
  version: 1,
});

function city(name: string, score: number, region = 'Santa Fe'): MatchedValue {
  const entry = { id: '1', link: '/v3/ciudades/1', name, region };
  return {
    certainty: score >= 0.9 ? 'sure' : 'doubtful',
    candidates: [{ entry, score, reason: 'same' }],
    region,
    answer: null,
  };
}

const CITIES = new Map([
  ['["Ciudad","rosario","Santa Fe"]', city('Rosario', 1)],
  ['["Ciudad","rosaro","Santa Fe"]', city('Rosario', 0.91)],
  ['["Ciudad","rosario",""]', city('Rosario', 1)],
]);

const CONTEXT: CheckContext = {
  mends: new Map(),
  agencies: [agency('Registrada@a.example', 'Registrada'), agency('invitada@a.example', 'Invitada')],
  invitations: [
    invitation('enviada@a.example', 'sent'),
    invitation('perdida@a.example', 'sending', null),
    invitation('lista@a.example', 'registered'),
    invitation('cuenta@a.example', 'refused', 409),
    invitation('mala@a.example', 'refused', 400),
    { ...invitation('fue@a.example', 'ended'), registeredAt: 1 },
  ],
  cities: CITIES,
  regionsKnown: true,
};

const row = (values: Partial<Record<(typeof MEMBERS)[number], string>>) =>
  MEMBERS.map((member) => values[member] ?? (member === 'AdminMail' ? 'nueva@a.example' : ''));
const check = (rows: string[][], context: Partial<CheckContext> = {}) =>
  checkRows(rows, MAPPING, { ...CONTEXT, ...context });

describe('a row', () => {
  it('is ready with values in the form that the service accepts', () => {
    const { rows, groups } = check([
      row({
        AdminMail: ' <Ventas@Norte.example> ',
        Nombre: 'Norte\nAutos',
        Telefono: '(011) 4555–0102',
        Region: 'santa fé',
        Ciudad: 'ROSARIO',
      }),
    ]);
    expect(groups).toEqual([]);
    expect(rows[0]?.bucket).toBe('ready');
    expect(toAgency(rows[0]?.values ?? {})).toEqual({
      AdminMail: 'Ventas@Norte.example',
      Nombre: 'Norte Autos',
      Telefono: '011 4555-0102',
      Region: 'Santa Fe',
      Ciudad: 'Rosario',
    });
  });

  it.each([
    ['AdminMail', '', 'missing'],
    ['AdminMail', 'ventas.example', 'format'],
    ['AdminMail', `${'v'.repeat(50)}@a.example`, 'long'],
    ['Nombre', 'A', 'short'],
    ['Nombre', 'A'.repeat(101), 'long'],
    ['RazonSocial', 'A'.repeat(101), 'long'],
    ['IdentificacionFiscal', '30-50001091-2 (ver nota)', 'long'],
    ['Telefono', 'consultar!', 'format'],
    ['Telefono', '4555-01 / 4555-02', 'format'],
    ['WhatsApp', '555 01', 'short'],
    ['WhatsApp', '+54 9 11 5555 0101 0102 0103', 'long'],
    ['Region', 'Cordova del Sur', 'unknown'],
    ['Ciudad', 'Rosario', 'no-region'],
    ['Direccion', 'x'.repeat(201), 'long'],
  ] as const)('with %s %j is malformed: %s', (member, value, kind) => {
    const { rows, groups } = check([row({ [member]: value })]);
    expect(rows[0]).toMatchObject({ bucket: 'malformed', faults: [{ member, kind }] });
    expect(groups).toMatchObject([{ member, kind, rows: [1] }]);
  });

  it('suggests entries for a city that the catalog does not have for certain', () => {
    const { rows, groups } = check([row({ Region: 'Santa Fe', Ciudad: 'Rosaro' })]);
    expect(rows[0]?.bucket).toBe('malformed');
    expect(groups).toMatchObject([{ kind: 'unknown', candidates: [{ entry: { name: 'Rosario' } }] }]);
  });

  it('is neither ready nor malformed before its city was looked up', () => {
    const { rows, requests } = check([row({ Region: 'Santa Fe', Ciudad: 'Rosario' })], { cities: new Map() });
    expect(rows[0]).toMatchObject({ bucket: 'unchecked', faults: [] });
    expect(requests).toMatchObject([{ value: 'Rosario', province: 'Santa Fe' }]);
  });

  it.each([
    ['registrada@A.example', 'associated'],
    ['lista@a.example', 'associated'],
    ['invitada@a.example', 'already-invited'],
    ['ENVIADA@a.example', 'already-invited'],
    ['perdida@a.example', 'already-invited'],
    ['cuenta@a.example', 'needs-support'],
    ['fue@a.example', 'needs-support'],
    ['mala@a.example', 'ready'],
  ])('with the mail %s is %s', (AdminMail, bucket) => {
    const { rows, groups } = check([row({ AdminMail, Telefono: bucket === 'ready' ? '' : 'x' })]);
    expect(rows[0]?.bucket).toBe(bucket);
    expect(groups).toEqual([]);
  });

  it('is repeated if an earlier row has its mail, but not for a cell that is no mail', () => {
    const { rows } = check([
      row({ AdminMail: 'a@a.example' }),
      row({ AdminMail: 'A@A.example', Telefono: 'x' }),
      row({ AdminMail: '-', Nombre: 'Norte' }),
      row({ AdminMail: '-', Nombre: 'Sur' }),
    ]);
    expect(rows.map(({ bucket, sameAs }) => [bucket, sameAs])).toEqual([
      ['ready', undefined],
      ['twice', 1],
      ['malformed', undefined],
      ['malformed', undefined],
    ]);
  });
});

describe('a mend', () => {
  it('changes all rows with the same faulty value, and their cells', () => {
    const original = [1, 2, 3].map((number) =>
      row({ AdminMail: `a${number}@a.example`, Telefono: number === 3 ? 'otro' : 'consultar' }),
    );
    const [group] = check(original).groups;
    expect(group).toMatchObject({ original: 'consultar', rows: [1, 2] });
    const mends = new Map([[group?.key ?? '', { Telefono: '11 5555 0101' }]]);
    const { rows, groups } = check(original, { mends });
    expect(rows.map(({ bucket }) => bucket)).toEqual(['ready', 'ready', 'malformed']);
    expect(rows[0]?.cells[MAPPING.Telefono ?? 0]).toBe('11 5555 0101');
    expect(groups[0]).toMatchObject({ kind: undefined, isMended: true, rows: [1, 2] });
  });

  it('of a province is followed by its city, whose entry replaces the province', () => {
    const original = [row({ Region: 'Santa Fesino', Ciudad: 'Rosario' })];
    const [region] = check(original).groups;
    const mends = new Map([[region?.key ?? '', { Region: 'Santa Fe' }]]);
    expect(check(original, { mends }).rows[0]).toMatchObject({
      bucket: 'ready',
      values: { Region: 'Santa Fe', Ciudad: 'Rosario' },
    });
    const alone = [row({ Ciudad: 'Rosario' })];
    const [city] = check(alone).groups;
    const placed = new Map([[city?.key ?? '', { Region: 'Santa Fe', Ciudad: 'Rosario' }]]);
    expect(check(alone, { mends: placed }).rows[0]).toMatchObject({
      bucket: 'ready',
      values: { Region: 'Santa Fe' },
    });
  });

  it('that is not valid either remains a fault', () => {
    const original = [row({ Telefono: 'x' })];
    const [group] = check(original).groups;
    const mends = new Map([[group?.key ?? '', { Telefono: '1' }]]);
    expect(check(original, { mends }).groups).toMatchObject([{ kind: 'short', isMended: true, value: '1' }]);
  });
});

describe('any file', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      '',
      'a@a.example',
      'A@a.example',
      'registrada@a.example',
      'Santa Fe',
      'Rosario',
      'Rosaro',
    ),
    fc.constantFrom(
      'enviada@a.example',
      'cuenta@a.example',
      '+54 11 5555 0101',
      '__proto__',
      'x'.repeat(210),
    ),
  );
  const files = fc.array(fc.array(cell, { minLength: 0, maxLength: 10 }), { maxLength: 15 });
  const mappings = fc.record(
    Object.fromEntries(MEMBERS.map((member) => [member, fc.nat({ max: 9 })])) as Record<
      (typeof MEMBERS)[number],
      fc.Arbitrary<number>
    >,
    { requiredKeys: [] },
  );

  it('has each row in one bucket, and its ready rows are valid and different', () => {
    fc.assert(
      fc.property(files, mappings, fc.boolean(), (original, mapping, hasCities) => {
        const { rows, groups } = checkRows(original, mapping, {
          ...CONTEXT,
          cities: hasCities ? CITIES : new Map(),
        });
        expect(rows.map(({ number }) => number)).toEqual(original.map((_, at) => at + 1));
        for (const { bucket } of rows) expect(['ready', 'unchecked', ...SKIP_REASONS]).toContain(bucket);
        const ready = rows.filter(({ bucket }) => bucket === 'ready').map(({ values }) => toAgency(values));
        for (const body of ready) expect(AgenciaCreate.safeParse(body).error).toBeUndefined();
        const mails = ready.map(({ AdminMail }) => AdminMail.toLowerCase());
        expect(new Set(mails).size).toBe(mails.length);
        const faulty = rows.filter(({ bucket }) => bucket === 'malformed').map(({ number }) => number);
        expect(new Set(groups.flatMap((group) => group.rows))).toEqual(new Set(faulty));
      }),
    );
  });
});
