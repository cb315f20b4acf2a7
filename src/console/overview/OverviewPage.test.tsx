import { within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { OverviewNow, OverviewPeriod } from '#contract/desk/overview.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage, renderPart } from '#testing/render-console.tsx';
import { ArrivalsSection } from './ArrivalsSection.tsx';
import { BreakdownsSection } from './BreakdownsSection.tsx';
import { HeatMapSection } from './HeatMapSection.tsx';
import { NowSection } from './NowSection.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { PeriodContext } from './period-context.ts';
import { TotalsSection } from './PeriodSections.tsx';

const AGENCY = 'ventas@ruta9.example';
const OTHER = 'ventas@norte.example';
const READ = { readAt: 0, asOf: 0, complete: true, failure: null } as const;

const now: OverviewNow = {
  waiting: 12,
  overdue: 3,
  dueSoon: 2,
  unread: 5,
  returned: 1,
  silent: [{ adminMail: OTHER, name: 'Norte', lastAt: Date.parse('2026-03-01T15:00:00Z'), expected: 4.2 }],
  refusedDeliveries: 7,
  stoppedTopics: 0,
  unansweredInvitations: 4,
  ...READ,
};

const answers = { inquiries: 20, answered: 10, inTime: 8, medianMinutes: 30, p90Minutes: 95 };
const totals: OverviewPeriod['totals'] = {
  ...answers,
  channels: { call: 4, mail: 1, whatsapp: 5, other: 0, contact: 0 },
  tradeIn: 5,
  finance: 4,
  insurance: 0,
  funnel: { contacted: 6, appointment: 3, won: 1, lost: 2 },
  lostReasons: {
    'no-answer': 0,
    price: 2,
    'bought-elsewhere': 0,
    'not-available': 0,
    finance: 0,
    other: 0,
  },
};
const week = () => Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
const [all, closed] = [week(), week()];
all[0]?.splice(9, 1, 15);
all[6]?.splice(23, 1, 5);
closed[6]?.splice(23, 1, 5);

const period: OverviewPeriod = {
  desde: '2026-03-01',
  hasta: '2026-03-02',
  implausibleDates: 0,
  wholeSince: '2026-01-01',
  before: {
    desde: '2026-02-27',
    hasta: '2026-02-28',
    totals: { ...totals, inquiries: 16, medianMinutes: 45 },
  },
  totals,
  days: [
    { day: '2026-03-01', ...answers, inquiries: 12, origins: { Formulario: 8, WhatsApp: 4 } },
    {
      day: '2026-03-02',
      ...answers,
      inquiries: 8,
      answered: 0,
      inTime: 0,
      medianMinutes: null,
      p90Minutes: null,
      origins: { '': 8 },
    },
  ],
  agencies: [
    { adminMail: AGENCY, name: 'Ruta 9', before: 16, days: [10, 5], ...answers, inquiries: 15 },
    { adminMail: OTHER, name: 'Norte', before: 5, days: [2, 3], ...answers, inquiries: 5 },
  ],
  people: [
    { id: '2', name: 'Ana Paz', ...answers, answered: 4 },
    { id: '1', name: 'Valeria Sosa', ...answers, answered: 6 },
  ],
  ranksPeople: false,
  arrivals: { all, closed },
  breakdowns: {
    origin: [{ value: 'Formulario', count: 12 }],
    make: [
      { value: 'Ford', count: 9 },
      { value: null, count: 2 },
    ],
    model: Array.from({ length: 7 }, (_, at) => ({ value: `Modelo ${at}`, count: 7 - at })),
    price: [{ value: 'ARS 10000000-20000000', count: 5 }],
    province: [],
    interest: [{ value: 'PruebaDeManejo', count: 3 }],
  },
  ...READ,
};

const agencyEntry = (AdminMail: string) => ({ AdminMail, Nombre: AdminMail, Estado: 'Alta', _links: {} });

function createGateway({
  given = {},
  figures = {},
}: { given?: Partial<OverviewNow>; figures?: Partial<OverviewPeriod> } = {}) {
  return new FakeGateway()
    .reply(desk.viewOverviewNow, { ...now, ...given })
    .reply(desk.viewOverview, { ...period, ...figures })
    .reply(v3.listAgencies, { _entries: [agencyEntry(AGENCY), agencyEntry(OTHER)], _links: {} })
    .reply(v3.viewAgency, agencyEntry(AGENCY));
}

const createGatewayWithoutPeriod = (given: Partial<OverviewNow> = {}) =>
  createGateway({ given }).reply(desk.viewOverview, () => new Promise(() => {}));

const renderNow = () => renderPart(<NowSection now={now} agencias={[]} />);

function renderSection(section: ReactNode, options: Parameters<typeof renderPart>[1] = {}) {
  const { desde, hasta } = period;
  return renderPart(
    <PeriodContext value={{ agencias: [], desde, hasta, isComparable: true }}>{section}</PeriodContext>,
    options,
  );
}

const DAYS = 'desde=2026-03-01&hasta=2026-03-02';

test('every current number links to the list that it counts, for the same agencies', async () => {
  const { screen } = await renderPage(`/overview?agencia=${AGENCY}&${DAYS}`, { gateway: createGateway() });
  const agency = `agencia=${encodeURIComponent(AGENCY)}`;
  for (const [name, href] of [
    ['Esperando: 12', `/inquiries?${agency}&vista=esperando`],
    ['Tarde: 3', `/inquiries?${agency}&vista=tarde`],
    ['Por vencer: 2', `/inquiries?${agency}&seguimiento=por-vencer`],
    ['Sin leer: 5', `/inquiries?${agency}&seguimiento=sin-leer`],
    ['Volvieron: 1', `/inquiries?${agency}&vista=pospuestas&seguimiento=volvio`],
    ['Entregas rechazadas: 7', '/deliveries?outcome=refused&from=ayer'],
    ['Avisos detenidos: 0', '/webhooks?state=suspended'],
    ['Invitaciones sin respuesta: 4', '/agencies/invitations?state=unanswered'],
    ['Consultas: 20', `/inquiries?${agency}&${DAYS}&copia=1`],
  ] as const)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});

test('silent agencies are listed on the page', async () => {
  const { screen, user } = await renderNow();
  const table = await screen.findByRole('table', { name: 'Agencias en silencio' });
  expect(within(table).getByRole('link', { name: 'Norte' }).getAttribute('href')).toBe(`/agencies/${OTHER}`);
  expect(within(table).getByText('4,2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Agencias en silencio: 1' }));
  expect(screen.queryByRole('table', { name: 'Agencias en silencio' })).toBeNull();
});

