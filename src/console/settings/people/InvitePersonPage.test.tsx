import { expect, test } from 'vitest';
import { v3 } from '#contract/v3.ts';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

test('a refused invitation marks its field until it is edited', async () => {
  const gateway = new FakeGateway().refuse(desk.invitePerson, 400, {
    code: 'invalid-request',
    Errors: { name: ['too short'] },
  });
  const { screen, user, enter } = await renderPage('/settings/people/invite', { gateway });
  const name = await screen.findByLabelText(/Nombre y apellido/);
  await enter(screen.getByLabelText(/Correo/), 'rita@vitrina.example');
  await enter(name, 'Rita Chazada');
  await user.click(screen.getByRole('radio', { name: /Soporte/ }));
  await user.click(screen.getByRole('button', { name: 'Invitar' }));
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  expect(gateway.writes).toContainEqual({
    name: 'POST /desk/people',
    body: { mail: 'rita@vitrina.example', name: 'Rita Chazada', role: 'support', agencies: [] },
  });
  await enter(name, ' Gómez');
  expect(name.getAttribute('aria-invalid')).toBe('false');
});

test('a refusal that is about no field stands above the form', async () => {
  const gateway = new FakeGateway()
    .reply(v3.listAgencies, { _links: {}, _entries: [] })
    .refuse(desk.invitePerson, 400, { code: 'invalid-request', Errors: { colour: ['unknown'] } });
  const { screen, user, enter } = await renderPage('/settings/people/invite', { gateway });
  const name = await screen.findByLabelText<HTMLInputElement>(/Nombre y apellido/);
  await enter(screen.getByLabelText(/Correo/), 'rita@vitrina.example');
  await enter(name, 'Rita Chazada');
  await user.click(screen.getByRole('radio', { name: /Soporte/ }));
  await user.click(screen.getByRole('button', { name: 'Invitar' }));
  await expect.poll(() => document.activeElement?.textContent).toContain('El servicio no aceptó lo pedido');
  expect(name.getAttribute('aria-invalid')).toBe('false');
});

test('an administrator of an agency cannot be limited in it', async () => {
  const agency = 'ventas@ruta9.example';
  const gateway = new FakeGateway().reply(v3.listAgencies, { _links: {}, _entries: [] });
  const { screen, user, enter } = await renderPage('/settings/people/invite', { gateway });
  const mail = await screen.findByLabelText(/Correo/);
  await enter(mail, agency);
  await user.type(screen.getByRole('combobox', { name: 'Agregar una agencia' }), `${agency}{Enter}`);
  const limit = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Solo sus consultas' });
  expect(limit.disabled).toBe(true);
  expect(limit.checked).toBe(false);
  screen.getByText(/su correo es el de la cuenta de esta agencia/);
  await user.clear(mail);
  await enter(mail, 'otra@ruta9.example');
  expect(limit.disabled).toBe(false);
});

test('a seller needs at least one agency', async () => {
  const gateway = new FakeGateway().reply(v3.listAgencies, { _links: {}, _entries: [] });
  const { screen, user } = await renderPage('/settings/people/invite', { gateway });
  await user.click(await screen.findByRole('button', { name: 'Invitar' }));
  await screen.findByText('Elegí al menos una agencia.');
  expect(gateway.calls.filter(({ name }) => name.startsWith('POST'))).toEqual([]);
});
