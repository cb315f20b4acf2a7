import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { LateAlarm } from '#contract/desk/notifications.ts';
import { type Hours, defaultHours } from '#contract/hours.ts';
import { v3 } from '#contract/v3.ts';
import { dayAt } from '#contract/window.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const AGENCY = 'ventas@ruta9.example';
const OFF: LateAlarm = { on: false, minutes: 60, recipients: [], mail: false };
const hours = defaultHours('America/Argentina/Buenos_Aires');

function gatewayWith(stored: Hours, version = 1): FakeGateway {
  return new FakeGateway()
    .reply(desk.viewHours, { hours: stored, version })
    .reply(desk.compareHours, { answered: 50, inTime: 33, inTimeWith: 28 })
    .reply(desk.viewLateAlarm, { alarm: OFF, version: 0, people: [], more: false })
    .reply(v3.listAgencies, { _links: {}, _entries: [] });
}

async function renderHours(gateway = gatewayWith(hours)) {
  const page = await renderPage(`/settings/hours?agencia=${AGENCY}`, { gateway });
  const target = await page.screen.findByLabelText<HTMLInputElement>('Responder en (minutos)');
  const save = page.screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
  const time = (label: string) =>
    page.screen.getByLabelText(label).querySelector('input') as HTMLInputElement;
  const from = (day: string, number: number) => time(`${day}, horario ${number}, desde`);
  const to = (day: string, number: number) => time(`${day}, horario ${number}, hasta`);
  const fill = async (input: HTMLInputElement, text: string) => {
    await page.user.clear(input);
    if (text) await page.enter(input, text);
  };
  const fillTime = (input: HTMLInputElement, text: string) =>
    fireEvent.change(input, { target: { value: text } });
  return { ...page, gateway, target, save, from, to, fill, fillTime };
}

test('impossible hours are marked in their fields, and nothing is sent', async () => {
  const week = hours.week.map((day, weekday) => ([1, 2, 3].includes(weekday) ? day : []));
  const { screen, user, gateway, target, save, from, to, fill, fillTime } = await renderHours(
    gatewayWith({ ...hours, week }),
  );
  const day = (name: string) => screen.getByRole('group', { name });
  fillTime(to('Martes', 1), '08:00');
  await user.click(screen.getByRole('button', { name: 'Agregar un horario: Miércoles' }));
  fillTime(from('Miércoles', 3), '12:00');
  fillTime(from('Jueves', 2), '');
  await fill(target, 'muchos');
  await fill(screen.getByLabelText('Avisar a los (minutos)'), '-1');
  await user.click(save);
  await expect.poll(() => day('Martes').textContent).toContain('Tiene que terminar después de empezar');
  expect(day('Jueves').textContent).toContain('Indicá desde qué hora.');
  screen.getByText('Escribí entre 1 y 10080 minutos.');
  screen.getByText('Escribí entre 0 y 10080 minutos.');

  fillTime(to('Martes', 1), '13:00');
  fillTime(from('Jueves', 2), '16:00');
  await fill(target, '30');
  await fill(screen.getByLabelText('Avisar a los (minutos)'), '31');
  await user.click(save);
  await expect.poll(() => day('Miércoles').textContent).toContain('Hay horarios que se pisan.');
  await user.click(screen.getByRole('button', { name: 'Quitar Miércoles, horario 2' }));
  await user.click(save);
  await screen.findByText('No puede ser después de los minutos para responder.');
  expect(gateway.calls.filter(({ name }) => name.startsWith('PUT'))).toEqual([]);
});