test('a click on a figure shows its definition', async () => {
  const { screen, user } = await renderNow();
  await user.click(await screen.findByRole('button', { name: 'Qué cuenta: Por vencer' }));
  expect(screen.getByRole('dialog', { name: 'Qué cuenta: Por vencer' }).textContent).toContain(
    'próxima hora',
  );
});

test('figures are compared with the previous period in words', async () => {
  const { screen } = await renderSection(<TotalsSection period={period} />);
  const figures = await screen.findByRole('list', { name: 'Cifras del período' });
  expect(figures.textContent).toContain('más que antes');
  expect(figures.textContent).toContain('15 min menos que antes');
  expect(figures.textContent).toContain('igual que antes');
});

test.each([
  ['2026-02-28', /El período anterior empieza antes/],
  ['2026-03-02', /estas cifras no están completas/],
])(
  'figures that lack inquiries say so, on paper too, and are not compared: complete since %s',
  async (wholeSince, text) => {
    const { screen } = await renderPage(`/overview?${DAYS}`, {
      gateway: createGateway({ figures: { wholeSince } }),
    });
    const figures = await screen.findByRole('list', { name: 'Cifras del período' });
    expect(figures.textContent).not.toContain('que antes');
    const texts = screen.getAllByText(text);
    expect(texts.map(({ textContent }) => textContent?.includes('impreso'))).toEqual([true, false]);
  },
);

