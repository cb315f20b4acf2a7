import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

test('the page of the account has one filled button at most', async () => {
  const secondFactor = { on: false, required: false, recoveryCodesLeft: 0 };
  const gateway = new FakeGateway()
    .reply(desk.viewMe, {
      mail: 'p@vitrina.example',
      name: 'Paz',
      role: 'partner',
      hasPassword: true,
      secondFactor,
      passkeys: [],
    })
    .reply(desk.viewDigest, { digest: { on: true, hour: 8, language: 'es' } })
    .reply(desk.viewWebhookAlarm, { on: true })
    .reply(desk.listSessions, { sessions: [] });
  const { screen } = await renderPage('/settings/me', { gateway });
  await screen.findByRole('button', { name: 'Activar el segundo paso' });
  const filled = screen.getAllByRole('button').filter(({ className }) => /contained/.test(className));
  expect(filled.map(({ textContent }) => textContent)).toEqual(['Guardar el resumen']);
});

test('the page of an account without a password says by what it signs in', async () => {
  const secondFactor = { on: false, required: false, recoveryCodesLeft: 0 };
  const account = { mail: 'p@vitrina.example', name: 'Paz', role: 'seller', hasPassword: false };
  const me = { ...account, secondFactor, passkeys: [] };
  const gateway = new FakeGateway()
    .reply(desk.viewMe, me)
    .reply(desk.viewDigest, { digest: { on: true, hour: 8, language: 'es' } })
    .reply(desk.listSessions, { sessions: [] });
  const { screen } = await renderPage('/settings/me', { gateway, role: 'seller' });
  await screen.findByRole('heading', { name: 'Cómo entrás' });
  expect(screen.queryByRole('heading', { name: 'Contraseña' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Segundo paso' })).toBeNull();
});
