import { createHmac } from 'node:crypto';
import { v3 } from '#contract/v3.ts';
import { type ReceivedRequest, openCallbackReceiver } from '#testing/callback-receiver.ts';
import { createAgency, receiveInquiry } from './actions.ts';
import { expect, test } from './test.ts';

const TOPIC = 'consulta-recibida';
const OTHER_TOPIC = 'agencia-registrada';
const OTHER_NAME = 'Agencias que se registran';

function isSignedWith(secret: string, { headers }: ReceivedRequest): boolean {
  const text = [headers['notification-hook-id'], headers['notification-timestamp'], TOPIC].join('\n');
  return headers['notification-signature'] === createHmac('sha256', secret).update(text).digest('base64');
}

const WORDS = {
  es: {
    edit: 'Editar',
    save: 'Guardar',
    topicName: 'Consultas nuevas',
    saved: 'Se guardó la configuración de «Consultas nuevas».',
    notHttps: 'No es https',
    private: 'Es una dirección privada',
    another: 'Poner otro',
    secret: 'Secreto nuevo',
    generate: 'Generar',
    show: 'Mostrar',
    keep: 'Dejar el que está, guardado acá',
    description: 'Descripción',
    addHeader: 'Agregar un encabezado',
    header: 'Encabezado 1',
    name: 'Nombre',
    value: 'Valor',
    suspend: 'Suspender',
    suspended: 'Suspendido: no llega nada hasta que se encienda',
    suspendedNote: '«Consultas nuevas» está suspendido; su configuración queda como estaba.',
    topics: 'Avisos',
    agency: 'Agencia',
    test: 'Enviar una prueba',
    isTest: 'Sí: se envió para probar el aviso.',
    accepted: 'El servicio lo aceptó',
    elsewhere: 'Desde acá no se ve más',
    receiver: 'Usar el receptor de esta consola',
    take: 'Usar el receptor',
    arrived: 'Llegó acá, ',
    covers: 'cubre todo el contenido',
    delivery: 'Ver la entrega',
    changes: 'Cambios',
    restore: 'Restaurar esta configuración',
    restoreNow: 'Restaurar',
    here: 'a esta consola',
  },
  en: {
    edit: 'Edit',
    save: 'Save',
    topicName: 'New inquiries',
    saved: 'The settings of “New inquiries” were saved.',
    notHttps: 'It isn’t https',
    private: 'It’s a private address',
    another: 'Set another',
    secret: 'New secret',
    generate: 'Generate',
    show: 'Show',
    keep: 'Keep the current one, stored here',
    description: 'Description',
    addHeader: 'Add a header',
    header: 'Header 1',
    name: 'Name',
    value: 'Value',
    suspend: 'Suspend',
    suspended: 'Suspended: nothing arrives until it is switched on',
    suspendedNote: '“New inquiries” is suspended; its settings stay as they were.',
    topics: 'Webhooks',
    agency: 'Agency',
    test: 'Send a test',
    isTest: 'Yes: sent to test the webhook.',
    accepted: 'The service accepted it',
    elsewhere: 'as far as we can see',
    receiver: 'Use this console’s receiver',
    take: 'Use the receiver',
    arrived: 'It arrived here, ',
    covers: 'covers the whole content',
    delivery: 'See the delivery',
    changes: 'Changes',
    restore: 'Restore these settings',
    restoreNow: 'Restore',
    here: 'to this console',
  },
};