test('inquiries with implausible dates are counted in a line of their own and in no figure', async () => {
  const { screen } = await renderPage(`/overview?${DAYS}`, {
    gateway: createGateway({ figures: { implausibleDates: 3 } }),
  });
  expect(
    await screen.findByText(/^3 consultas dicen ser de antes del año 2000.*no en las cifras/),
  ).toBeTruthy();
});

test('a chart has its figures in a table on the next tab', async () => {
  const { screen, user } = await renderSection(<ArrivalsSection period={period} />);
  const section = await screen.findByRole('region', { name: 'Consultas por día' });
  await user.click(within(section).getByRole('tab', { name: 'Tabla' }));
  const rows = within(within(section).getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Consultas'),
    expect.stringMatching(/1.*12.*Formulario 8 · WhatsApp 4/),
    expect.stringMatching(/2.*8.*Sin origen 8/),
  ]);
  expect(within(section).getByRole('link', { name: '8' }).getAttribute('href')).toContain(
    'desde=2026-03-02&hasta=2026-03-02&copia=1',
  );
  await user.click(within(section).getByRole('button', { name: 'Por agencia' }));
  expect(within(section).getByText('Ruta 9 10 · Norte 2')).toBeTruthy();
});

test('rows of a breakdown link to the inbox where it has such a filter, and the rest is shown on demand', async () => {
  const { screen, user } = await renderSection(<BreakdownsSection period={period} />);
  const makes = await screen.findByRole('table', { name: 'Marca' });
  expect(within(makes).getByRole('link', { name: '9' }).getAttribute('href')).toBe(
    `/inquiries?agencia=todas&${DAYS}&marca=Ford`,
  );
  expect(within(makes).queryByRole('link', { name: '2' })).toBeNull();
  expect(within(screen.getByRole('table', { name: 'Precio' })).getByText(/ARS 10.M – 20.M/)).toBeTruthy();
  const models = screen.getByRole('table', { name: 'Modelo' });
  expect(within(models).getAllByRole('row')).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Otros 2 de «Modelo»' }));
  expect(within(models).getAllByRole('row')).toHaveLength(8);
});

