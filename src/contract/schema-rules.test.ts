import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { boundedArray } from './bounded-array.ts';
import { CitiesQuery } from './catalogs.ts';
import { EXPORT_COLUMNS, ExportQuery } from './desk/export.ts';
import { CheckInquiriesQuery, CountsQuery, FacetsQuery, FindInquiriesQuery } from './desk/inquiries.ts';
import { JobRowsQuery } from './desk/jobs.ts';
import { LateAlarm } from './desk/notifications.ts';
import { OverviewQuery } from './desk/overview.ts';
import { NewPassword } from './desk/passwords.ts';
import { WriteView } from './desk/views.ts';
import { HandOverChange } from './follow-up/hand-over-change.ts';
import { InquiriesQuery, InquiryDay, PlausibleDay } from './inquiries.ts';
import { ConsultaPublicada, ConsultasPublicadas, PaquetePublicado } from './publisher.ts';
import { Flag, Int32, Mail, SearchText } from './values.ts';
import { AppWebhookUpsert, isReservedHeader } from './webhooks.ts';

// Rules of schemas that `interface.txt` does not show: refinements and transformations, on both sides of their limits.

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;
const UUID = '0b3a9f0e-6a6d-4c1e-8f3c-1f0f2a5b7c9d';
const SID = '01jc0000000000000000000000';

it.each<[string, z.core.$ZodType, unknown, unknown]>([
  ['an integer', Int32, '-2147483648', -2_147_483_648],
  ['an integer', Int32, '2147483647', 2_147_483_647],
  ['an integer', Int32, '0', 0],
  ['a flag', Flag, 'TRUE', true],
  ['a flag', Flag, '1', true],
  ['a flag', Flag, 'false', false],
  ['a flag', Flag, '0', false],
  ['one agency', FacetsQuery, { agencia: 'a@x.example' }, { agencia: ['a@x.example'] }],
  [
    'agencies',
    FacetsQuery,
    { agencia: ['a@x.example', 'b@x.example'] },
    { agencia: ['a@x.example', 'b@x.example'] },
  ],
  ['one sid', CheckInquiriesQuery, { sid: SID }, { sid: [SID.toUpperCase()] }],
  ['sids', CheckInquiriesQuery, { sid: [SID, SID] }, { sid: [SID.toUpperCase(), SID.toUpperCase()] }],
  ['one view', CountsQuery, { guardadas: UUID }, { guardadas: [UUID] }],
  ['views', CountsQuery, { guardadas: [UUID, UUID] }, { guardadas: [UUID, UUID] }],
  ['a number of rows', FindInquiriesQuery, { limite: '100' }, { limite: 100 }],
  ['a time', FindInquiriesQuery, { novedades: '1772721000000' }, { novedades: 1_772_721_000_000 }],
  ['a row', JobRowsQuery, { after: '0', limit: '1000' }, { after: 0, limit: 1000 }],
  ['a page', InquiriesQuery, { pagina: '99' }, { pagina: 99 }],
])('%s of a query is read', (_, schema, value, read) => expect(z.parse(schema, value)).toEqual(read));

it.each<[string, z.core.$ZodType, readonly unknown[]]>([
  [
    'an integer',
    Int32,
    ['-2147483649', '2147483648', '9999999999', '00', '01', '+1', '-0', '1.0', '1e3', ' 1', ''],
  ],
  ['a flag', Flag, ['', 'yes', 'si', 'on', '2', ' true']],
  ['a search text', SearchText, ['', ' ', 'x'.repeat(201)]],
  ['a mail', Mail, ['', 'a', 'a@b', `${'a'.repeat(243)}@mail.example`]],
  ['rows', FindInquiriesQuery, ['0', '101', '010', '-1', '1.5', '110', '1000'].map((limite) => ({ limite }))],
  [
    'a time',
    FindInquiriesQuery,
    ['', '-1', '1'.repeat(15), '1.5', 'x1', '1x'].map((novedades) => ({ novedades })),
  ],
  ['rows of a job', JobRowsQuery, ['0', '1001', '01', '10000', 'x1', '1x'].map((limit) => ({ limit }))],
  ['a row', JobRowsQuery, ['', '1234567', 'x1', '1x', '-1'].map((after) => ({ after }))],
  ['a page', InquiriesQuery, ['0', '100', '-1'].map((pagina) => ({ pagina }))],
  ['a city', CitiesQuery, [{}]],
  ['a day', InquiryDay, ['2026-02-29', '', '2026-3-1']],
  ['a plausible day', PlausibleDay, ['2026-02-29', '1999-12-31', '2100-01-01', '0001-01-01']],
])('what is not %s is refused', (_, schema, values) =>
  expect(values.filter((value) => accepts(schema, value))).toEqual([]),
);

