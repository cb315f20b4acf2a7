import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { WebhookAlarmSettings } from './WebhookAlarmSettings.tsx';

test('the alarm is switched off at once, and stays on when that fails', async () => {
  const gateway = new FakeGateway()
    .reply(desk.viewWebhookAlarm, { on: true })
    .reply(desk.setWebhookAlarm, undefined);
  const { screen, user } = await renderPart(<WebhookAlarmSettings />, { gateway });
  const isOn = await screen.findByRole<HTMLInputElement>('switch', { name: 'Recibir la alarma' });
  expect(isOn.checked).toBe(true);
  await user.click(isOn);
  await expect.poll(() => isOn.checked).toBe(false);
  expect(gateway.writes).toEqual([{ name: 'PUT /desk/me/webhook-alarm', body: { on: false } }]);
  gateway.disconnect(desk.setWebhookAlarm);
  await user.click(isOn);
  await screen.findByRole('alert');
  expect(isOn.checked).toBe(false);
});
