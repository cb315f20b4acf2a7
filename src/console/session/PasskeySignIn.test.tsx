import { expect, test, vi } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';
import { stubPasskeys, setSignInOptions } from '#testing/sign-in-options.ts';

const OPTIONS = { challenge: 'AAAA', rpId: 'localhost' };

test('a sign-in with a passkey that is canceled says so, and the form stays', async () => {
  stubPasskeys();
  const gateway = new FakeGateway().reply(desk.beginPasskeySignIn, OPTIONS);
  const { screen, user } = await renderPage('/sign-in', { gateway, role: null });
  await user.click(await screen.findByRole('button', { name: 'Entrar con una llave de acceso' }));
  expect(await screen.findByText(/^No se usó ninguna llave de acceso/)).toBeTruthy();
  screen.getByLabelText('Contraseña');
});

test('a passkey that the gateway refuses says so', async () => {
  stubPasskeys();
  const gateway = new FakeGateway().refuse(desk.beginPasskeySignIn, 403, { code: 'passkey-failed' });
  const { screen, user } = await renderPage('/sign-in', { gateway, role: null });
  await user.click(await screen.findByRole('button', { name: 'Entrar con una llave de acceso' }));
  expect(await screen.findByText(/^No se pudo comprobar la llave de acceso/)).toBeTruthy();
});

test.each([null, 'https://other.example'])(
  'no passkey is offered where it cannot be used: %s',
  async (origin) => {
    stubPasskeys();
    document.querySelector('#desk')?.remove();
    setSignInOptions({ provider: null, passwords: true, passkeyOrigin: origin });
    const { screen } = await renderPage('/sign-in', { role: null });
    await screen.findByLabelText('Contraseña');
    expect(screen.queryByRole('button', { name: /llave de acceso/ })).toBeNull();
  },
);

test('no passkey is offered by a browser without them', async () => {
  stubPasskeys();
  vi.unstubAllGlobals();
  const { screen } = await renderPage('/sign-in', { role: null });
  await screen.findByLabelText('Contraseña');
  expect(screen.queryByRole('button', { name: /llave de acceso/ })).toBeNull();
});

test.each([
  [['passkey'], ['Usar mi llave de acceso', 'Usar un código de recuperación']],
  [['code'], ['Entrar', 'Usar un código de recuperación']],
  [
    ['code', 'passkey'],
    ['Usar mi llave de acceso', 'Usar la app de autenticación', 'Usar un código de recuperación'],
  ],
])('the second step offers what the person has: %j', async (secondFactors, expected) => {
  stubPasskeys();
  const gateway = new FakeGateway().reply(desk.signIn, {
    next: 'second-factor',
    session: null,
    secondFactors,
  });
  const { screen, user, enter } = await renderPage('/sign-in', { gateway, role: null });
  await enter(await screen.findByLabelText('Correo'), 'ana@agencia.example');
  await enter(screen.getByLabelText('Contraseña'), 'una contraseña cualquiera');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await screen.findByRole('heading', { name: 'Segundo paso' });
  const labels = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(labels.slice(1)).toEqual([...expected, 'Volver al inicio']);
});

test('a second step that has expired begins again', async () => {
  stubPasskeys();
  const gateway = new FakeGateway().refuse(desk.beginPasskeyProof, 401, { code: 'sign-in-required' });
  const { screen, user } = await renderPage('/sign-in/second-factor', { gateway, role: null });
  await user.click(await screen.findByRole('button', { name: 'Usar mi llave de acceso' }));
  await user.click(await screen.findByRole('button', { name: 'Empezar otra vez' }));
  expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeTruthy();
});
