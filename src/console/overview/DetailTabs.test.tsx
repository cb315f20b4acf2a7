import { within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import {
  DAYS,
  createOverviewGateway,
  overviewPeriod,
  renderOverviewSection,
} from '#testing/overview-page.tsx';
import { renderPage } from '#testing/render-console.tsx';
import { AnswersTab } from './AnswersTab.tsx';
import { DelayTab } from './DelayTab.tsx';
import { DemandTab } from './DemandTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';

test('rows of a breakdown link to the inbox where it has such a filter, and the rest is shown on demand', async () => {
  const { screen, user } = await renderOverviewSection(<DemandTab period={overviewPeriod} />);
  const makes = await screen.findByRole('table', { name: 'Marca' });
  expect(within(makes).getByRole('link', { name: /^9/ }).getAttribute('href')).toBe(
    `/inquiries?agencia=todas&${DAYS}&marca=Ford`,
  );
  expect(within(makes).getByRole('link', { name: /^2/ }).getAttribute('href')).toBe(
    `/inquiries?agencia=todas&${DAYS}&cifra=marca%3A`,
  );
  const links = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [
        within(row).getAllByRole('cell')[0]?.textContent,
        within(row).getByRole('link').getAttribute('href')?.split(`${DAYS}&`)[1],
      ]);
  expect(links('Tipo de publicación')).toEqual([
    [expect.stringContaining('Usado'), 'tipo=Usado'],
    [expect.stringContaining('0 km'), 'tipo=0km'],
  ]);
  expect(links('Condición')).toEqual([
    [expect.stringContaining('Usado'), 'condicion=Usado'],
    [expect.stringContaining('sin dato'), 'cifra=condicion%3A'],
  ]);
  expect(within(screen.getByRole('table', { name: 'Precio' })).getByText(/ARS 10.M – 20.M/)).toBeTruthy();
  const models = screen.getByRole('table', { name: 'Modelo' });
  expect(within(models).getAllByRole('row')).toHaveLength(7);
  await user.click(screen.getByRole('button', { name: 'Otros 1 de «Modelo»' }));
  expect(within(models).getAllByRole('row')).toHaveLength(8);
});

test('the heat map is a table of all arrivals or of those outside the hours', async () => {
  const { screen, user } = await renderOverviewSection(<DemandTab period={overviewPeriod} />);
  const cells = async (name: string) => {
    const table = await screen.findByRole('table', { name });
    return within(table)
      .getAllByRole('cell')
      .map((cell) => Number(cell.textContent))
      .filter(Boolean);
  };
  expect(await cells('Cuándo llegan')).toEqual([15, 5]);
  const closed = screen.getByRole('link', { name: /^5 de 20 \(25\s?%\)$/ });
  expect(closed.getAttribute('href')).toContain('cifra=llegada-cerrada%3A');
  const [busiest] = within(screen.getByRole('table', { name: 'Cuándo llegan' })).getAllByRole('link');
  expect(busiest?.getAttribute('href')).toContain('cifra=llegada%3A');
  await user.click(screen.getByRole('button', { name: 'Con la agencia cerrada' }));
  expect(await cells('Cuándo llegan, con la agencia cerrada')).toEqual([5]);
});

test('hours of the week have the number of answers, or the median of what arrived then, by its band', async () => {
  const { screen, user } = await renderOverviewSection(<AnswersTab period={overviewPeriod} />);
  const cells = async (name: string) => {
    const table = await screen.findByRole('table', { name });
    return within(table)
      .getAllByRole('link')
      .map((link) => [
        link.textContent?.replaceAll(/\s/g, ' '),
        new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('cifra'),
      ]);
  };
  expect(await cells('Cuándo se responde')).toEqual([['10', 'hora-respuesta:10']]);
  expect(screen.queryByText('Más de 1 día', { selector: 'span' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Mediana' }));
  expect(await cells('Cuánto se tarda según la hora de llegada')).toEqual([
    ['0:00', 'llegada-respondida:9'],
    ['1:35', 'llegada-respondida:167'],
  ]);
  expect(screen.getByText('Más de 1 día', { selector: 'span' })).toBeTruthy();
});

test('the cost of delay has no share of fewer than ten inquiries', async () => {
  const { screen } = await renderOverviewSection(<DelayTab period={overviewPeriod} />);
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
  const filters = within(table)
    .getAllByRole('link')
    .map((link) => new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('cifra'));
  expect(filters).toEqual([
    'demora:half-hour',
    'demora:half-hour contacted',
    'demora:half-hour appointment',
    'demora:half-hour won',
    'demora:half-hour lost',
    'demora:two-hours',
    'demora:none',
  ]);
});

test('the address says which details are shown', async () => {
  const { screen, user } = await renderPage(`/overview?${DAYS}&ver=embudo`, {
    gateway: createOverviewGateway(),
  });
  expect(await screen.findByRole('region', { name: 'Embudo' })).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Costo de la demora' }));
  expect(await screen.findByRole('region', { name: 'Costo de la demora' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Embudo' })).toBeNull();
});

describe('people', () => {
  const sortButtons = (table: HTMLElement) =>
    within(table)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  test('are not sorted by their figures until the partner allows it', async () => {
    const gateway = createOverviewGateway().reply(desk.setOverviewSettings, undefined);
    const { screen, user } = await renderPage(`/overview?${DAYS}&ver=personas`, { gateway });
    const table = await screen.findByRole('table', { name: 'Por persona' });
    expect(sortButtons(table)).toEqual(['Persona']);
    gateway.reply(desk.viewOverview, { ...overviewPeriod, ranksPeople: true });
    expect(
      within(within(table).getAllByRole('row')[1] as HTMLElement)
        .getAllByRole('link')
        .map((link) => new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('cifra')),
    ).toEqual(['persona:2', 'persona-a-tiempo:2', 'persona:2', 'persona:2']);
    await user.click(screen.getByRole('switch', { name: 'Ordenar a las personas por sus cifras' }));
    await expect.poll(() => sortButtons(table)).toContain('Respondió');
    expect(gateway.writes).toEqual([{ name: 'PUT /desk/overview/settings', body: { ranksPeople: true } }]);
  });

  test('are sorted by a switch that only the partner has', async () => {
    const { screen } = await renderOverviewSection(<PeopleTab period={overviewPeriod} />, {
      role: 'support',
    });
    await screen.findByRole('table', { name: 'Por persona' });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
