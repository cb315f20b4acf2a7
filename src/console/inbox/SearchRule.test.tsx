import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';
import './EmptyList.tsx';
import './FilterChips.tsx';

const AGENCY = 'ventas@ruta9.example';
const nothing = {
  rows: [],
  next: null,
  total: 0,
  readAt: 1,
  hours: {},
  asOf: 1,
  complete: true,
  failure: null,
};

test.each([
  ['es', 'Se buscan palabras de al menos dos letras o tres números, hasta ocho.'],
  ['en', 'Words of at least two letters or three digits are searched, up to eight.'],
] as const)(
  'a search of short words alone says which words are searched, above the list and in it: %s',
  async (language, rule) => {
    const gateway = new FakeGateway().reply(desk.findInquiries, nothing).reply(desk.listViews, { views: [] });
    const { screen } = await renderPage(`/inquiries?agencia=${AGENCY}&buscar=a`, { gateway, language });
    await expect.poll(() => screen.queryAllByText(rule)).toHaveLength(2);
  },
);

test('a search of longer words does not say which words are searched', async () => {
  const gateway = new FakeGateway().reply(desk.findInquiries, nothing).reply(desk.listViews, { views: [] });
  const { screen } = await renderPage(`/inquiries?agencia=${AGENCY}&buscar=an`, { gateway });
  expect(await screen.findByText('Ninguna coincide.')).toBeTruthy();
  expect(screen.queryByText(/Se buscan palabras/)).toBeNull();
});
