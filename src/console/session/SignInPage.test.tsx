import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

test('an incomplete sign-in form marks its fields and focuses the first', async () => {
  const { screen, user, gateway } = await renderPage('/sign-in', { role: null });
  const mail = await screen.findByLabelText('Correo');
  await user.type(mail, 'ana');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await screen.findByText('Escribí tu correo completo, como ana@agencia.com.');
  screen.getByText('Escribí tu contraseña.');
  expect(document.activeElement).toBe(mail);
  expect(gateway.calls).toEqual([]);
});

test('a sign-in after too many attempts says how long to wait', async () => {
  const gateway = new FakeGateway().reply(
    desk.signIn,
    () =>
      new Response(
        JSON.stringify({ Type: '/problems/too-many-attempts', Title: '', Status: 429, Detail: '' }),
        {
          status: 429,
          headers: { 'content-type': 'application/problem+json', 'retry-after': '90' },
        },
      ),
  );
  const { screen, user, enter } = await renderPage('/sign-in', { gateway, role: null });
  await enter(await screen.findByLabelText('Correo'), 'ana@agencia.example');
  await enter(screen.getByLabelText('Contraseña'), 'una contraseña cualquiera');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(await screen.findByText('Demasiados intentos. Esperá 2 minutos y probá otra vez.')).toBeTruthy();
});

test('an invalid recovery link says so and leads to a new one', async () => {
  const gateway = new FakeGateway().refuse(desk.viewLink, 404, { code: 'not-found' });
  const { screen, user } = await renderPage('/recover/AAAA', { gateway, role: null });
  await screen.findByRole('heading', { name: 'Este enlace ya no sirve' });
  await user.click(screen.getByRole('link', { name: 'Pedir otro enlace' }));
  expect(await screen.findByRole('heading', { name: 'Recuperar el acceso' })).toBeTruthy();
});
