import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { OverviewNow } from '#contract/desk/overview.ts';
import {
  AGENCY,
  DAYS,
  OTHER,
  READ,
  createOverviewGateway,
  overviewNow,
  overviewPeriod,
} from '#testing/overview-page.tsx';
import { renderPage, renderPart } from '#testing/render-console.tsx';
import { NextSection } from './NextSection.tsx';

const createGatewayWithoutPeriod = (given: Partial<OverviewNow> = {}) =>
  createOverviewGateway({ given }).reply(desk.viewOverview, () => new Promise(() => {}));

test('a seller sees the five to answer next, those late today first, each with a link to it', async () => {
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
  const gateway = createOverviewGateway().reply(desk.findInquiries, ({ query }) => {
    asked.push(query.toString());
    const found = query.get('vista') === 'tarde' ? rows.slice(3, 4) : rows;
    return { rows: found, next: null, total: found.length, hours: {}, ...READ };
  });
  const { screen } = await renderPart(<NextSection now={overviewNow} agencias={[AGENCY]} />, {
    gateway,
    role: 'seller',
  });
  const list = await screen.findByRole('list', { name: 'Las próximas' });
  const links = within(list).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Ana 4', 'Ana 1', 'Ana 2', 'Ana 3', 'Ana 5']);
  expect(links[0]?.getAttribute('href')).toBe(
    `/inquiries/${AGENCY}/01JCXXXXXXXXXXXXXXXXXXXXX4?vista=esperando`,
  );
  expect(asked).toEqual([
    expect.stringContaining('vista=tarde&seguimiento=tarde-hoy'),
    expect.stringContaining('vista=esperando'),
  ]);
});

test('the address chooses the period and the agencies', async () => {
  const asked: string[] = [];
  const gateway = createOverviewGateway().reply(desk.viewOverview, ({ query }) => {
    asked.push(query.toString());
    return overviewPeriod;
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
  const gateway = createOverviewGateway().refuse(desk.viewOverview, 503, { code: 'upstream-unreachable' });
  const { screen, user } = await renderPage(`/overview?${DAYS}`, { gateway });
  await screen.findByRole('link', { name: '12 esperan respuesta' });
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  gateway.reply(desk.viewOverview, overviewPeriod);
  await user.click(retry);
  expect(await screen.findByRole('list', { name: 'Cifras del período' })).toBeTruthy();
});

test('the page says that inquiries are still being read', async () => {
  const gateway = createGatewayWithoutPeriod({ complete: false, failure: 'upstream-unreachable' });
  const { screen } = await renderPage(`/overview?${DAYS}`, { gateway });
  expect(await screen.findByText(/Todavía se están leyendo/)).toBeTruthy();
  expect(screen.getByText(/puede faltar lo más nuevo/)).toBeTruthy();
});

test('the page says that the service refuses the clock or the credentials, instead of not replying', async () => {
  const gateway = createGatewayWithoutPeriod({ failure: 'upstream-refused' });
  const { screen } = await renderPage(`/overview?${DAYS}`, { gateway });
  expect(await screen.findByText(/no reconoce a esta consola, por sus credenciales o su reloj/)).toBeTruthy();
  expect(screen.queryByText(/no respondió/)).toBeNull();
});

test('are not shown to a seller, who sees their own figures', async () => {
  const ownPeople = overviewPeriod.people.filter(({ id }) => id === '1');
  const gateway = createOverviewGateway({
    given: {
      silent: null,
      incidents: null,
      stoppedTopics: null,
      unansweredInvitations: null,
      oldestInvitationAt: null,
    },
    figures: { people: ownPeople, agencies: overviewPeriod.agencies.slice(0, 1) },
  });
  gateway.reply(desk.findInquiries, { rows: [], next: null, total: 0, ...READ });
  const { screen } = await renderPage(`/overview?${DAYS}&ver=personas`, { gateway, role: 'seller' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi día' })).toBeTruthy();
  expect(await screen.findByText('Hoy respondiste 9.')).toBeTruthy();
  expect(screen.queryByText(/rechazos/)).toBeNull();
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
