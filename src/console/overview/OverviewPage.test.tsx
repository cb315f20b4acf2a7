import { within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { OverviewNow, OverviewPeriod } from '#contract/desk/overview.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage, renderPart } from '#testing/render-console.tsx';
import { AgenciesSection } from './AgenciesSection.tsx';
import { AttentionSection } from './AttentionSection.tsx';
import { DaysSection } from './DaysSection.tsx';
import { DelayTab } from './DelayTab.tsx';
import { DemandTab } from './DemandTab.tsx';
import { NextSection } from './NextSection.tsx';
import { PeopleTab } from './PeopleTab.tsx';
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
  lateToday: 3,
  lateThisWeek: 0,
  lateOld: 4,
  today: {
    worstDueAt: Date.now() - 25 * 60_000,
    agencies: [
      { adminMail: OTHER, name: 'Norte', count: 2 },
      { adminMail: AGENCY, name: null, count: 1 },
    ],
  },
  refusedDeliveries: 7,
  refusedLately: 0,
  refusalReason: 'signature',
  service: null,
  strayTopics: 0,
  refusedMails: 0,
  spentPackages: [],
  stoppedTopics: 0,
  unansweredInvitations: 4,
  oldestInvitationAt: Date.now() - 10 * 24 * 60 * 60_000,
  answeredToday: 9,
  ...READ,
};

const noSteps = { contacted: 0, appointment: 0, won: 0, lost: 0 };
const answers = { inquiries: 20, answered: 10, inTime: 8, medianMinutes: 30, p90Minutes: 95 };
const totals: OverviewPeriod['totals'] = {
  ...answers,
  channels: { call: 4, mail: 1, whatsapp: 5, other: 0, contact: 0 },
  tradeIn: 5,
  finance: 4,
  insurance: 0,
  funnel: { contacted: 6, appointment: 3, won: 1, lost: 2 },
  bands: { 'half-hour': 10, 'two-hours': 9, day: 0, later: 0, none: 1 },
  delays: {
    'half-hour': { contacted: 5, appointment: 3, won: 1, lost: 1 },
    'two-hours': { contacted: 1, appointment: 0, won: 0, lost: 1 },
    day: noSteps,
    later: noSteps,
    none: noSteps,
  },
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
  answersByHour: week(),
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

function renderSection(section: ReactNode, options: Parameters<typeof renderPart>[1] = {}) {
  const { desde, hasta } = period;
  return renderPart(
    <PeriodContext value={{ agencias: [], desde, hasta, isComparable: true }}>{section}</PeriodContext>,
    options,
  );
}

const DAYS = 'desde=2026-03-01&hasta=2026-03-02';

const renderTasks = (given: Partial<OverviewNow> = {}, role: Role = 'partner') =>
  renderPart(<AttentionSection now={{ ...now, ...given }} agencias={[AGENCY]} />, { role });

const nothing: Partial<OverviewNow> = {
  lateToday: 0,
  dueSoon: 0,
  returned: 0,
  silent: [],
  refusedDeliveries: 0,
  lateOld: 0,
  unansweredInvitations: 0,
};

test('what needs somebody is ranked, and each leads to its list, for the same agencies', async () => {
  const { screen, user } = await renderTasks({ stoppedTopics: 1 });
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  await user.click(screen.getByRole('button', { name: 'Otros 3 pendientes' }));
  const agency = `agencia=${encodeURIComponent(AGENCY)}`;
  const items = within(list)
    .getAllByRole('listitem')
    .map((item) => [item.textContent, within(item).getByRole('link').getAttribute('href')]);
  expect(items).toEqual([
    [expect.stringMatching(/^1 aviso está detenido.*Ver avisos$/), '/webhooks'],
    [
      expect.stringMatching(
        /^3 vencieron hoyla peor, hace 2\d min.* · Norte 2, ventas@ruta9.example 1Repartir$/,
      ),
      `/inquiries?${agency}&vista=tarde&seguimiento=tarde-hoy`,
    ],
    [expect.stringMatching(/^2 vencen dentro/), `/inquiries?${agency}&seguimiento=por-vencer`],
    [
      expect.stringMatching(/^7 mensajes rechazados desde ayerla firma no coincide.*Ver causa$/),
      '/deliveries?outcome=refused&from=ayer',
    ],
    [expect.stringMatching(/^Norte no recibe consultas desde el.*esperadas: 4/), `/agencies/${OTHER}`],
    [expect.stringMatching(/^1 volvió/), `/inquiries?${agency}&vista=pospuestas&seguimiento=volvio`],
    [
      expect.stringMatching(/^4 invitaciones sin respuesta.*Recordar$/),
      '/agencies/invitations?state=unanswered',
    ],
    [
      expect.stringMatching(/^4 atrasadas de más de 7 díasCerrar en lote$/),
      `/inquiries?${agency}&vista=viejas`,
    ],
  ]);
  expect(screen.getByRole('link', { name: '12 esperan respuesta' }).getAttribute('href')).toBe(
    `/inquiries?${agency}&vista=esperando`,
  );
  expect(screen.queryByText('Todo al día')).toBeNull();
});

test('what is zero is not there, and nothing at all is said', async () => {
  const { screen } = await renderTasks({ ...nothing, lateThisWeek: 1 });
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  const empty = await renderTasks(nothing);
  expect(await empty.screen.findByText('Todo al día')).toBeTruthy();
});

test('whoever only reads sees where it is, not what to do', async () => {
  const { screen } = await renderTasks({}, 'support');
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  expect(
    within(list).queryByRole('link', { name: /^(Repartir|Responder|Cerrar en lote|Recordar)/ }),
  ).toBeNull();
});

test('a slow service, refused mails and spent packages come before what is late', async () => {
  const agency = { adminMail: OTHER, name: 'Norte' };
  const { screen } = await renderTasks({
    ...nothing,
    lateThisWeek: 1,
    service: { state: 'slow', clockAheadMs: 0 },
    refusedMails: 2,
    spentPackages: [agency],
  });
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Ver conexión: El servicio tarda en responder', '/connection'],
    ['Ver conexión: 2 correos no salen', '/connection'],
    ['Ver agencia: 1 agencia agotó su paquete', `/agencies/${OTHER}`],
    [expect.stringContaining('venció en los 7 días'), expect.any(String)],
  ]);
  const several = await renderTasks({ ...nothing, spentPackages: [agency, { ...agency, name: 'Sur' }] });
  const link = await several.screen.findByRole('link', { name: /2 agencias agotaron/ });
  expect(link.getAttribute('href')).toBe('/agencies?ver=paquete');
});