test('the heat map is a table of all arrivals or of those outside the hours', async () => {
  const { screen, user } = await renderSection(<HeatMapSection arrivals={period.arrivals} />);
  const cells = async (name: string) => {
    const table = await screen.findByRole('table', { name });
    return within(table)
      .getAllByRole('cell')
      .map((cell) => Number(cell.textContent))
      .filter(Boolean);
  };
  expect(await cells('Cuándo llegan')).toEqual([15, 5]);
  expect(screen.getByText(/^5 de 20 \(25\s?%\) llegaron con la agencia cerrada/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Con la agencia cerrada' }));
  expect(await cells('Cuándo llegan, con la agencia cerrada')).toEqual([5]);
});

test('the address chooses the period and the agencies', async () => {
  const asked: string[] = [];
  const gateway = createGateway().reply(desk.viewOverview, ({ query }) => {
    asked.push(query.toString());
    return period;
  });
  const { screen, user } = await renderPage(`/overview?agencia=${AGENCY}&agencia=${OTHER}&${DAYS}`, {
    gateway,
  });
  const mails = [AGENCY, OTHER].map((mail) => `agencia=${encodeURIComponent(mail)}`).join('&');
  await screen.findByRole('region', { name: 'Por agencia' });
  expect(asked).toEqual([`${mails}&${DAYS}`]);
  await user.click(screen.getByRole('button', { name: 'Hoy' }));
  await expect.poll(() => asked.length).toBe(2);
  const last = new URLSearchParams(asked.at(-1));
  expect(last.get('desde')).toBe(last.get('hasta'));
});

test('unreadable parameters of the address are reported', async () => {
  const { screen } = await renderPage('/overview?desde=nunca', { gateway: createGatewayWithoutPeriod() });
  expect(await screen.findByText(/desde=nunca/)).toBeTruthy();
});

test('a part that fails leaves the other as it is, and is retried in place', async () => {
  const gateway = createGateway().refuse(desk.viewOverview, 503, { code: 'upstream-unreachable' });
  const { screen, user } = await renderPage(`/overview?${DAYS}`, { gateway });
  await screen.findByRole('link', { name: 'Esperando: 12' });
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  gateway.reply(desk.viewOverview, period);
  await user.click(retry);
  expect(await screen.findByRole('region', { name: 'Con el tiempo' })).toBeTruthy();
});

test('the page says that inquiries are still being read', async () => {
  const gateway = createGatewayWithoutPeriod({ complete: false, failure: 'upstream-unreachable' });
  const { screen } = await renderPage(`/overview?${DAYS}`, { gateway });
  expect(await screen.findByText(/Todavía se están leyendo/)).toBeTruthy();
  expect(screen.getByText(/puede faltar lo más nuevo/)).toBeTruthy();
});

describe('people', () => {
  const sortButtons = (table: HTMLElement) =>
    within(table)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  test('are not sorted by their figures until the partner allows it', async () => {
    const gateway = createGateway().reply(desk.setOverviewSettings, undefined);
    const { screen, user } = await renderPage(`/overview?${DAYS}`, { gateway });
    const table = await screen.findByRole('table', { name: 'Por persona' });
    expect(sortButtons(table)).toEqual(['Persona']);
    gateway.reply(desk.viewOverview, { ...period, ranksPeople: true });
    await user.click(screen.getByRole('switch', { name: 'Ordenar a las personas por sus cifras' }));
    await expect.poll(() => sortButtons(table)).toContain('Respondió');
    expect(gateway.writes).toEqual([{ name: 'PUT /desk/overview/settings', body: { ranksPeople: true } }]);
  });

  test('are sorted by a switch that only the partner has', async () => {
    const { screen } = await renderSection(<PeopleSection period={period} />, { role: 'support' });
    await screen.findByRole('table', { name: 'Por persona' });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

test('are not shown to a seller, who sees their own figures', async () => {
  const ownPeople = period.people.filter(({ id }) => id === '1');
  const gateway = createGateway({
    given: { silent: null, refusedDeliveries: null, stoppedTopics: null, unansweredInvitations: null },
    figures: { people: ownPeople, agencies: period.agencies.slice(0, 1) },
  });
  const { screen } = await renderPage(`/overview?${DAYS}`, { gateway, role: 'seller' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi día' })).toBeTruthy();
  const tiles = await screen.findByRole('list', { name: 'Ahora' });
  await expect.poll(() => tiles.textContent).toContain('Respondí hoy6');
  expect(screen.queryByText('Entregas rechazadas')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Por agencia' })).toBeNull();
  expect(await screen.findByRole('region', { name: 'Mis respuestas' })).toBeTruthy();
});

test.each([
  ['partner', ['Resumen', 'Consultas']],
  ['support', ['Resumen', 'Consultas']],
  ['seller', ['Consultas', 'Mi día']],
] as const)('the navigation of a %s begins with %j', async (role, links) => {
  const { screen } = await renderPage(`/overview?${DAYS}`, { gateway: createGatewayWithoutPeriod(), role });
  const navigation = await screen.findByRole('navigation', { name: 'Secciones' });
  const names = within(navigation)
    .getAllByRole('link')
    .map(({ textContent }) => textContent.trim());
  expect(names.slice(0, 2)).toEqual(links);
});

test.each(['partner', 'support'] as const)('a %s starts with the overview', async (role) => {
  const { screen } = await renderPage('/', { gateway: createGatewayWithoutPeriod(), role });
  expect(await screen.findByRole('heading', { level: 1, name: 'Resumen' })).toBeTruthy();
});
