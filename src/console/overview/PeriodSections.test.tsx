import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import {
  DAYS,
  OTHER,
  createOverviewGateway,
  overviewPeriod,
  renderOverviewSection,
} from '#testing/overview-page.tsx';
import { renderPage } from '#testing/render-console.tsx';
import { AgenciesSection } from './AgenciesSection.tsx';
import { DaysSection } from './DaysSection.tsx';
import { TotalsSection } from './PeriodSections.tsx';

test('figures are compared with the previous period in words, where they differ', async () => {
  const { screen } = await renderOverviewSection(<TotalsSection period={overviewPeriod} />);
  const figures = await screen.findByRole('list', { name: 'Cifras del período' });
  expect(figures.textContent).toMatch(/25\s?% más que antes/);
  expect(figures.textContent).toContain('15 min menos que antes');
  expect(figures.textContent).toContain('9 de cada 10: 1 h 35 min');
  expect(figures.textContent?.match(/que antes/g)).toHaveLength(3);
  const answered = `/inquiries?agencia=todas&${DAYS}&cifra=respondidas%3A`;
  expect(
    within(figures)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([`/inquiries?agencia=todas&${DAYS}&copia=1`, answered, `${answered}a-tiempo`, answered]);
  expect(
    within(figures).getByRole('link', { name: /^Mediana.*30 min 9 de cada 10: 1 h 35 min$/ }),
  ).toBeTruthy();
});

test('figures of nothing open no list', async () => {
  const none = { inquiries: 0, answered: 0, inTime: 0, medianMinutes: null, p90Minutes: null };
  const { screen } = await renderOverviewSection(
    <TotalsSection period={{ ...overviewPeriod, totals: { ...overviewPeriod.totals, ...none } }} />,
  );
  const figures = await screen.findByRole('list', { name: 'Cifras del período' });
  expect(within(figures).queryByRole('link')).toBeNull();
});

test.each([
  ['2026-02-28', /El período anterior empieza antes/],
  ['2026-03-02', /estas cifras no están completas/],
])(
  'figures that lack inquiries say so, on paper too, and are not compared: complete since %s',
  async (wholeSince, text) => {
    const { screen } = await renderPage(`/overview?${DAYS}`, {
      gateway: createOverviewGateway({ figures: { wholeSince } }),
    });
    const figures = await screen.findByRole('list', { name: 'Cifras del período' });
    expect(figures.textContent).not.toContain('que antes');
    const texts = screen.getAllByText(text);
    expect(texts.map(({ textContent }) => textContent?.includes('impreso'))).toEqual([true, false]);
  },
);

test('inquiries with implausible dates are counted in a line of their own and in no figure', async () => {
  const { screen } = await renderPage(`/overview?${DAYS}`, {
    gateway: createOverviewGateway({ figures: { implausibleDates: 3 } }),
  });
  expect(
    await screen.findByText(/^3 consultas dicen ser de antes del año 2000.*no en las cifras/),
  ).toBeTruthy();
});

test('the days are bars of one figure, or a table of all', async () => {
  const { screen, user } = await renderOverviewSection(<DaysSection period={overviewPeriod} />);
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
  const [first] = within(within(section).getByRole('table')).getAllByRole('row').slice(1) as [HTMLElement];
  const day = '/inquiries?agencia=todas&desde=2026-03-01&hasta=2026-03-01';
  const answered = `${day}&cifra=respondidas%3A`;
  expect(
    within(first)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([`${day}&copia=1`, answered, `${answered}a-tiempo`, answered, answered]);
});

test('of many agencies the five that answer worst are shown, and all can be sorted', async () => {
  const [one] = overviewPeriod.agencies as [OverviewPeriod['agencies'][number]];
  const agencies = Array.from({ length: 10 }, (_, at) => ({
    ...one,
    adminMail: `a${at}@x.example`,
    name: `A${at}`,
  }));
  const [first] = agencies;
  if (first) Object.assign(first, { answered: 0, inTime: 0, medianMinutes: null });
  const { screen, user } = await renderOverviewSection(<AgenciesSection agencies={agencies} />);
  const table = await screen.findByRole('table', { name: 'Por agencia' });
  const links = within(table).getAllByRole('link');
  expect(
    links.slice(0, 2).map((link) => [link.textContent?.replaceAll(/\s/g, ' '), link.getAttribute('href')]),
  ).toEqual([
    ['0 de 15', `/inquiries?agencia=a0%40x.example&${DAYS}&copia=1`],
    [
      expect.stringMatching(/^80 ?% de 10$/),
      `/inquiries?agencia=a1%40x.example&${DAYS}&cifra=respondidas%3Aa-tiempo`,
    ],
  ]);
  const rows = () => within(table).getAllByRole('row').length - 1;
  expect(rows()).toBe(5);
  expect(within(table).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Otras 5 agencias' }));
  await expect.poll(rows).toBe(10);
  expect(within(table).getAllByRole('button')).toHaveLength(5);
});

test('the agency that answers worst is first and opens its inquiries, and one without is only counted', async () => {
  const [ruta9, norte] = overviewPeriod.agencies as [
    OverviewPeriod['agencies'][number],
    OverviewPeriod['agencies'][number],
  ];
  const { screen } = await renderOverviewSection(
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
  const links = rows.map((row) => within(row).getAllByRole('link')[0]);
  expect(rows.map((row) => /Norte|Ruta 9/.exec(row.textContent)?.[0])).toEqual(['Norte', 'Ruta 9']);
  expect(links.map((link) => link?.textContent)).toEqual(['5', '15']);
  expect(links[0]?.getAttribute('href')).toBe(
    `/inquiries?agencia=${encodeURIComponent(OTHER)}&${DAYS}&copia=1`,
  );
  expect(
    within(rows[0] as HTMLElement)
      .getByRole('link', { name: /^20\s?%/ })
      .getAttribute('href'),
  ).toBe(`/inquiries?agencia=${encodeURIComponent(OTHER)}&${DAYS}&cifra=respondidas%3Aa-tiempo`);
  expect(screen.getByText(/^1 agencia no recibió consultas/)).toBeTruthy();
});
