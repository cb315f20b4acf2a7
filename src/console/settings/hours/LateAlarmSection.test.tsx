import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { LateAlarm } from '#contract/desk/notifications.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { LateAlarmSection } from './LateAlarmSection.tsx';

const AGENCY = 'ventas@ruta9.example';
const OFF: LateAlarm = { on: false, minutes: 60, recipients: [], mail: false };
const PEOPLE = [
  { id: 'ana', name: 'Ana Paz', mail: 'ana@ruta9.example' },
  { id: 'beto', name: 'Beto Luna', mail: 'beto@ruta9.example' },
];

async function renderSection(gateway: FakeGateway, language: 'es' | 'en' = 'es') {
  const page = await renderPart(<LateAlarmSection agencia={AGENCY} />, { gateway, language });
  await page.user.click(
    await page.screen.findByRole('button', {
      name: language === 'es' ? 'Cambiar la alarma' : 'Change the alarm',
    }),
  );
  return page;
}

test('an alarm is saved with recipients and possible minutes, which the section then shows', async () => {
  const gateway = new FakeGateway()
    .reply(desk.viewLateAlarm, { alarm: OFF, version: 0, people: PEOPLE, more: false })
    .reply(desk.setLateAlarm, ({ body }) => ({ alarm: body.alarm, version: 1, people: PEOPLE, more: false }));
  const { screen, user } = await renderSection(gateway);
  const minutes = screen.getByLabelText<HTMLInputElement>('Minutos de atención después del plazo');
  const save = screen.getByRole('button', { name: 'Guardar la alarma' });
  expect(minutes.value).toBe('60');
  await user.click(screen.getByRole('switch', { name: 'Avisar' }));
  await user.clear(minutes);
  await user.click(save);
  await screen.findByText('Escribí entre 0 y 2400 minutos.');
  await user.type(minutes, '45');
  await user.click(save);
  await screen.findByText('Elegí a quién avisar.');
  expect(gateway.writes).toEqual([]);

  const recipients = screen.getByRole('combobox', { name: 'A quién avisar' });
  await user.type(recipients, 'beto@');
  await user.click(await screen.findByRole('option', { name: /^Beto Luna/ }));
  await user.click(screen.getByRole('switch', { name: /^También por correo/ }));
  await user.click(save);
  await screen.findByText('45 minutos de atención después del plazo');
  screen.getByText('Beto Luna');
  screen.getByText('En Vitrina y por correo');
  expect(gateway.writes).toEqual([
    {
      name: `PUT /desk/late-alarms/${AGENCY}`,
      body: { alarm: { on: true, minutes: 45, recipients: ['beto'], mail: true }, version: 0 },
    },
  ]);
});

test('a refused recipient is marked, and a version that somebody else saved is shown before it is overwritten', async () => {
  const gateway = new FakeGateway()
    .reply(desk.viewLateAlarm, {
      alarm: { ...OFF, on: true, recipients: ['ana'] },
      version: 1,
      people: PEOPLE,
      more: false,
    })
    .refuse(desk.setLateAlarm, 400, {
      code: 'invalid-request',
      Errors: { 'alarm.recipients.0': ['invalid'] },
    });
  const { screen, user } = await renderSection(gateway, 'en');
  const save = screen.getByRole('button', { name: 'Save the alarm' });
  await user.click(save);
  await screen.findByText(/can no longer be notified/);

  gateway
    .refuse(desk.setLateAlarm, 409, { code: 'changed-meanwhile' })
    .reply(desk.viewLateAlarm, { alarm: { ...OFF, minutes: 5 }, version: 2, people: PEOPLE, more: false });
  await user.click(screen.getByRole('switch', { name: /^By email too/ }));
  await user.click(save);
  await screen.findByRole('alert');
  await expect.poll(() => gateway.calls.filter(({ name }) => name.startsWith('GET')).length).toBe(2);
  gateway.reply(desk.setLateAlarm, ({ body }) => ({
    alarm: body.alarm,
    version: 3,
    people: PEOPLE,
    more: false,
  }));
  await user.click(save);
  await screen.findByText('In Vitrina and by email');
  expect(gateway.writes.at(-1)?.body).toMatchObject({ version: 2, alarm: { recipients: ['ana'] } });
});

test('people who are not listed at first are found by name, stay chosen and are saved', async () => {
  const many = Array.from({ length: 50 }, (_, at) => ({
    id: `id-${at}`,
    name: `Ágata ${at}`,
    mail: `agata${at}@ruta9.example`,
  }));
  const others = ['Zoe', 'Yago'].map((name) => ({ id: name, name, mail: `${name}@ruta9.example` }));
  const gateway = new FakeGateway()
    .reply(desk.viewLateAlarm, ({ query }) => {
      const q = query.get('q');
      const people = q ? others.filter(({ name }) => name.startsWith(q)) : many;
      return { alarm: OFF, version: 0, people, more: !q };
    })
    .reply(desk.setLateAlarm, ({ body }) => ({ alarm: body.alarm, version: 1, people: others, more: true }));
  const { screen, user } = await renderSection(gateway);
  await user.click(screen.getByRole('switch', { name: 'Avisar' }));
  const recipients = screen.getByRole('combobox', { name: 'A quién avisar' });
  for (const name of ['Zoe', 'Yago']) {
    await user.type(recipients, name);
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
  }
  await user.click(screen.getByRole('button', { name: 'Guardar la alarma' }));
  await screen.findByText('Zoe y Yago');
  expect(gateway.writes).toMatchObject([{ body: { alarm: { recipients: ['Zoe', 'Yago'] } } }]);
});