for (const language of ['es', 'en'] as const)
  test(
    `support finds, repairs and restores webhooks that lost their messages, in ${language}`,
    { tag: '@full' },
    async ({ page, vitrina, signIn, clientOf }) => {
      const words = WORDS[language];
      const support = await clientOf('support');
      const agency = `Docta ${language}`;
      const adminMail = await createAgency(vitrina, await clientOf('partner'), agency);
      const lost = `Perdida-${language}`;
      await using crm = await openCallbackReceiver();
      const isUp = crm.respond;
      await signIn('support');
      await page.evaluate((chosen) => localStorage.setItem('vitrina-language', chosen), language);

      const topicSwitch = page.getByRole('switch');
      const chooseAgency = async () => {
        await page.getByRole('combobox', { name: words.agency }).click();
        await page.getByRole('option', { name: agency }).click();
      };
      const sendTest = async () => {
        await chooseAgency();
        await expect(page.getByRole('link', { name: new RegExp(`^${lost}`) })).toBeVisible();
        await page.getByRole('button', { name: words.test }).click();
        await expect(page.getByText(words.accepted, { exact: false })).toBeVisible();
      };
      /** Sends a test, and gives what the CRM received because of it. */
      const receiveTest = async () => {
        const earlier = crm.requests.length;
        await sendTest();
        await expect.poll(() => crm.requests.length).toBeGreaterThan(earlier);
        return crm.requests.slice(earlier);
      };
      const generateSecret = async () => {
        await page.getByRole('radio', { name: words.another }).check();
        await page.getByRole('button', { name: words.generate }).click();
        await page.getByRole('button', { name: words.show }).click();
        return page.getByLabel(words.secret).inputValue();
      };
      const save = async () => {
        await page.getByRole('button', { name: words.save }).click();
        await expect(page.getByText(words.saved)).toBeVisible();
      };
      let secret = '';

      await test.step('the topic points to the CRM, whose address gets two warnings', async () => {
        await page.goto(`/webhooks/${TOPIC}/edit`);
        await page.getByLabel('Callback').fill(crm.url);
        await expect(page.getByText(words.notHttps, { exact: false })).toBeVisible();
        await expect(page.getByText(words.private, { exact: false })).toBeVisible();
        secret = await generateSecret();
        await page.getByLabel(words.description).fill('CRM de la casa central');
        await page.getByRole('button', { name: words.addHeader }).click();
        const header = page.getByRole('group', { name: words.header });
        await header.getByLabel(words.name).fill('X-Sucursal');
        await header.getByLabel(words.value).fill('centro');
        await save();
        await expect(page.getByText(crm.url, { exact: true })).toBeVisible();
      });

      await test.step('an inquiry is lost while the CRM is down', async () => {
        crm.respond = (response) => response.writeHead(503).end();
        await receiveInquiry(vitrina, adminMail, { Interesado: { Nombre: lost } });
        await expect.poll(() => crm.requests.length).toBeGreaterThan(0);
      });

      await test.step('suspended and resumed, the settings are the same', async () => {
        await page.reload();
        const readSettings = () => support.call(v3.viewWebhook, { params: { topic: TOPIC } });
        const before = await readSettings();
        await topicSwitch.click();
        await page.getByRole('dialog').getByRole('button', { name: words.suspend }).click();
        await expect(page.getByText(words.suspendedNote)).toBeVisible();
        await expect(topicSwitch).not.toBeChecked();
        await page.goto('/webhooks');
        const row = page
          .getByRole('list', { name: words.topics })
          .getByRole('listitem')
          .filter({ hasText: words.suspended });
        await expect(row).toHaveCount(1);
        await row.getByRole('link', { name: words.topicName }).click();
        await chooseAgency();
        await expect(page.getByRole('button', { name: words.test })).toBeDisabled();
        crm.respond = isUp;
        await topicSwitch.click();
        await expect(topicSwitch).toBeChecked();
        await expect.poll(readSettings).toEqual(before);
      });

      await test.step('what is resent is signed with the secret, and with a new one once that is saved', async () => {
        for (const message of await receiveTest()) {
          expect(isSignedWith(secret, message)).toBe(true);
          expect(message.body).toContain(lost);
        }
        await expect(page.getByText(words.elsewhere, { exact: false })).toBeVisible();
        await page.getByRole('link', { name: words.edit, exact: true }).click();
        await expect(page.getByRole('radio', { name: words.keep })).toBeChecked();
        const former = secret;
        secret = await generateSecret();
        expect(secret).not.toBe(former);
        await save();
        for (const message of await receiveTest()) expect(isSignedWith(secret, message)).toBe(true);
      });

      await test.step("at this console's receiver the inquiry is seen to arrive", async () => {
        await page.getByRole('link', { name: words.edit, exact: true }).click();
        await page.getByRole('button', { name: words.receiver }).click();
        await expect(page.getByRole('dialog')).toContainText(crm.url);
        await page.getByRole('dialog').getByRole('button', { name: words.take }).click();
        await save();
        await expect(page.getByText(words.here, { exact: true })).toBeVisible();
        await sendTest();
        await expect(page.getByText(words.arrived, { exact: false })).toBeVisible();
        await expect(page.getByText(words.covers, { exact: false })).toBeVisible();
        await page.getByRole('link', { name: words.delivery }).click();
        await expect(page.getByText(lost).first()).toBeVisible();
        await expect(page.getByText(words.isTest)).toBeVisible();
        await expect(page.getByText('Simón Aguirre').first()).toBeVisible();
      });

      await test.step('the history says who changed what, and restores it with its secret', async () => {
        const changes = page.getByRole('list', { name: words.changes }).getByRole('listitem');
        const restorePrevious = async () => {
          await page.goto(`/webhooks/${TOPIC}/history`);
          await expect(changes.first()).toContainText('Simón Aguirre');
          await changes.nth(1).getByRole('button', { name: words.restore }).click();
          await page.getByRole('dialog').getByRole('button', { name: words.restoreNow, exact: true }).click();
          await expect(page.getByText(words.saved)).toBeVisible();
        };
        await restorePrevious();
        await expect(page.getByText(crm.url, { exact: true })).toBeVisible();
        for (const message of await receiveTest()) expect(isSignedWith(secret, message)).toBe(true);
        // Other tests of this worker expect the topic at this console's receiver.
        await restorePrevious();
        await expect(page.getByText(words.here, { exact: true })).toBeVisible();
      });
    },
  );

test(
  'a topic is deleted by its typed name, and the second of two people who configure it anew chooses a version',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('support', `/webhooks/${OTHER_TOPIC}`);
    await expect(page.getByText('a esta consola', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Borrar…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Borrar' })).toBeDisabled();
    await dialog.getByLabel('Para confirmar', { exact: false }).fill(OTHER_NAME);
    await dialog.getByRole('button', { name: 'Borrar' }).click();
    await expect(page.getByText(`Se borró la configuración de «${OTHER_NAME}».`)).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: OTHER_NAME });
    await expect(row).toContainText('Sin configurar');
    await row.getByRole('link', { name: 'Configurar' }).click();
    await page.getByRole('button', { name: 'Usar el receptor de esta consola' }).click();

    const other = await page.context().newPage();
    await other.goto(`/webhooks/${OTHER_TOPIC}/edit`);
    await other.getByRole('button', { name: 'Usar el receptor de esta consola' }).click();
    await other.getByLabel('Descripción').fill('La del otro');
    await other.getByRole('button', { name: 'Guardar' }).click();
    await expect(other.getByText('La del otro', { exact: true })).toBeVisible();

    await page.getByLabel('Descripción').fill('La mía');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(
      page.getByText('Alguien configuró este aviso mientras tanto', { exact: false }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Guardar encima' }).click();
    await expect(page.getByText(`Se guardó la configuración de «${OTHER_NAME}».`)).toBeVisible();
    await expect(page.getByText('La mía', { exact: true })).toBeVisible();
  },
);