it('cities are asked for by region, by text or by both', () => {
  expect(
    [{ region: '0' }, { q: 'x' }, { region: '1', q: 'x' }].filter((query) => accepts(CitiesQuery, query)),
  ).toHaveLength(3);
});

it('the checks of a period are not made of what are no days', () => {
  const { error } = z.safeParse(OverviewQuery, { desde: 'x', hasta: '2026-01-01' });
  expect(error?.issues.map(({ path }) => path)).toEqual([['desde']]);
});

it.each([
  ['2026-01-01', '2026-01-01', true],
  ['2026-01-02', '2026-01-01', false],
  ['2024-01-01', '2024-12-31', true],
  ['2025-01-01', '2026-01-01', true],
  ['2025-01-01', '2026-01-02', false],
])('an overview from %s to %s is asked for: %s', (desde, hasta, accepted) => {
  const { success, error } = z.safeParse(OverviewQuery, { desde, hasta });
  expect(success).toBe(accepted);
  expect(error?.issues[0]?.path ?? ['hasta']).toEqual(['hasta']);
});

it.each([
  [11, false],
  [12, true],
  [128, true],
  [129, false],
])('a password of %i characters is accepted: %s', (length, accepted) => {
  expect(accepts(NewPassword, 'x'.repeat(length))).toBe(accepted);
  expect(accepts(NewPassword, '🚗'.repeat(length))).toBe(accepted);
});

it.each([
  ['', true],
  ['?', true],
  ['?buscar=ana%20paz', true],
  ['?a=~!$', true],
  ['buscar=ana', false],
  ['?a#b', false],
  ['?a b', false],
  ['?ñ', false],
  ['?a"', true],
  ['?%', false],
  ['?%E0%A4', false],
  ['x?a', false],
])('the search %j of an address becomes a view: %s', (search, accepted) => {
  expect(accepts(WriteView, { id: UUID, name: 'x', search, shared: false })).toBe(accepted);
});

it('an error while a view is checked is not taken for a wrong search', () => {
  const original = globalThis.decodeURIComponent;
  globalThis.decodeURIComponent = () => {
    throw new TypeError('broken');
  };
  try {
    expect(() => accepts(WriteView, { id: UUID, name: 'x', search: '?a', shared: false })).toThrow('broken');
  } finally {
    globalThis.decodeURIComponent = original;
  }
});

it('columns of an export are names, each once', () => {
  const accepted = (columns: string) => accepts(ExportQuery, { columns });
  expect(accepted('sid')).toBe(true);
  expect(accepted(EXPORT_COLUMNS.join(','))).toBe(true);
  for (const columns of ['', 'sid,', 'sid,sid', 'Sid', 'sid, Momento', 'sid,x', 'constructor'])
    expect(accepted(columns)).toBe(false);
  expect([undefined, 'UTC'].filter((zone) => accepts(ExportQuery, { zone }))).toHaveLength(2);
  expect(accepts(ExportQuery, { zone: 'Marte' })).toBe(false);
});

it('an alarm that is on needs somebody to tell', () => {
  const alarm = { on: true, minutes: 0, recipients: ['a'], mail: false };
  expect(accepts(LateAlarm, alarm)).toBe(true);
  expect(accepts(LateAlarm, { ...alarm, on: false, recipients: [] })).toBe(true);
  const { error } = z.safeParse(LateAlarm, { ...alarm, recipients: [] });
  expect(error?.issues.map(({ path }) => path)).toEqual([['recipients']]);
});

