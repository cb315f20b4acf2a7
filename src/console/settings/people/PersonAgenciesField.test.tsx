import { expect, test } from 'vitest';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const AGENCIES = [
  { AdminMail: 'ventas@rosario.example', Nombre: 'Automotores Sur' },
  { AdminMail: 'sur@a.example', Nombre: 'Rosario Motor' },
];

test('Enter adds the suggested agency, or a mail as it was typed', async () => {
  const gateway = new FakeGateway().reply(v3.listAgencies, { _entries: AGENCIES, _links: {} });
  const { screen, user } = await renderPage('/settings/people/invite', { gateway });
  await user.click(await screen.findByRole('radio', { name: /Ventas/ }));
  const input = await screen.findByLabelText('Agregar una agencia');
  const chosen = () =>
    [...screen.getByRole('list', { name: 'Agencias elegidas' }).children].map(
      ({ firstElementChild }) => firstElementChild?.textContent,
    );
  await user.type(input, 'rosario');
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['Rosario Motorsur@a.example', 'Automotores Surventas@rosario.example']);
  await user.keyboard('{Enter}');
  expect(chosen()).toEqual(['Rosario Motorsur@a.example']);
  await user.type(input, 'tas@rosario.example{Enter}');
  expect(chosen()).toEqual(['Rosario Motorsur@a.example', 'tas@rosario.example']);
});
