import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const gateway = () =>
  new FakeGateway()
    .reply(desk.viewDigest, { digest: { on: true, hour: 8, language: 'es' } })
    .reply(desk.listSessions, { sessions: [] });

test('the page of the account has one filled button at most', async () => {
  const me = {
    mail: 'p@v.example',
    name: 'P',
    role: 'partner',
    secondFactor: { on: false, required: false, recoveryCodesLeft: 0 },
  };
  const { screen } = await renderPage('/settings/me', { gateway: gateway().reply(desk.viewMe, me) });
  await screen.findByRole('button', { name: 'Activar el segundo paso' });
  const filled = screen.getAllByRole('button').filter(({ className }) => /contained/.test(className));
  expect(filled.map(({ textContent }) => textContent)).toEqual(['Guardar el resumen']);
});

test('a page that cannot be loaded has the heading of a page', async () => {
  const { screen } = await renderPage('/settings/me', { gateway: gateway().disconnect(desk.viewMe) });
  expect(await screen.findAllByRole('heading', { level: 1 })).toHaveLength(1);
});
