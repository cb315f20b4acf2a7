import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#contract/desk/sessions.ts';
import { catalogEndpoints } from '#contract/catalogs.ts';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { rememberItems } from '#console/session/saved-items.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const RUTA = 'ventas@ruta9.example';
const SID = '01JCINQUIRY000000000000001';

const inquiry = (name: string, sid = SID) => ({
  Momento: '2026-11-16T10:00:00-03:00',
  Auto: { Marca: 'Peugeot', Modelo: '208', VersionYear: 2021, ExternalId: 'U-104' },
  Interesado: { Nombre: name, Telefono: '0351 555-0111' },
  OperadorResponsable: null,
  _links: { self: { href: `/v3/consultas/${RUTA}/${sid}` } },
});

function found(...names: string[]) {
  const rows = names.map((name) => ({
    adminMail: RUTA,
    inquiry: inquiry(name),
    followUp: null,
    seen: false,
    dueAt: null,
    earlierFromBuyer: false,
  }));
  const freshness = { asOf: 1, complete: true, failure: null };
  return { rows, next: null, total: rows.length, readAt: 1, hours: {}, ...freshness };
}

const agencies = [
  { AdminMail: RUTA, Nombre: 'Ruta 9', _links: {} },
  { AdminMail: 'hola@sur.example', Nombre: 'Autos del Sur', _links: {} },
];

const createGateway = () =>
  new FakeGateway()
    .reply(v3.listAgencies, { _entries: agencies, _links: {} })
    .reply(v3.viewAgency, agencies[0] ?? {})
    .reply(v3.listWebhooks, { _entries: [], _links: {} })
    .reply(desk.listPeople, { people: [], total: 0, more: false, mails: 'files' })
    .reply(desk.listViews, { views: [] })
    .reply(desk.listTemplates, { templates: [] })
    .reply(desk.findInquiries, found())
    .reply(desk.viewIndexedInquiry, { inquiry: inquiry('Ana'), asOf: 1 })
    .reply(catalogEndpoints.listMakes, {
      _entries: [{ Nombre: 'Fiat', _links: { self: { href: '/v3/marcas/7' } } }],
      _links: {},
    })
    .reply(catalogEndpoints.listBodyStyles, { _entries: [], _links: {} })
    .reply(catalogEndpoints.listColors, { _entries: [], _links: {} })
    .reply(catalogEndpoints.listCities, { _entries: [], _links: {} });

async function openPalette({
  gateway = createGateway(),
  role = 'partner',
}: { gateway?: FakeGateway; role?: Role } = {}) {
  const page = await renderPage('/settings/templates', { gateway, role });
  await page.user.click(await page.screen.findByRole('button', { name: /^Buscar o ir a/ }));
  const input = await page.screen.findByRole('combobox', { name: 'Buscar o ir a' });
  const group = (name: string) =>
    [
      ...(page.screen.queryByRole('group', { name })?.querySelectorAll('[role=option] bdi:first-child') ??
        []),
    ].map(({ textContent }) => textContent);
  return { ...page, input, group };
}

beforeEach(() => localStorage.clear());

