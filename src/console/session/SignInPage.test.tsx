import { cleanup } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { createSession, renderPage } from '#testing/render-console.tsx';
import { setSignInOptions } from '#testing/sign-in-options.ts';

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

describe('with a provider of OpenID Connect', () => {
  const labels = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

  test('its button stands above the form, and goes to the provider with the page to open', async () => {
    setSignInOptions({ provider: 'Cuenta Norte', passwords: true, passkeyOrigin: null });
    const assign = vi.spyOn(location, 'assign').mockReturnValue();
    const gateway = new FakeGateway().reply(desk.beginOpenIdSignIn, { url: 'https://login.example/x' });
    const { screen, user } = await renderPage('/sign-in?next=/jobs', { gateway, role: null });
    await screen.findByLabelText('Contraseña');
    expect(labels(screen.getAllByRole('button')).slice(1)).toEqual([
      'Entrar con Cuenta Norte',
      'Mostrar',
      'Entrar',
    ]);
    await user.click(screen.getByRole('button', { name: 'Entrar con Cuenta Norte' }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example/x'));
    expect(gateway.writes).toEqual([{ name: 'POST /desk/session/openid', body: { next: '/jobs' } }]);
  });

  test('without passwords there is no form, but one for a password of a command', async () => {
    setSignInOptions({ provider: 'Cuenta Norte', passwords: false, passkeyOrigin: null });
    const { screen } = await renderPage('/sign-in', { role: null, language: 'en' });
    await screen.findByRole('button', { name: 'Sign in with Cuenta Norte' });
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.queryByText('Forgot your password?')).toBeNull();
    cleanup();
    const emergency = await renderPage('/sign-in?password', { role: null });
    await emergency.screen.findByLabelText('Contraseña');
    expect(emergency.screen.queryByText('¿Olvidaste tu contraseña?')).toBeNull();
  });

  test('an answer that is refused says why, above the ways to sign in', async () => {
    setSignInOptions({ provider: 'Cuenta Norte', passwords: true, passkeyOrigin: null });
    const gateway = new FakeGateway().refuse(desk.completeOpenIdSignIn, 403, { code: 'mail-unverified' });
    const { screen } = await renderPage('/sign-in/openid?code=x&state=y', { gateway, role: null });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('El proveedor no da por verificado tu correo');
    screen.getByRole('button', { name: 'Entrar con Cuenta Norte' });
    expect(gateway.writes).toEqual([
      { name: 'POST /desk/session/openid/callback', body: { query: '?code=x&state=y' } },
    ]);
  });

  test('an accepted answer goes on with the second factor, or to the page to open', async () => {
    setSignInOptions({ provider: 'Cuenta Norte', passwords: true, passkeyOrigin: null });
    const replace = vi.spyOn(location, 'replace').mockReturnValue();
    const answer = { next: 'second-factor', session: null, secondFactors: ['code'], returnTo: '/jobs' };
    const gateway = new FakeGateway().reply(desk.completeOpenIdSignIn, () => answer);
    const { screen } = await renderPage('/sign-in/openid?code=x', { gateway, role: null });
    await screen.findByRole('heading', { name: 'Segundo paso' });
    cleanup();
    gateway.reply(desk.completeOpenIdSignIn, {
      next: 'in',
      session: createSession('seller'),
      secondFactors: [],
      returnTo: '/jobs',
    });
    await renderPage('/sign-in/openid?code=y', { gateway, role: null });
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/jobs'));
  });

  test('an invitation offers the account of the provider, and no password where there are none', async () => {
    setSignInOptions({ provider: 'Cuenta Norte', passwords: false, passkeyOrigin: null });
    const link = { kind: 'invitation', mail: 'ana@agencia.example', name: 'Ana' };
    const gateway = new FakeGateway().reply(desk.viewLink, link);
    const { screen } = await renderPage('/welcome/AAAA', { gateway, role: null });
    await screen.findByText(
      /Podés entrar con tu cuenta de Cuenta Norte, si tiene el correo ana@agencia.example/,
    );
    screen.getByRole('button', { name: 'Entrar con Cuenta Norte' });
    expect(screen.queryByLabelText(/contraseña/i)).toBeNull();
  });
});
