import { randomUUID } from 'node:crypto';
import { v3 } from '#contract/v3.ts';
import { expectAccessible } from './axe.ts';
import { indexInquiries, listOutcomes, makeKnownForAnHour, minutesAgo } from './missed.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

test.describe.configure({ timeout: 120_000 });

const TOPIC = { params: { topic: 'consulta-recibida' } };

test(
  'support acknowledges refused messages, and resends from there what did not come in their time',
  { tag: '@full' },
  async ({ page, vitrina, agency, signIn, clientOf }) => {
    const support = await clientOf('support');
    await makeKnownForAnHour(vitrina, agency.adminMail);
    const { Callback } = (await support.call(v3.viewWebhook, TOPIC)) as { Callback: string };
    const setActive = (Activo: boolean) =>
      support.call(v3.editWebhook, { ...TOPIC, body: { Callback, Activo } });
    /** A message that carries no signature. */
    const forge = async () => {
      const headers = {
        'content-type': 'application/json',
        'notification-topic': TOPIC.params.topic,
        'notification-hook-id': randomUUID(),
        'notification-timestamp': new Date().toISOString(),
      };
      expect((await fetch(Callback, { method: 'POST', headers, body: '{}' })).status).toBe(401);
    };

    await setActive(false);
    const { sid } = await agency
      .receive('Callada', { Momento: minutesAgo(4) })
      .finally(() => setActive(true));
    await indexInquiries(support, agency.adminMail);
    await forge();
    await forge();

    await signIn('support', '/deliveries');
    const incident = page
      .getByRole('region', { name: 'Rechazos sin resolver' })
      .getByRole('listitem')
      .filter({ hasText: /rechazos: la firma no coincide/ });
    await expect(incident).toHaveCount(1);
    await expect(incident).toContainText('Consultas nuevas');

    await test.step('they are acknowledged, and that is taken back', async () => {
      await incident.getByRole('button', { name: 'Marcar como visto' }).click();
      await expect(incident).toContainText('Visto por Simón Aguirre');
      await page.reload();
      await incident.getByRole('button', { name: 'Quitar lo visto' }).click();
      await expect(incident.getByRole('button', { name: 'Marcar como visto' })).toBeVisible();
      await expect(incident).not.toContainText('Visto por');
      await expectAccessible(page);
    });

    await test.step('the messages are those of the topic, reason and time', async () => {
      await incident.getByRole('link', { name: 'Ver los mensajes' }).click();
      await expect(page).toHaveURL(/outcome=refused&topic=consulta-recibida&reason=signature&since=/);
      const refused = page.getByRole('table', { name: 'Entregas' }).getByRole('row').filter({
        hasText: 'Rechazada',
      });
      await expect(refused).not.toHaveCount(0);
      await page.goBack();
    });

    await test.step('what was missed is resent', async () => {
      await incident.getByRole('button', { name: /^Reenviar (la que faltó|las \d+ que faltaron)$/ }).click();
      const dialog = page.getByRole('dialog', { name: '¿Reenviar lo que faltó?' });
      await dialog.getByRole('button', { name: /^Reenviar [1-9]\d*$/ }).click();
      await page.getByRole('link', { name: 'Ver el proceso' }).click();
      await expect(page.getByRole('heading', { name: 'Reenviar las que faltaron' })).toBeVisible();
      await expect(
        page.getByRole('table', { name: 'Filas' }).getByRole('row').filter({ hasText: agency.adminMail }),
      ).toContainText('Hecha');
      await expect.poll(() => listOutcomes(support, sid)).toEqual(['arrived', 'received']);
    });
  },
);