test.each([
  [6, 6],
  [7, 5],
])('of %i tasks the %i most urgent are shown until the others are asked for', async (count, few) => {
  const silent = Array.from({ length: count }, (_, at) => ({
    adminMail: `a${at}@x.example`,
    name: null,
    lastAt: null,
    expected: 9,
  }));
  const { screen, user } = await renderTasks({ ...nothing, silent });
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(few);
  const [more] = screen.queryAllByRole('button', { name: /pendientes$/ });
  if (more) await user.click(more);
  expect(within(list).getAllByRole('listitem')).toHaveLength(count);
});

test('a click shows how figures are counted', async () => {
  const { screen, user } = await renderTasks();
  await user.click(await screen.findByRole('button', { name: 'Cómo se cuenta: Para atender ahora' }));
  const dialog = screen.getByRole('dialog', { name: 'Cómo se cuenta: Para atender ahora' });
  expect(dialog.textContent).toContain('ya pasó su plazo');
});

test('figures are compared with the previous period in words, where they differ', async () => {
  const { screen } = await renderSection(<TotalsSection period={period} />);
  const figures = await screen.findByRole('list', { name: 'Cifras del período' });
  expect(figures.textContent).toMatch(/25\s?% más que antes/);
  expect(figures.textContent).toContain('15 min menos que antes');
  expect(figures.textContent).toContain('9 de cada 10: 1 h 35 min');
  expect(figures.textContent?.match(/que antes/g)).toHaveLength(3);
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

test('the days are bars of one figure, or a table of all', async () => {
  const { screen, user } = await renderSection(<DaysSection period={period} />);
  const section = await screen.findByRole('region', { name: 'Por día' });
  await user.click(within(section).getByRole('combobox', { name: 'Cifra' }));
  await user.click(screen.getByRole('option', { name: 'Tabla' }));
  const rows = within(within(section).getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Consultas'),
    expect.stringMatching(/1.*12/),
    expect.stringMatching(/2.*8/),
  ]);
  expect(within(section).getByRole('link', { name: '8' }).getAttribute('href')).toContain(
    'desde=2026-03-02&hasta=2026-03-02&copia=1',
  );
});

test('of many agencies the four that answer worst are shown, and all can be sorted', async () => {
  const [one] = period.agencies as [OverviewPeriod['agencies'][number]];
  const agencies = Array.from({ length: 9 }, (_, at) => ({
    ...one,
    adminMail: `a${at}@x.example`,
    name: `A${at}`,
  }));
  const { screen, user } = await renderSection(<AgenciesSection agencies={agencies} />);
  const table = await screen.findByRole('table', { name: 'Por agencia' });
  const rows = () => within(table).getAllByRole('row').length - 1;
  expect(rows()).toBe(4);
  expect(within(table).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Otras 5 agencias' }));
  await expect.poll(rows).toBe(9);
  expect(within(table).getAllByRole('button')).toHaveLength(5);
});

test('the agency that answers worst is first and opens its inquiries, and one without is only counted', async () => {
  const [ruta9, norte] = period.agencies as [
    OverviewPeriod['agencies'][number],
    OverviewPeriod['agencies'][number],
  ];
  const { screen } = await renderSection(
    <AgenciesSection
      agencies={[
        ruta9,
        { ...norte, inTime: 2 },
        { ...norte, adminMail: 'x@x.example', inquiries: 0, before: 0 },
      ]}
    />,
  );
  const table = await screen.findByRole('table', { name: 'Por agencia' });
  const rows = within(table).getAllByRole('row').slice(1);
  const links = rows.map((row) => within(row).getByRole('link'));
  expect(links.map((link) => link.textContent)).toEqual(['Norte', 'Ruta 9']);
  expect(links[0]?.getAttribute('href')).toBe(
    `/inquiries?agencia=${encodeURIComponent(OTHER)}&${DAYS}&copia=1`,
  );
  expect(screen.getByText(/^1 agencia no recibió consultas/)).toBeTruthy();
});

test('rows of a breakdown link to the inbox where it has such a filter, and the rest is shown on demand', async () => {
  const { screen, user } = await renderSection(<DemandTab period={period} />);
  const makes = await screen.findByRole('table', { name: 'Marca' });
  expect(within(makes).getByRole('link', { name: '9' }).getAttribute('href')).toBe(
    `/inquiries?agencia=todas&${DAYS}&marca=Ford`,
  );
  expect(within(makes).getByRole('link', { name: '2' }).getAttribute('href')).toBe(
    `/inquiries?agencia=todas&${DAYS}&cifra=marca%3A`,
  );
  expect(within(screen.getByRole('table', { name: 'Precio' })).getByText(/ARS 10.M – 20.M/)).toBeTruthy();
  const models = screen.getByRole('table', { name: 'Modelo' });
  expect(within(models).getAllByRole('row')).toHaveLength(7);
  await user.click(screen.getByRole('button', { name: 'Otros 1 de «Modelo»' }));
  expect(within(models).getAllByRole('row')).toHaveLength(8);
});

test('the heat map is a table of all arrivals or of those outside the hours', async () => {
  const { screen, user } = await renderSection(<DemandTab period={period} />);
  const cells = async (name: string) => {
    const table = await screen.findByRole('table', { name });
    return within(table)
      .getAllByRole('cell')
      .map((cell) => Number(cell.textContent))
      .filter(Boolean);
  };
  expect(await cells('Cuándo llegan')).toEqual([15, 5]);
  expect(screen.getByText(/^de 20 \(25\s?%\) llegaron con la agencia cerrada/).textContent).toMatch(/^5 de/);
  const [busiest] = within(screen.getByRole('table', { name: 'Cuándo llegan' })).getAllByRole('link');
  expect(busiest?.getAttribute('href')).toContain('cifra=llegada%3A');
  await user.click(screen.getByRole('button', { name: 'Con la agencia cerrada' }));
  expect(await cells('Cuándo llegan, con la agencia cerrada')).toEqual([5]);
});

test('the cost of delay has no share of fewer than ten inquiries', async () => {
  const { screen } = await renderSection(<DelayTab period={period} />);
  const table = await screen.findByRole('table', { name: 'Costo de la demora' });
  const texts = within(table)
    .getAllByRole('row')
    .slice(1, 3)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.replace(/\s/g, '')),
    );
  expect(texts.map((row) => row.slice(-4))).toEqual([
    ['Contactadas50%', 'Concita30%', 'Ganadas10%', 'Perdidas10%'],
    ['Contactadas–', 'Concita–', 'Ganadas–', 'Perdidas–'],
  ]);
});