test('refused hours mark their fields until they are edited', async () => {
  const gateway = gatewayWith(hours).refuse(desk.setHours, 400, {
    code: 'invalid-request',
    Errors: { 'hours.zone': ['unknown zone'], 'hours.target': ['too small'] },
  });
  const { screen, user, target, save, fill } = await renderHours(gateway);
  const zone = screen.getByRole('combobox', { name: 'Zona horaria' });
  await fill(target, '40');
  await user.click(save);
  await expect.poll(() => zone.getAttribute('aria-invalid')).toBe('true');
  expect(target.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(zone);
  await fill(target, '45');
  expect(target.getAttribute('aria-invalid')).toBe('false');
});

test('the second of two people who set hours sees both versions and chooses, and a failed save keeps the inputs', async () => {
  const gateway = gatewayWith(hours).disconnect(desk.setHours);
  const { screen, user, target, save, from, fill, fillTime } = await renderHours(gateway);
  fillTime(from('Sábado', 1), '10:00');
  await user.click(save);
  await screen.findByText(/Revisá tu conexión/);
  expect(from('Sábado', 1).value).toBe('10:00');

  const theirs = { ...hours, target: 45, holidays: ['2030-05-01'] };
  gateway
    .refuse(desk.setHours, 409, { code: 'changed-meanwhile' })
    .reply(desk.viewHours, { hours: theirs, version: 2 });
  await user.click(save);
  await screen.findByText(/Alguien guardó otra cosa mientras tanto/);
  const row = (name: RegExp) => screen.getByRole('row', { name }).textContent;
  expect(row(/^Sábado/)).toBe('Sábado10:00 – 13:0009:00 – 13:00');
  expect(row(/^Responder en/)).toBe('Responder en (minutos)3045');
  expect(row(/^Feriados/)).toContain('1 de mayo de 2030');
  await user.click(screen.getByRole('button', { name: 'Quedarme con lo guardado' }));
  await expect.poll(() => target.value).toBe('45');
  expect(from('Sábado', 1).value).toBe('09:00');
  expect(save.disabled).toBe(true);

  gateway
    .refuse(desk.setHours, 409, { code: 'changed-meanwhile' })
    .reply(desk.viewHours, { hours, version: 3 });
  await fill(target, '50');
  await user.click(save);
  await screen.findByText(/Alguien guardó otra cosa mientras tanto/);
  gateway.reply(desk.setHours, ({ body }) => ({ ...(body as object), version: 4 }));
  await user.click(screen.getByRole('button', { name: 'Guardar lo mío' }));
  await screen.findByText('Se guardaron los horarios.');
  expect(target.value).toBe('50');
  expect(gateway.writes.at(-1)?.body).toMatchObject({ version: 3, hours: { target: 50 } });
});

test('a seller reads the hours of one of several agencies, in English too', async () => {
  const agencies = [AGENCY, 'hola@otra.example'];
  const { screen, user } = await renderPage('/settings/hours', {
    gateway: gatewayWith(hours),
    role: 'seller',
    session: { agencies },
    language: 'en',
  });
  await user.click(await screen.findByRole('combobox', { name: 'Agency' }));
  await user.click(await screen.findByRole('option', { name: AGENCY }));
  await screen.findByText('30 open minutes');
  screen.getByText('Monday');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('changed hours say from which day on they hold and what changes, and the day is sent', async () => {
  const gateway = gatewayWith(hours).reply(desk.setHours, ({ body }) => ({
    ...(body as object),
    version: 2,
  }));
  const { screen, user, target, save, fill } = await renderHours(gateway);
  expect(screen.queryByText(/conservan sus horarios/)).toBeNull();
  await fill(target, '45');
  expect(screen.getByText(/44 h de atención por semana.*45 minutos.*\(antes 30\)/)).toBeTruthy();
  expect(screen.getByText(/Los días anteriores conservan sus horarios/)).toBeTruthy();
  await expect
    .poll(() => screen.getByText(/conservan sus horarios/).textContent)
    .toMatch(/56\s?% de las respuestas/);
  await user.click(save);
  await screen.findByText('Se guardaron los horarios.');
  expect(gateway.writes.at(-1)?.body).toMatchObject({
    day: dayAt(Date.now(), hours.zone),
    version: 1,
    hours: { target: 45 },
  });
});

test('hours that hold from a later day on say so', async () => {
  const { screen } = await renderHours(
    gatewayWith({ ...hours, past: [{ ...hours, target: 90, until: '2099-12-01' }] }),
  );
  expect(await screen.findByText(/valen desde el.*1 de diciembre de 2099/)).toBeTruthy();
});
