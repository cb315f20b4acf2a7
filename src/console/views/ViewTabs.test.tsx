import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';
import './ViewTabs.tsx';

const AGENCY = 'ventas@ruta9.example';

test('views show their counts although the list cannot be read', async () => {
  const gateway = new FakeGateway()
    .refuse(v3.listInquiries, 503, { code: 'upstream-unreachable' })
    .reply(desk.listViews, { views: [] })
    .reply(desk.countInquiries, {
      builtIn: Object.fromEntries(BUILT_IN_VIEW_NAMES.map((view, at) => [view, at + 7])),
      saved: {},
      back: 0,
      asOf: 1,
      complete: true,
    });
  const { screen } = await renderPage(`/inquiries?agencia=${AGENCY}`, { gateway });
  expect((await screen.findByRole('alert')).textContent).toContain('El servicio no responde');
  expect(await screen.findByRole('link', { name: /^Para responder\s*7/ })).toBeTruthy();
});

test('every pinned view shows its count, and no other view is counted', async () => {
  const views = Array.from({ length: 25 }, (_, at) => ({
    id: `vista-${at}`,
    name: `Vista ${at}`,
    search: '?marca=Ford',
    shared: false,
    pinned: at !== 3,
    by: { id: 'p', name: 'Ana' },
    mayEdit: true,
    version: 1,
  }));
  const counted: string[][] = [];
  const gateway = new FakeGateway()
    .refuse(v3.listInquiries, 503, { code: 'upstream-unreachable' })
    .reply(desk.listViews, { views })
    .reply(desk.countInquiries, ({ query }) => {
      const ids = query.getAll('guardadas');
      counted.push(ids);
      return {
        builtIn: Object.fromEntries(BUILT_IN_VIEW_NAMES.map((view) => [view, 1])),
        saved: Object.fromEntries(ids.map((id) => [id, 500 + Number(id.slice(6))])),
        back: 0,
        asOf: 1,
        complete: true,
      };
    });
  const { screen } = await renderPage(`/inquiries?agencia=${AGENCY}`, { gateway });
  expect(await screen.findByRole('link', { name: /^Vista 24\s*524/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Vista 0\s*500/ })).toBeTruthy();
  expect(counted.map(({ length }) => length)).toEqual([20, 4]);
  expect(counted.flat()).not.toContain('vista-3');
});