test('a seller sees the five that wait longest, each with a link to it', async () => {
  const rows = [1, 2, 3, 4, 5, 6].map((at) => ({
    adminMail: AGENCY,
    inquiry: {
      Momento: '2026-03-01T12:00:00Z',
      Auto: { Marca: 'Fiat', Modelo: 'Uno' },
      Interesado: { Nombre: `Ana ${at}` },
      _links: { self: { href: `/v3/consultas/${AGENCY}/01JCXXXXXXXXXXXXXXXXXXXXX${at}` } },
    },
    followUp: null,
    seen: false,
    earlierFromBuyer: false,
  }));
  const asked: string[] = [];
  const gateway = createGateway().reply(desk.findInquiries, ({ query }) => {
    asked.push(query.toString());
    return { rows, next: null, total: 6, hours: {}, ...READ };
  });
  const { screen } = await renderPart(<NextSection now={now} agencias={[AGENCY]} />, {
    gateway,
    role: 'seller',
  });
  const list = await screen.findByRole('list', { name: 'Las próximas' });
  const links = within(list).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Ana 1', 'Ana 2', 'Ana 3', 'Ana 4', 'Ana 5']);
  expect(links[0]?.getAttribute('href')).toBe(
    `/inquiries/${AGENCY}/01JCXXXXXXXXXXXXXXXXXXXXX1?vista=esperando`,
  );
  expect(asked[0]).toContain('vista=esperando');
});

