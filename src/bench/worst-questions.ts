import { randomUUID } from 'node:crypto';
import { desk } from '#contract/desk/desk.ts';
import { MAX_COUNTED_VIEWS } from '#contract/desk/inquiries.ts';
import { callEndpoint } from './call-endpoint.ts';
import { agencyMail } from './index-data.ts';
import type { GatewaySession } from './sign-in.ts';

/** The questions that hold a gateway up longest, by name. */
export type Questions = [name: string, ask: () => Promise<unknown>][];

/** Hours whose due times take most to compute, within the 840 minutes that are open in four weeks; others each time. */
export const createHeaviestHours = () => ({ ...HEAVIEST_HOURS, target: 840 - (++changes % 60) });

let changes = 0;

const HEAVIEST_HOURS = {
  zone: 'America/Argentina/Buenos_Aires',
  week: Array.from({ length: 7 }, () =>
    [8, 10, 12, 14, 16, 18].map((hour) => ({
      from: `${String(hour).padStart(2, '0')}:00`,
      to: `${String(hour).padStart(2, '0')}:05`,
    })),
  ),
  holidays: Array.from({ length: 400 }, (_, day) =>
    new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10),
  ),
  warning: 60,
};

export function listQuestions(
  session: GatewaySession,
  { agencies, savedViews }: { agencies: number; savedViews: readonly string[] },
): Questions {
  const get = (endpoint: Parameters<typeof callEndpoint>[1], query = {}, params = {}) =>
    callEndpoint(session, endpoint, { query, params });
  const find = (query: object) => get(desk.findInquiries, { limite: '100', ...query });
  const facets = (query: object) => get(desk.listFacets, query);
  const every = Array.from({ length: Math.min(agencies, 200) }, (_, agency) => agencyMail(agency));
  return [
    ['counts with 20 saved views', () => get(desk.countInquiries, { guardadas: savedViews })],
    [
      'counts, four at once',
      () =>
        Promise.all(
          [1, 2, 3, 4].map((more) =>
            get(desk.countInquiries, { guardadas: savedViews, agencia: every.slice(more) }),
          ),
        ),
    ],
    [
      'counts of 200 named agencies',
      () => get(desk.countInquiries, { guardadas: savedViews, agencia: every }),
    ],
    ['a list of all agencies', () => find({})],
    ['a list with a facet', () => find({ marca: 'Ford' })],
    ['a list with a facet that nothing has', () => find({ marca: 'Ferrari', vista: 'esperando' })],
    ['a list of 200 named agencies with a facet', () => find({ agencia: every, provincia: 'Córdoba' })],
    ['the oldest of an operator', () => find({ operador: 'operador1@agencia7.example', orden: 'antiguas' })],
    ['search of “an”', () => find({ buscar: 'an' })],
    ['search of “hola”, which all have', () => find({ buscar: 'hola' })],
    [
      'search of eight words in a view',
      () => find({ buscar: 'ho qu sa si ve es di us', vista: 'esperando' }),
    ],
    ['search of a phone', () => find({ buscar: '11 4444' })],
    ['facets', () => facets({})],
    ['facets of a search', () => facets({ buscar: 'hola' })],
    [
      'facets of a view, four at once',
      () => Promise.all([1, 2, 3, 4].map(() => facets({ vista: 'esperando' }))),
    ],
    ['state of all agencies', () => get(desk.viewIndexState)],
    ['what is new in a search', () => find({ buscar: 'hola', novedades: '0' })],
    ['the overview now', () => get(desk.viewOverviewNow)],
    [
      'bulk change of a search with a wrong count',
      () =>
        callEndpoint(session, desk.changeFollowUps, {
          body: {
            id: randomUUID(),
            change: { kind: 'status', status: 'contacted' },
            inquiries: { list: { buscar: 'hola' }, expected: 3 },
          },
        }).catch(String),
    ],
    ['export of a search', () => exportSearch(session)],
    [
      'matches of an import of 500 rows',
      () =>
        callEndpoint(session, desk.matchImport, {
          body: {
            agencies: every,
            rows: Array.from({ length: 100 }, (_, row) => ({
              phone: `11 ${4000 + row}-1000`,
              mail: `persona${row}@correo.example`,
            })),
          },
        }),
    ],
    ['the heaviest opening hours', () => setHeaviestHours(session)],
  ];
}

/** @returns the ids of the views */
export async function saveViews(session: GatewaySession): Promise<string[]> {
  const filters = [
    { marca: 'Ford' },
    { provincia: 'Córdoba', marca: 'Fiat' },
    { buscar: 'hola' },
    { financia: 'si' },
  ];
  const ids = Array.from({ length: MAX_COUNTED_VIEWS }, () => randomUUID());
  for (const [view, id] of ids.entries())
    await callEndpoint(session, desk.addView, {
      body: {
        id,
        name: `Vista ${view}`,
        search: `?${new URLSearchParams({ agencia: 'todas', ...filters[view % filters.length] }).toString()}`,
        shared: view % 2 === 0,
      },
    });
  return ids;
}

async function exportSearch(session: GatewaySession): Promise<void> {
  const id = randomUUID();
  await callEndpoint(session, desk.exportInquiries, { body: { id, buscar: 'gomez ford 2019', masked: '1' } });
  for (;;) {
    const { state } = (await callEndpoint(session, desk.viewJob, { params: { id } })) as { state: string };
    if (state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function setHeaviestHours(session: GatewaySession): Promise<void> {
  const params = { adminMail: agencyMail(3) };
  const { version } = (await callEndpoint(session, desk.viewHours, { params })) as { version: number };
  await callEndpoint(session, desk.setHours, { params, body: { hours: createHeaviestHours(), version } });
}
