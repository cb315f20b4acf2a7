import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { Vitrina } from './server.ts';
import { expect, test } from './test.ts';

const AGENCY = 'ventas@docta.example';
const AGENCY_NAME = 'Docta Automóviles';
const TOPIC = 'consulta-recibida';
const OTHER_TOPIC = 'agencia-registrada';

interface Notification {
  hook: string;
  timestamp: string;
  signature: string;
  name: string;
}

/** The system of a partner that the topic points to; while it is down it answers 503 and remembers nothing. */
async function startCrm() {
  const crm = { url: '', down: false, refused: 0, received: [] as Notification[], close: () => {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (crm.down) {
        crm.refused += 1;
        response.writeHead(503).end();
        return;
      }
      const { Interesado } = JSON.parse(Buffer.concat(chunks).toString()) as {
        Interesado: { Nombre: string };
      };
      const header = (name: string) => String(request.headers[name]);
      crm.received.push({
        hook: header('notification-hook-id'),
        timestamp: header('notification-timestamp'),
        signature: header('notification-signature'),
        name: Interesado.Nombre,
      });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  crm.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`;
  crm.close = () => void server.close();
  return crm;
}

function signedBy(secret: string, { hook, timestamp, signature }: Notification): boolean {
  const text = [hook, timestamp, TOPIC].join('\n');
  return signature === createHmac('sha256', secret).update(text).digest('base64');
}

async function visitorWrites({ serviceUrl }: Vitrina, Nombre: string): Promise<void> {
  const answer = await fetch(`${serviceUrl}/simulator/consultas/${AGENCY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Interesado: { Nombre } }),
  });
  expect(answer.status).toBe(201);
}

/** The settings as the service reads them back. */
async function settingsOf(page: Page, topic: string): Promise<unknown> {
  return page.evaluate(async (path) => {
    const answer = await fetch(path, { headers: { 'x-vitrina': '1' } });
    return answer.json() as Promise<unknown>;
  }, `/v3/appnotificaciones/${topic}`);
}

const WORDS = {
  es: {
    edit: 'Editar',
    save: 'Guardar',
    saved: (topic: string) => `Se guardó la configuración de ${topic}.`,
    notHttps: 'No es https',
    private: 'Es una dirección privada',
    another: 'Poner otro',
    secret: 'Secreto nuevo',
    generate: 'Generar',
    show: 'Mostrar',
    keep: 'Dejar el que está, guardado acá',
    description: 'Descripción',
    header: 'Encabezado 1',
    name: 'Nombre',
    value: 'Valor',
    on: 'Encendido',
    off: 'Suspendido',
    suspended: 'Suspendidos',
    suspendedNote: `${TOPIC} está suspendido; su configuración queda como estaba.`,
    agency: 'Agencia',
    test: 'Mandar de prueba',
    accepted: 'El servicio lo aceptó',
    elsewhere: 'Hasta acá llega nuestra vista',
    receiver: 'Usar el receptor de esta consola',
    take: 'Usar el receptor',
    arrived: 'Llegó acá, ',
    covers: 'cubre todo el contenido',
    delivery: 'Ver la entrega',
    history: 'Historial',
    changes: 'Cambios',
    restore: 'Restaurar esta configuración',
    restoreNow: 'Restaurar',
    here: 'a esta consola',
  },
  en: {
    edit: 'Edit',
    save: 'Save',
    saved: (topic: string) => `The settings of ${topic} were saved.`,
    notHttps: 'It is not https',
    private: 'It is a private address',
    another: 'Set another',
    secret: 'New secret',
    generate: 'Generate',
    show: 'Show',
    keep: 'Leave the one there is, kept here',
    description: 'Description',
    header: 'Header 1',
    name: 'Name',
    value: 'Value',
    on: 'On',
    off: 'Suspended',
    suspended: 'Suspended',
    suspendedNote: `${TOPIC} is suspended; its settings stay as they were.`,
    agency: 'Agency',
    test: 'Send as a test',
    accepted: 'The service accepted it',
    elsewhere: 'This is as far as we can see',
    receiver: 'Use this console’s receiver',
    take: 'Use the receiver',
    arrived: 'It arrived here, ',
    covers: 'covers the whole content',
    delivery: 'See the delivery',
    history: 'History',
    changes: 'Changes',
    restore: 'Restore these settings',
    restoreNow: 'Restore',
    here: 'to this console',
  },
};

