import { defaultHours } from '#contract/hours.ts';
import type { Consulta } from '#contract/inquiries.ts';
import type { Narrowing } from '#contract/inbox-filter-names.ts';
import { queryInquiries } from './inquiry-oracle.ts';
import { type QueryContext, createFollowUpIndex } from './waiting-oracle.ts';
import type { Tolerant } from '#contract/reading.ts';

export type Inquiry = Tolerant<typeof Consulta>;

export const sidOfNumber = (at: number) => `01JC00000000000000000000${String(at).padStart(2, '0')}`;

export function createEntry(
  at: number,
  given: { Auto?: object; Interesado?: object; OrigenLead?: string; Momento?: string } = {},
): Inquiry {
  return {
    Momento: given.Momento ?? '2026-11-20T10:00:00-03:00',
    OrigenLead: given.OrigenLead ?? 'Formulario',
    Auto: { Marca: 'Ford', Modelo: 'Ka', Estado: 'Usado', ...given.Auto },
    Interesado: { Nombre: 'Ana', Apellido: 'Sosa', Provincia: 'Córdoba', ...given.Interesado },
    _links: { self: { href: `/v3/consultas/a@b.example/${sidOfNumber(at)}` } },
  };
}

const ZONE = 'America/Argentina/Buenos_Aires';

export const about: QueryContext = {
  followUpIndex: createFollowUpIndex({ followUps: [], seen: [] }),
  me: 'me',
  now: 1000,
  hours: defaultHours(ZONE),
  zone: ZONE,
};

export const narrow = (entries: readonly Inquiry[], narrowing: Narrowing, of: QueryContext) =>
  queryInquiries(entries, { narrowing }, of, { facets: true });
