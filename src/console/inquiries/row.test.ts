import { expect, it } from 'vitest';
import type { CheckedInquiry } from '#contract/desk/inquiries.ts';
import { formatsFor } from '#console/ui/formats.ts';
import { type Inquiry, toIndexRows, toRowContent, toServiceRows } from './row.ts';

const AGENCY = 'ventas@norte.example';
const SID = '01jc00000000000000000000a1';
const OTHER_SID = '01jc00000000000000000000b2';
const NOW = Date.parse('2026-03-05T12:00:00Z');

const createInquiry = (sid: string | undefined, rest: object = {}) =>
  ({
    Momento: '2026-03-05T11:55:00Z',
    Interesado: { Nombre: 'Ana', Apellido: 'López' },
    Auto: { Marca: 'Fiat', Modelo: 'Cronos' },
    ...(sid !== undefined && { _links: { self: { href: `/v3/consultas/${AGENCY}/${sid}` } } }),
    ...rest,
  }) as unknown as Inquiry;
const state = { followUp: null, seen: true, earlierFromBuyer: true };

it('a row of the service has the state that the index has for its sid, in any case', () => {
  const page = { _entries: [createInquiry(SID), createInquiry(OTHER_SID), createInquiry(undefined)] };
  const states: CheckedInquiry[] = [{ adminMail: AGENCY, sid: SID.toUpperCase(), ...state, matches: true }];
  const rows = toServiceRows(AGENCY, page, states);
  expect(rows).toMatchObject([
    { sid: SID, followUp: null, seen: true, isRepeat: true, hasLeft: false },
    { sid: OTHER_SID, followUp: undefined, seen: undefined, isRepeat: false, hasLeft: false },
    { sid: undefined, seen: undefined },
  ]);
});

it('a row of the index has its own state', () => {
  const reply = { rows: [{ adminMail: AGENCY, inquiry: createInquiry(SID), ...state, dueAt: null }] };
  const [row] = toIndexRows(reply as unknown as Parameters<typeof toIndexRows>[0]);
  expect(row).toEqual({
    adminMail: AGENCY,
    sid: SID,
    inquiry: reply.rows[0]?.inquiry,
    followUp: null,
    seen: true,
    isRepeat: true,
    hasLeft: false,
  });
});

it('the content of a row says what the inquiry says, and that there is no name or comment', () => {
  const format = formatsFor('es', 'America/Argentina/Buenos_Aires');
  const options = { search: 'vista=hoy', language: 'es', format, now: NOW } as const;
  const describeInquiry = (inquiry: Inquiry) => {
    const [row] = toServiceRows(AGENCY, { _entries: [inquiry] });
    return row && toRowContent(row, options);
  };
  expect(
    describeInquiry(
      createInquiry(SID, {
        Interesado: {
          Nombre: 'Ana',
          Apellido: 'López',
          Comentario: ' ¿Sigue disponible?\nGracias',
          InfoOperacion: { EntregaVehiculo: {}, FinanciacionDeseada: {}, QuiereCotizacionSeguro: true },
        },
      }),
    ),
  ).toMatchObject({
    name: 'Ana López',
    vehicle: 'Fiat Cronos',
    tags: 'Permuta · Financia · Seguro',
    comment: '¿Sigue disponible?',
    href: `/inquiries/${AGENCY}/${SID}?vista=hoy`,
  });
  expect(describeInquiry(createInquiry(undefined, { Interesado: {} }))).toMatchObject({
    name: 'Sin nombre',
    comment: 'Sin comentario',
    href: undefined,
  });
});