for (const language of ['es', 'en'] as const) {
  test(`a support agent's worst day, in ${language}`, async ({ page, vitrina, signIn }) => {
    test.slow();
    const words = WORDS[language];
    const crm = await startCrm();
    const lost = `Perdida-${language}`;
    await signIn('support');
    await page.evaluate((chosen) => localStorage.setItem('vitrina-language', chosen), language);

    const topicSwitch = page.getByRole('switch');
    const chooseAgency = () =>
      page.getByRole('combobox', { name: words.agency }).selectOption({ label: AGENCY_NAME });
    const proveIt = async () => {
      await chooseAgency();
      await expect(page.getByRole('link', { name: new RegExp(`^${lost}`) })).toBeVisible();
      await page.getByRole('button', { name: words.test }).click();
      await expect(page.getByText(words.accepted, { exact: false })).toBeVisible();
    };
    const newSecret = async () => {
      await page.getByRole('radio', { name: words.another }).check();
      await page.getByRole('button', { name: words.generate }).click();
      await page.getByRole('button', { name: words.show }).click();
      return page.getByLabel(words.secret).inputValue();
    };
    const save = async () => {
      await page.getByRole('button', { name: words.save }).click();
      await expect(page.getByText(words.saved(TOPIC))).toBeVisible();
    };
    let secret = '';

    await test.step('the topic points to the CRM, which the console looks at twice', async () => {
      await page.goto(`/webhooks/${TOPIC}/edit`);
      await page.getByLabel('Callback').fill(crm.url);
      await expect(page.getByText(words.notHttps, { exact: false })).toBeVisible();
      await expect(page.getByText(words.private, { exact: false })).toBeVisible();
      secret = await newSecret();
      await page.getByLabel(words.description).fill('CRM de la casa central');
      const header = page.getByRole('group', { name: words.header });
      await header.getByLabel(words.name).fill('X-Sucursal');
      await header.getByLabel(words.value).fill('centro');
      await save();
      await expect(page.getByText(crm.url, { exact: true })).toBeVisible();
    });

    await test.step('the callback is down: the inquiry is lost on the way', async () => {
      crm.down = true;
      await visitorWrites(vitrina, lost);
      await expect.poll(() => crm.refused).toBeGreaterThan(0);
    });

    await test.step('switched off and on again, the settings are identical', async () => {
      await page.reload();
      const before = await settingsOf(page, TOPIC);
      await topicSwitch.click();
      await expect(page.getByText(words.suspendedNote)).toBeVisible();
      await expect(topicSwitch).not.toBeChecked();
      await page.goto('/webhooks');
      await expect(page.getByRole('region', { name: words.suspended }).getByText(TOPIC)).toBeVisible();
      await page.goto(`/webhooks/${TOPIC}`);
      await chooseAgency();
      await expect(page.getByRole('button', { name: words.test })).toBeDisabled();
      crm.down = false;
      await topicSwitch.click();
      await expect(topicSwitch).toBeEnabled();
      await expect(topicSwitch).toBeChecked();
      expect(await settingsOf(page, TOPIC)).toEqual(before);
    });

    await test.step('the secret as well: what is sent again is signed with it', async () => {
      await proveIt();
      await expect(page.getByText(words.elsewhere, { exact: false })).toBeVisible();
      await expect.poll(() => crm.received.filter(({ name }) => name === lost).length).toBeGreaterThan(0);
      expect(crm.received.every((notification) => signedBy(secret, notification))).toBe(true);
    });

    await test.step('the secret is changed, and the next one is signed with the new one', async () => {
      await page.getByRole('link', { name: words.edit, exact: true }).click();
      await expect(page.getByRole('radio', { name: words.keep })).toBeChecked();
      const former = secret;
      secret = await newSecret();
      expect(secret).not.toBe(former);
      await save();
      const earlier = crm.received.length;
      await proveIt();
      await expect.poll(() => crm.received.length).toBeGreaterThan(earlier);
      expect(crm.received.slice(earlier).every((one) => signedBy(secret, one))).toBe(true);
    });

    await test.step('here, the lost inquiry is seen to arrive', async () => {
      await page.getByRole('link', { name: words.edit, exact: true }).click();
      await page.getByRole('button', { name: words.receiver }).click();
      await expect(page.getByRole('dialog')).toContainText(crm.url);
      await page.getByRole('dialog').getByRole('button', { name: words.take }).click();
      await save();
      await expect(page.getByText(words.here, { exact: true })).toBeVisible();
      await proveIt();
      await expect(page.getByText(words.arrived, { exact: false })).toBeVisible();
      await expect(page.getByText(words.covers, { exact: false })).toBeVisible();
      await page.getByRole('link', { name: words.delivery }).click();
      await expect(page.getByText(lost).first()).toBeVisible();
    });

    await test.step('the history knows who did what, and goes back', async () => {
      await page.goto(`/webhooks/${TOPIC}/history`);
      const changes = page.getByRole('list', { name: words.changes }).getByRole('listitem');
      await expect(changes.first()).toContainText('Simón Aguirre');
      await changes.nth(1).getByRole('button', { name: words.restore }).click();
      await expect(page.getByRole('dialog')).toContainText(crm.url);
      await page.getByRole('dialog').getByRole('button', { name: words.restoreNow, exact: true }).click();
      await expect(page.getByText(words.saved(TOPIC))).toBeVisible();
      await expect(page.getByText(crm.url, { exact: true })).toBeVisible();
      const earlier = crm.received.length;
      await proveIt();
      await expect.poll(() => crm.received.length).toBeGreaterThan(earlier);
      expect(signedBy(secret, crm.received.at(-1) as Notification)).toBe(true);
      // As the demo has it, for whoever comes next.
      await page.getByRole('link', { name: words.history }).click();
      await changes.nth(1).getByRole('button', { name: words.restore }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.restoreNow, exact: true }).click();
      await expect(page.getByText(words.here, { exact: true })).toBeVisible();
    });
    crm.close();
  });
}