describe('the command palette', () => {
  test('lists pages and views, and finds agencies and makes', async () => {
    const { screen, user, input, group } = await openPalette();
    expect(group('Páginas')).toContain('Agencias');
    expect(group('Vistas')).toContain('Para responder');
    await user.type(input, 'sur');
    await expect.poll(() => group('Agencias')).toEqual(['Autos del Sur']);
    expect(screen.getByRole('option', { name: /Autos del Sur/ }).getAttribute('href')).toBe(
      '/agencies/hola@sur.example',
    );
    await user.clear(input);
    await user.type(input, 'fia');
    await expect.poll(() => group('Catálogos')).toEqual(['Fiat']);
  });

  test('finds inquiries in the gateway’s index, and leads to all of them', async () => {
    const gateway = createGateway().reply(desk.findInquiries, ({ query }) =>
      query.get('buscar') === '5550111' ? { ...found('Ana Paz'), total: 12 } : found(),
    );
    const { screen, user, input } = await openPalette({ gateway });
    await user.type(input, '555 0111'.replace(' ', ''));
    const option = await screen.findByRole('option', { name: /Ana Paz Peugeot 208 2021 · 0351 555-0111/ });
    expect(option.getAttribute('href')).toBe(`/inquiries/${RUTA}/${SID}`);
    const all = screen.getByRole('option', { name: 'Ver las 12 consultas con «5550111»' });
    expect(all.getAttribute('href')).toBe('/inquiries?agencia=todas&buscar=5550111');
    expect(input.getAttribute('aria-activedescendant')).toBe(option.id);
    await user.keyboard('{ArrowDown}');
    expect(input.getAttribute('aria-activedescendant')).toBe(all.id);
  });

  test('names a search that failed, and then never says that nothing matches', async () => {
    const gateway = createGateway().refuse(desk.findInquiries, 500, {});
    const { screen, user, input } = await openPalette({ gateway });
    await user.type(input, 'zzz');
    expect(await screen.findByText('No se pudo buscar en: Consultas.')).toBeTruthy();
    expect(screen.queryByText(/Nada coincide/)).toBeNull();
    gateway.reply(desk.findInquiries, found());
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Nada coincide con «zzz».')).toBeTruthy();
    expect(screen.queryByText(/No se pudo buscar/)).toBeNull();
  });

  test('offers to trace a text that nothing else finds', async () => {
    const { screen, user, input } = await openPalette({ role: 'support' });
    await user.type(input, 'U-104 b');
    expect(await screen.findByText('Nada coincide con «U-104 b».')).toBeTruthy();
    const option = screen.getByRole('option', { name: 'Rastrear «U-104 b»' });
    expect(option.getAttribute('href')).toBe('/trace?q=U-104+b');
    expect(input.getAttribute('aria-activedescendant')).toBe(option.id);
    await user.clear(input);
    await user.type(input, 'U');
    expect(screen.queryByRole('option', { name: /Rastrear «/ })).toBeNull();
  });

  test('says that inquiries may be missing while the index is not complete', async () => {
    const gateway = createGateway().reply(desk.findInquiries, { ...found(), complete: false });
    const { screen, user, input } = await openPalette({ gateway });
    await user.type(input, 'zzz');
    expect(await screen.findByText(/Puede faltar alguna consulta/)).toBeTruthy();
  });

  test('pins by key and lists pinned and recent items first, without inquiries that the person may not see', async () => {
    rememberItems('1', ['/agencies/hola@sur.example', `/inquiries/${RUTA}/${SID}`]);
    const first = await openPalette();
    await expect.poll(() => first.group('Recientes')).toEqual(['Ana', 'Autos del Sur']);
    await first.user.type(first.input, 'ventas@');
    await first.screen.findByRole('option', { name: /Ruta 9/ });
    await first.user.keyboard('{Alt>}{Enter}{/Alt}');
    expect(first.screen.getByRole('button', { name: 'Dejar de fijar «Ruta 9»' })).toBeTruthy();
    await first.user.clear(first.input);
    expect(first.group('Fijados')).toEqual([]);
    await first.user.keyboard('{Escape}');
    await first.user.click(first.screen.getByRole('button', { name: /^Buscar o ir a/ }));
    await first.screen.findByRole('combobox');
    await expect.poll(() => first.group('Fijados')).toEqual(['Ruta 9']);
    expect(JSON.stringify(Object.values(localStorage))).not.toContain('Ana');
  });

  test('lists nothing that the person may not see', async () => {
    const { user, input, group } = await openPalette({ role: 'seller' });
    expect(group('Páginas')).not.toContain('Personas');
    expect(group('Páginas')).not.toContain('Rastrear');
    await user.type(input, 'invitar');
    expect(group('Páginas')).toEqual([]);
    await user.clear(input);
    await user.type(input, 'ruta');
    await expect.poll(() => group('Agencias')).toEqual(['Ruta 9']);
    expect(group('Rastrear')).toEqual([]);
  });

  test('runs an action of the page once it is closed', async () => {
    const { screen, user, input } = await openPalette();
    await user.type(input, 'atajos');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Atajos de teclado' })).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText('Buscar o ir a…', { selector: 'dt' })).toBeTruthy();
  });
});