test('the address says which details are shown', async () => {
  const { screen, user } = await renderPage(`/overview?${DAYS}&ver=embudo`, {
    gateway: createGateway(),
  });
  expect(await screen.findByRole('region', { name: 'Embudo' })).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Costo de la demora' }));
  expect(await screen.findByRole('region', { name: 'Costo de la demora' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Embudo' })).toBeNull();
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
  await user.click(screen.getByRole('button', { name: /^Período: 1 mar/ }));
  await user.click(screen.getByRole('button', { name: 'Hoy' }));
  await expect.poll(() => asked.length).toBe(2);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Período: Hoy' })).toBeTruthy();
  const last = new URLSearchParams(asked.at(-1));
  expect(last.get('desde')).toBe(last.get('hasta'));
});

test('the menu of the page prints it and leads to its help', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const { screen, user } = await renderPage(`/overview?${DAYS}`, { gateway: createGatewayWithoutPeriod() });
  await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
  expect(screen.getByRole('menuitem', { name: 'Ayuda' }).getAttribute('href')).toBe('/help#figures');
  await user.click(screen.getByRole('menuitem', { name: 'Imprimir' }));
  expect(print).toHaveBeenCalledOnce();
  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
});

test('unreadable parameters of the address are reported', async () => {
  const { screen } = await renderPage('/overview?desde=nunca&ver=nada', {
    gateway: createGatewayWithoutPeriod(),
  });
  expect(await screen.findByText(/desde=nunca/)).toBeTruthy();
  expect(screen.getByText(/ver=nada/)).toBeTruthy();
});

test('a part that fails leaves the other as it is, and is retried in place', async () => {
  const gateway = createGateway().refuse(desk.viewOverview, 503, { code: 'upstream-unreachable' });
  const { screen, user } = await renderPage(`/overview?${DAYS}`, { gateway });
  await screen.findByRole('link', { name: '12 esperan respuesta' });
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  gateway.reply(desk.viewOverview, period);
  await user.click(retry);
  expect(await screen.findByRole('list', { name: 'Cifras del período' })).toBeTruthy();
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
    const { screen, user } = await renderPage(`/overview?${DAYS}&ver=personas`, { gateway });
    const table = await screen.findByRole('table', { name: 'Por persona' });
    expect(sortButtons(table)).toEqual(['Persona']);
    gateway.reply(desk.viewOverview, { ...period, ranksPeople: true });
    await user.click(screen.getByRole('switch', { name: 'Ordenar a las personas por sus cifras' }));
    await expect.poll(() => sortButtons(table)).toContain('Respondió');
    expect(gateway.writes).toEqual([{ name: 'PUT /desk/overview/settings', body: { ranksPeople: true } }]);
  });

  test('are sorted by a switch that only the partner has', async () => {
    const { screen } = await renderSection(<PeopleTab period={period} />, { role: 'support' });
    await screen.findByRole('table', { name: 'Por persona' });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

test('are not shown to a seller, who sees their own figures', async () => {
  const ownPeople = period.people.filter(({ id }) => id === '1');
  const gateway = createGateway({
    given: {
      silent: null,
      refusedDeliveries: null,
      refusalReason: null,
      stoppedTopics: null,
      unansweredInvitations: null,
      oldestInvitationAt: null,
    },
    figures: { people: ownPeople, agencies: period.agencies.slice(0, 1) },
  });
  gateway.reply(desk.findInquiries, { rows: [], next: null, total: 0, ...READ });
  const { screen } = await renderPage(`/overview?${DAYS}&ver=personas`, { gateway, role: 'seller' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi día' })).toBeTruthy();
  expect(await screen.findByText('Hoy respondiste 9.')).toBeTruthy();
  expect(screen.queryByText(/mensajes rechazados/)).toBeNull();
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