describe('a bounded array', () => {
  const schema = boundedArray(z.number(), { min: 1, max: 2 });
  const codes = (value: unknown) => z.safeParse(schema, value).error?.issues.map(({ code }) => code);

  it('has a length from its least to its most, and elements that are checked', () => {
    expect(codes([1])).toBeUndefined();
    expect(codes([1, 2])).toBeUndefined();
    expect(codes([])).toEqual(['too_small']);
    expect(codes([1, 'x'])).toEqual(['invalid_type']);
    expect(codes('x')).toEqual(['invalid_type']);
    expect(codes({ length: 3 })?.[0]).toBe('invalid_type');
  });

  it('is refused for its length alone where it is too long', () => {
    expect(codes([1, 2, 3])).toEqual(['too_big']);
    expect(codes(['x', 'y', 'z'])).toEqual(['too_big']);
    const checked = boundedArray(
      z.number(),
      { max: 1 },
      z.refine(() => false, 'never'),
    );
    expect(z.safeParse(checked, ['x', 'y']).error?.issues.map(({ code }) => code)).toEqual(['too_big']);
    expect(z.safeParse(checked, []).error?.issues.map(({ code }) => code)).toEqual(['custom']);
    expect(accepts(boundedArray(z.number(), { max: 1 }), [])).toBe(true);
  });
});

describe('a webhook', () => {
  const webhook = { Callback: 'https://x.example/a' };
  const accepted = (more: object) => accepts(AppWebhookUpsert, { ...webhook, ...more });
  const header = (Name: string, Value = 'x') => ({ Name, Value });

  it('has an absolute callback of visible characters', () => {
    expect(accepted({})).toBe(true);
    for (const Callback of [
      '',
      '/a',
      'x',
      'https://',
      'https://x.example/a b',
      'https://x.example/ñ',
      ' https://x.example',
    ])
      expect(accepted({ Callback })).toBe(false);
  });

  it.each([
    ['x'.repeat(15), false],
    ['x'.repeat(16), true],
    ['x'.repeat(256), true],
    ['x'.repeat(257), false],
    [`${'x'.repeat(16)}\n`, false],
    [`whsec_${'A'.repeat(28)}`, false],
    [`whsec_${'A'.repeat(31)}`, false],
    [`whsec_${'A'.repeat(32)}`, true],
    [`whsec_${'A'.repeat(36)}`, true],
    [`whsec_${'A'.repeat(32)}AA==`, true],
    [`whsec_${'A'.repeat(32)}AAA=`, true],
    [`whsec_${'A'.repeat(32)}/Q==`, true],
    [`whsec_${'A'.repeat(32)}AB==`, false],
    [`whsec_${'A'.repeat(32)}AAB=`, false],
    [`whsec_${'A'.repeat(32)}+/8=`, true],
    [`whsec_${'A'.repeat(32)}A===`, false],
    [`whsec_${'A'.repeat(32)}AA==AAAA`, false],
    [`whsec_${'A'.repeat(32)}A`, false],
    [`whsec_${'-'.repeat(32)}`, false],
    [`xwhsec_${'-'.repeat(32)}`, true],
  ])('has the secret %j: %s', (Secret, isValid) => expect(accepted({ Secret })).toBe(isValid));

  it('has custom headers with three names', () => {
    const three = (a: string, b: string, c: string) => ({
      HeaderCustom01: header(a),
      HeaderCustom02: header(b),
      HeaderCustom03: header(c),
    });
    expect(accepted(three('x-a', 'x-b', 'x-c'))).toBe(true);
    const issues = (more: object) =>
      z.safeParse(AppWebhookUpsert, { ...webhook, ...more }).error?.issues.map(({ path }) => path.join('.'));
    expect(issues(three('x-a', 'X-A', 'x-a'))).toEqual(['HeaderCustom02.Name', 'HeaderCustom03.Name']);
    expect(issues({ HeaderCustom01: header('x-a'), HeaderCustom03: header('x-a') })).toEqual([
      'HeaderCustom03.Name',
    ]);
    expect(accepted({ HeaderCustom01: null, HeaderCustom02: null })).toBe(true);
    expect(accepted({ HeaderCustom01: header('x-a', 'a') })).toBe(true);
    for (const Value of ['', ' a', 'a ', 'a\nb', 'ñ'])
      expect(accepted({ HeaderCustom01: header('x-a', Value) })).toBe(false);
    for (const Name of ['', 'x a', 'ñ', 'Host', 'x:', `x${'y'.repeat(64)}`])
      expect(accepted({ HeaderCustom01: header(Name) })).toBe(false);
  });

  const RESERVED = `accept-charset accept-encoding access-control-x authorization connection content-type cookie cookie2 date dnt
expect forwarded host http2-settings keep-alive max-forwards notification-x origin proxy-x referer sec-x set-cookie set-cookie2 te
trailer transfer-encoding upgrade via webhook-id x-forwarded-for x-method x-http-method x-method-override x-http-method-override`;
  it.each(RESERVED.split(/\s+/))('may not send the header %s', (name) => {
    expect(isReservedHeader(name)).toBe(true);
    expect(isReservedHeader(name.toUpperCase())).toBe(true);
    expect(isReservedHeader(`x${name}`)).toBe(false);
  });

  it.each([
    'hosts',
    'cookie22',
    'cookie3',
    'set-cookie3',
    'dates',
    'tee',
    'x-methods',
    'x-method-overrides',
    'accept',
    'sec',
    'content',
  ])('may send the header %s', (name) => expect(isReservedHeader(name)).toBe(false));
});

