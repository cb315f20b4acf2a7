import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

test('a refused invitation marks its field until it is edited', async () => {
  const gateway = new FakeGateway().refuse(desk.invitePerson, 400, {
    code: 'invalid-request',
    Errors: { name: ['too short'] },
  });
  const { screen, user } = await renderPage('/settings/people/invite', { gateway });
  const name = await screen.findByLabelText(/Nombre y apellido/);
  await user.type(screen.getByLabelText(/Correo/), 'rita@vitrina.example');
  await user.type(name, 'Rita Chazada');
  await user.click(screen.getByRole('radio', { name: /Soporte/ }));
  await user.click(screen.getByRole('button', { name: 'Invitar' }));
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  expect(gateway.calls.at(-1)).toEqual({
    name: 'POST /desk/people',
    body: { mail: 'rita@vitrina.example', name: 'Rita Chazada', role: 'support', agencies: [] },
  });
  await user.type(name, ' Gómez');
  expect(name.getAttribute('aria-invalid')).toBe('false');
});