test('a topic is deleted by its typed name, configured anew, and never by the wrong verb', async ({
  page,
  signIn,
}) => {
  await signIn('support', `/webhooks/${OTHER_TOPIC}`);
  await expect(page.getByText('a esta consola', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Borrar…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Borrar' })).toBeDisabled();
  await dialog.getByLabel('Para confirmar', { exact: false }).fill(OTHER_TOPIC);
  await dialog.getByRole('button', { name: 'Borrar' }).click();
  await expect(page.getByText(`Se borró la configuración de ${OTHER_TOPIC}.`)).toBeVisible();
  const available = page.getByRole('region', { name: 'Disponibles' });
  await available.getByRole('link', { name: 'Configurar' }).click();
  await page.getByRole('button', { name: 'Usar el receptor de esta consola' }).click();

  // Somebody else is quicker.
  const other = await page.context().newPage();
  await other.goto(`/webhooks/${OTHER_TOPIC}/edit`);
  await other.getByRole('button', { name: 'Usar el receptor de esta consola' }).click();
  await other.getByLabel('Descripción').fill('La del otro');
  await other.getByRole('button', { name: 'Guardar' }).click();
  await expect(other.getByText('La del otro', { exact: true })).toBeVisible();

  await page.getByLabel('Descripción').fill('La mía');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Alguien configuró este tema mientras tanto', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Guardar encima' }).click();
  await expect(page.getByText(`Se guardó la configuración de ${OTHER_TOPIC}.`)).toBeVisible();
  await expect(page.getByText('La mía', { exact: true })).toBeVisible();
});

test('a topic that is not for this app says so, and a slip of the callback is caught', async ({
  page,
  signIn,
}) => {
  await signIn('support', '/webhooks/agencia-desasociada/edit');
  await page.getByLabel('Callback').fill('https://crm.example.com/avisos');
  await page.getByLabel('Callback').press('Enter');
  await expect(
    page.getByText('Este tema no está disponible para esta aplicación', { exact: false }),
  ).toBeVisible();
  await page.getByLabel('Callback').fill('https://ana:clave@crm.example.com/avisos');
  await expect(page.getByText('Lleva una contraseña en la dirección', { exact: false })).toBeVisible();
  await page.getByLabel('Callback').fill('no es una dirección');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByLabel('Callback')).toHaveAccessibleDescription(/dirección completa/);
});
