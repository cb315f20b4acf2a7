import { expect, test } from 'vitest';
import type { ApiToken } from '#contract/desk/api-tokens.ts';
import { desk } from '#contract/desk/desk.ts';
import { DAY_MS } from '#contract/durations.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const PATH = '/settings/api-tokens';
const SECRET = 'vit_abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE';

const token: ApiToken = {
  id: '1',
  kind: 'personal',
  name: 'Tablero de ventas',
  scopes: ['inquiries:read'],
  role: null,
  agencies: null,
  createdBy: { id: 'p2', name: 'Valeria Sosa' },
  createdAt: Date.now() - DAY_MS,
  expiresAt: Date.now() + 20 * DAY_MS,
  usedAt: null,
  revokedAt: null,
};

const list = (tokens: readonly ApiToken[], more = false) => ({ tokens, more, needsPassword: true });

test('tokens that have ended come last, and cannot be revoked', async () => {
  const gateway = new FakeGateway().reply(
    desk.listApiTokens,
    list(
      [
        { ...token, id: '2', name: 'Revocado ayer', revokedAt: Date.now() - DAY_MS },
        { ...token, id: '3', name: 'Vencido', expiresAt: Date.now() - DAY_MS },
        token,
      ],
      true,
    ),
  );
  const { screen } = await renderPage(PATH, { gateway });
  await screen.findByText('Tablero de ventas');
  const [, first] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('Tablero de ventas');
  expect(screen.getAllByRole('button', { name: /^Revocar/ })).toHaveLength(1);
  screen.getByText(/Hay más/);
});

test('a token is revoked after a confirmation', async () => {
  const gateway = new FakeGateway()
    .reply(desk.listApiTokens, list([token]))
    .reply(desk.revokeApiToken, undefined);
  const { screen, user } = await renderPage(PATH, { gateway });
  await user.click(await screen.findByRole('button', { name: 'Revocar Tablero de ventas' }));
  expect(gateway.writes).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Revocar' }));
  await expect.poll(() => gateway.writes).toMatchObject([{ name: 'DELETE /desk/api-tokens/1' }]);
});

test('a seller creates a personal token, which is shown once', async () => {
  const gateway = new FakeGateway()
    .reply(desk.listApiTokens, list([]))
    .reply(desk.createPersonalToken, { secret: SECRET, token });
  const { screen, user, enter } = await renderPage(PATH, { gateway, role: 'seller' });
  await user.click(await screen.findByRole('button', { name: 'Crear un token' }));
  await user.click(await screen.findByRole('button', { name: 'Crear' }));
  await screen.findByText('Elegí al menos uno.');
  expect(screen.queryByRole('combobox', { name: 'De quién es' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Leer la configuración de los avisos' })).toBeNull();
  await enter(screen.getByLabelText('Nombre del programa que lo usa'), 'CRM');
  await user.click(screen.getByRole('checkbox', { name: 'Cambiar el seguimiento' }));
  await user.click(screen.getByRole('checkbox', { name: 'Leer consultas' }));
  await enter(screen.getByLabelText('Tu contraseña'), 'secreta');
  await user.click(screen.getByRole('button', { name: 'Crear' }));
  await screen.findByText(SECRET);
  expect(gateway.writes).toEqual([
    {
      name: 'POST /desk/api-tokens',
      body: { name: 'CRM', scopes: ['inquiries:read', 'follow-up:write'], days: 90, password: 'secreta' },
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Ya lo guardé' }));
  await expect.poll(() => screen.queryByText(SECRET)).toBeNull();
});

test('a wrong password marks its field', async () => {
  const gateway = new FakeGateway()
    .reply(desk.listApiTokens, list([]))
    .refuse(desk.createPersonalToken, 400, {
      code: 'invalid-request',
      Errors: { password: ['wrong-password'] },
    });
  const { screen, user, enter } = await renderPage(PATH, { gateway, role: 'support' });
  await user.click(await screen.findByRole('button', { name: 'Crear un token' }));
  await enter(await screen.findByLabelText('Nombre del programa que lo usa'), 'CRM');
  await user.click(screen.getByRole('checkbox', { name: 'Leer consultas' }));
  await enter(screen.getByLabelText('Tu contraseña'), 'otra');
  await user.click(screen.getByRole('button', { name: 'Crear' }));
  await screen.findByText('No es tu contraseña actual.');
  expect(screen.queryByText(SECRET)).toBeNull();
});

test('a token of the installation needs agencies, or all of them', async () => {
  const gateway = new FakeGateway()
    .reply(desk.listApiTokens, list([]))
    .reply(desk.createInstallationToken, { secret: SECRET, token });
  const { screen, user, enter } = await renderPage(PATH, { gateway });
  const choose = async (field: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await user.click(await screen.findByRole('button', { name: 'Crear un token' }));
  await enter(await screen.findByLabelText('Nombre del programa que lo usa'), 'CRM');
  await choose('De quién es', 'De la instalación');
  await user.click(screen.getByRole('checkbox', { name: 'Leer consultas' }));
  await enter(screen.getByLabelText('Tu contraseña'), 'secreta');
  await user.click(screen.getByRole('button', { name: 'Crear' }));
  await screen.findByText('Elegí al menos una agencia.');
  await choose('Agencias', 'Todas, también las que se sumen');
  await user.click(screen.getByRole('button', { name: 'Crear' }));
  await screen.findByText(SECRET);
  expect(gateway.writes).toMatchObject([{ body: { role: 'seller', agencies: null } }]);
});
