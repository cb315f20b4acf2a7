import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { DigestSettings } from './DigestSettings.tsx';

test('a digest is off by default, and saved with its hour and language once it is turned on', async () => {
  const gateway = new FakeGateway().reply(desk.viewDigest, { digest: null }).reply(desk.setDigest, undefined);
  const { screen, user } = await renderPart(<DigestSettings />, { gateway });
  const isOn = await screen.findByRole<HTMLInputElement>('switch', { name: /^Recibir el resumen/ });
  expect(isOn.checked).toBe(false);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar el resumen' });
  expect(save.disabled).toBe(true);
  await user.click(isOn);
  await user.click(screen.getByRole('combobox', { name: 'Desde qué hora' }));
  await user.click(await screen.findByRole('option', { name: '07:00' }));
  await user.click(screen.getByRole('combobox', { name: 'En qué idioma' }));
  await user.click(await screen.findByRole('option', { name: 'English' }));
  await user.click(save);
  await screen.findByText('Se guardó. El resumen llega a partner@vitrina.example.');
  expect(gateway.writes).toEqual([
    { name: 'PUT /desk/me/digest', body: { on: true, hour: 7, language: 'en' } },
  ]);
  await expect.poll(() => save.disabled).toBe(true);
  await user.click(isOn);
  expect(screen.queryByText(/^Se guardó/)).toBeNull();
  await user.click(save);
  await screen.findByText('Se guardó. No llega ningún resumen.');
});

test('a digest that cannot be saved says why and keeps what was chosen, in English too', async () => {
  const gateway = new FakeGateway()
    .reply(desk.viewDigest, { digest: { on: true, hour: 9, language: 'es' } })
    .disconnect(desk.setDigest);
  const { screen, user } = await renderPart(<DigestSettings />, { gateway, language: 'en' });
  const isOn = await screen.findByRole<HTMLInputElement>('switch', { name: /^Get the summary/ });
  expect(isOn.checked).toBe(true);
  screen.getByText('09:00');
  await user.click(isOn);
  await user.click(screen.getByRole('button', { name: 'Save the summary' }));
  await screen.findByText(/Check your connection/);
  expect(isOn.checked).toBe(false);
});