describe('a published', () => {
  const inquiry = {
    Id: 'a',
    OrigenLead: 'x',
    TipoAnuncio: 'x',
    Auto: { Marca: 'x', Modelo: 'x', Estado: 'x' },
    Interesado: { Interes: 'x', Nombre: 'x', Apellido: 'x', Email: 'x', Provincia: 'x', Comentario: '' },
  };

  it('inquiry may leave out what the interface lets be null', () => {
    expect(z.parse(ConsultaPublicada, inquiry)).toEqual({
      ...inquiry,
      Auto: {
        ...inquiry.Auto,
        ExternalId: '',
        RefStock: null,
        Version: null,
        VersionYear: null,
        Kilometraje: null,
        Color: null,
        BodyType: null,
        Precio: null,
        Anticipo: null,
        Cuota: null,
      },
      Interesado: {
        ...inquiry.Interesado,
        Telefono: null,
        DocIdentidad: null,
        Ciudad: null,
        InfoOperacion: null,
      },
      OperadorResponsable: null,
    });
  });

  it.each([
    [{ Id: '' }, false],
    [{ Id: 'a'.repeat(100) }, true],
    [{ Id: 'a'.repeat(101) }, false],
    [{ Id: 'a b' }, false],
    [{ Id: '!~' }, true],
    [{ Id: 'ñ' }, false],
    [{ Momento: '1970-01-01T00:00:00Z' }, true],
    [{ Momento: '1969-12-31T23:59:59Z' }, false],
    [{ Momento: '2026-01-01T00:00:00-03:00' }, true],
    [{ Momento: '2026-01-01T00:00:00' }, false],
    [{ Momento: `2026-01-01T00:00:00.${'1'.repeat(20)}Z` }, false],
    [{ Momento: '2026-01-01' }, false],
  ])('inquiry with %j is received: %s', (more, received) => {
    expect(accepts(ConsultaPublicada, { ...inquiry, ...more })).toBe(received);
    expect(accepts(ConsultasPublicadas, [inquiry, { ...inquiry, ...more }])).toBe(received);
  });

  const offer = { Paquete: 'x', Desde: '2026-01-01', Hasta: '2026-01-01', Productos: [] as object[] };
  const product = (Exposicion: string, Utilizadas = 1) => ({ Exposicion, Contratadas: 1, Utilizadas });
  it.each<[object, string | undefined]>([
    [{}, undefined],
    [{ Hasta: '2025-12-31' }, 'Hasta'],
    [{ Productos: [product('Alta'), product('Media', 0), product('Baja')] }, undefined],
    [{ Productos: [product('Alta'), product('Alta')] }, 'Productos'],
    [{ Productos: [product('Alta', 2)] }, 'Productos.0.Utilizadas'],
    [{ Productos: [product('Alta', -1)] }, 'Productos.0.Utilizadas'],
  ])('package with %j is refused at %s', (more, path) => {
    const { error } = z.safeParse(PaquetePublicado, { ...offer, ...more });
    expect(error?.issues[0]?.path.join('.')).toBe(path);
  });
});

it('an inquiry is handed over to an id', () => {
  const accepted = (to: string) => accepts(HandOverChange, { kind: 'hand-over', to });
  expect(['', 'x', 'x'.repeat(26), 'x'.repeat(27)].map((to) => accepted(to))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
