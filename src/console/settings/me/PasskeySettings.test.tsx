import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { MAX_PASSKEYS } from '#contract/desk/me.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { stubPasskeys, setSignInOptions } from '#testing/sign-in-options.ts';
import { PasskeySettings } from './PasskeySettings.tsx';

const createPasskeys = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    name: `Llave ${at}`,
    createdAt: Date.parse('2026-03-05T14:30:00Z'),
    usedAt: null,
  }));

test('a passkey is removed with the password', async () => {
  stubPasskeys();
  const gateway = new FakeGateway().reply(desk.removePasskey, undefined);
  const { screen, user, enter } = await renderPart(<PasskeySettings passkeys={createPasskeys(2)} />, {
    gateway,
  });
  await user.click(screen.getByRole('button', { name: 'Quitar la llave de acceso Llave 1' }));
  const dialog = within(screen.getByRole('dialog', { name: '¿Quitar la llave de acceso Llave 1?' }));
  await enter(dialog.getByLabelText('Contraseña'), 'correcto caballo');
  await user.click(dialog.getByRole('button', { name: 'Quitar' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(gateway.writes).toEqual([
    { name: 'POST /desk/me/passkeys/1/removal', body: { password: 'correcto caballo' } },
  ]);
});

test('a passkey that the browser does not create is not added, and the form stays', async () => {
  stubPasskeys();
  const options = { challenge: 'AAAA', user: { id: 'AAAA' }, pubKeyCredParams: [], rp: {} };
  const gateway = new FakeGateway().reply(desk.beginPasskey, options);
  const { screen, user, enter } = await renderPart(<PasskeySettings passkeys={[]} />, { gateway });
  await user.click(screen.getByRole('button', { name: 'Agregar una llave de acceso' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Agregar una llave de acceso' }));
  await enter(dialog.getByLabelText('Contraseña'), 'correcto caballo');
  await user.click(dialog.getByRole('button', { name: 'Seguir' }));
  await dialog.findByText(/^No se usó ninguna llave de acceso/);
  expect(gateway.writes.map(({ name }) => name)).toEqual(['POST /desk/me/passkeys/options']);
});

test('where there are as many passkeys as allowed none can be added', async () => {
  stubPasskeys();
  const { screen } = await renderPart(<PasskeySettings passkeys={createPasskeys(MAX_PASSKEYS)} />);
  screen.getByText(/^Podés tener hasta 10 llaves de acceso/);
  expect(screen.queryByRole('button', { name: 'Agregar una llave de acceso' })).toBeNull();
});

test.each([
  [null, /hacen falta https y un nombre/],
  ['https://consola.example', /abrí Vitrina en https:\/\/consola\.example\./],
])(
  'a page at another address than PUBLIC_URL says why it has no passkeys: %s',
  async (passkeyOrigin, text) => {
    setSignInOptions({ provider: null, passwords: true, passkeyOrigin });
    const { screen } = await renderPart(<PasskeySettings passkeys={[]} />);
    expect(screen.getByText(text)).toBeTruthy();
  },
);

test('a browser without passkeys is told so', async () => {
  setSignInOptions({ provider: null, passwords: true, passkeyOrigin: location.origin });
  const { screen } = await renderPart(<PasskeySettings passkeys={[]} />);
  expect(screen.getByText(/^Este navegador no usa llaves de acceso/)).toBeTruthy();
});
