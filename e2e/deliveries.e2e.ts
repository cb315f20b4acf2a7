import type { Page } from '@playwright/test';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import { expect, test } from './test.ts';

// The demo's topics point at this console's receiver.

const deliveries = (page: Page) => page.getByRole('table', { name: 'Entregas' }).getByRole('row');

interface Answer {
  status: number;
  body: unknown;
}

/** Calls the gateway as the page would, for the person who is signed in. */
function ask(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  return page.evaluate(
    async ({ header, method, path, body }) => {
      const answer = await fetch(path, {
        method,
        headers: { [header]: '1', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text ? (JSON.parse(text) as unknown) : undefined };
    },
    { header: CONSOLE_HEADER, method, path, body },
  );
}

/** An inquiry of its own for each test: the n-th of those of an agency that no test has made. */
async function inquiry(page: Page, n: number): Promise<{ agency: string; sid: string; path: string }> {
  const agencies = (await ask(page, 'GET', '/v3/agencias')).body as { _entries: { AdminMail: string }[] };
  for (const { AdminMail: agency } of agencies._entries) {
    const list = (await ask(page, 'GET', `/v3/consultas/${agency}?pagina=6`)).body as {
      _entries?: { _links: { self: { href: string } } }[];
    };
    const path = list._entries?.[n]?._links.self.href;
    if (path) return { agency, path, sid: path.split('/').at(-1) ?? '' };
  }
  throw new Error('No agency has that many inquiries');
}

test('support sends a lost inquiry again and sees it arrive', async ({ page, signIn }) => {
  await signIn('support');
  const { agency, sid, path } = await inquiry(page, 3);
  expect((await ask(page, 'POST', `${path}/resendwebhook`)).status).toBe(202);

  await page.goto(`/deliveries?id=${sid}&outcome=received`);
  await expect(async () => {
    await page.getByRole('button', { name: 'Leer de nuevo' }).click();
    await expect(deliveries(page).filter({ hasText: 'Llegó' })).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expect(deliveries(page).nth(1)).toContainText(agency);
  await page.getByRole('link', { name: 'consulta-recibida' }).click();

  const content = page.getByRole('region', { name: 'Texto del contenido' });
  await expect(content).toContainText('"Interesado"');
  await page.getByLabel('Buscar en el contenido').fill('momento');
  await expect(page.getByText('1 vez', { exact: true })).toBeVisible();
  await expect(page.getByText('Dice lo mismo en todos sus campos.')).toBeVisible();
  await page.getByText(/campos iguales/).click();
  await expect(page.getByRole('table', { name: 'Campos iguales' })).toContainText('Interesado.Nombre');
  await page.getByText('Encabezados').click();
  await expect(page.getByText('notification-topic')).toBeVisible();

  const resend = page.getByRole('button', { name: 'Reenviar la consulta' });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/resendwebhook', async (route) => {
    await held;
    await route.continue();
  });
  await resend.click();
  // Not twice while one is on its way.
  await expect(resend).toBeDisabled();
  letGo();
  await expect(page.getByText('El servicio lo aceptó')).toBeVisible();
  await expect(page.getByText(/Llegó acá [\d,]+ s después de pedirlo/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Reenviar la consulta' })).toBeEnabled();

  await page.goto(`/deliveries?id=${sid}`);
  await expect(deliveries(page)).toHaveCount(5);
  const arrived = deliveries(page).filter({ hasText: 'Reenvío que llegó' });
  await expect(arrived).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Entregas' })).not.toContainText(sid);
  await arrived.first().getByRole('link', { name: 'Ver lo que llegó' }).click();
  await expect(content).toContainText('"Interesado"');
  await page.getByRole('link', { name: 'Ver el reenvío que la trajo' }).click();
  await expect(page.getByText('Reenvío que llegó')).toBeVisible();
});

test('support sends an inquiry again from where it is read', async ({ page, signIn }) => {
  await signIn('support');
  const { agency, sid } = await inquiry(page, 7);
  await page.goto(`/inquiries/${agency}/${sid}`);
  await page.getByText('Su webhook').click();
  await page.getByRole('button', { name: 'Reenviar la consulta' }).click();
  await expect(page.getByText(/Llegó acá [\d,]+ s después de pedirlo/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Sus entregas' }).click();
  await expect(page).toHaveURL(`/deliveries?id=${sid}`);
  await expect(deliveries(page)).toHaveCount(3);
});

test('where the callback is elsewhere, it says where our sight ends', async ({ page, signIn }) => {
  await signIn('support');
  const { sid, path } = await inquiry(page, 4);
  expect((await ask(page, 'POST', `${path}/resendwebhook`)).status).toBe(202);
  await page.goto(`/deliveries?id=${sid}&outcome=received`);
  await expect(async () => {
    await page.getByRole('button', { name: 'Leer de nuevo' }).click();
    await expect(deliveries(page)).toHaveCount(2, { timeout: 500 });
  }).toPass();

  const topic = '/v3/appnotificaciones/consulta-recibida';
  const { Callback } = (await ask(page, 'GET', topic)).body as { Callback: string };
  try {
    const elsewhere = { Callback: 'http://127.0.0.1:9/elsewhere', Activo: true };
    expect((await ask(page, 'PUT', topic, elsewhere)).status).toBe(200);
    await page.getByRole('link', { name: 'consulta-recibida' }).click();
    await page.getByRole('button', { name: 'Reenviar la consulta' }).click();
    await expect(page.getByText('no podemos saber si llega')).toBeVisible();

    // Mended while the page stays open.
    expect((await ask(page, 'PUT', topic, { Callback, Activo: true })).status).toBe(200);
    await page.getByRole('button', { name: 'Reenviar la consulta' }).click();
    await expect(page.getByText(/Llegó acá [\d,]+ s después de pedirlo/)).toBeVisible({ timeout: 20_000 });

    expect((await ask(page, 'PUT', topic, { ...elsewhere, Activo: false })).status).toBe(200);
    await page.getByRole('button', { name: 'Reenviar la consulta' }).click();
    await expect(page.getByRole('alert')).toContainText('El servicio no la reenvía');
  } finally {
    await ask(page, 'PUT', topic, { Callback, Activo: true });
  }
});

test('what is not believed is kept in sight, and the address holds the filters', async ({ page, signIn }) => {
  await signIn('support');
  const { topics } = (await ask(page, 'GET', '/desk/webhooks')).body as { topics: { receiver: string }[] };
  const forged = await page.request.post(topics[0]?.receiver ?? '', {
    headers: { 'notification-topic': 'consulta-recibida', 'notification-hook-id': 'forged' },
    data: { SID: 'x' },
  });
  expect(forged.status()).toBeGreaterThanOrEqual(400);

  await page.goto('/deliveries');
  await page.getByLabel('Resultado').selectOption('Rechazada');
  await expect(page).toHaveURL('/deliveries?outcome=refused');
  await expect(deliveries(page).nth(1)).toContainText('Rechazada');
  await page.getByRole('searchbox', { name: 'Agencia' }).fill('nadie@x.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ninguna entrega coincide con estos filtros.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Agencia' })).toHaveValue('nadie@x.example');
  await page.getByRole('button', { name: 'Limpiar' }).click();
  await expect(page).toHaveURL('/deliveries');

  await page.goto('/deliveries?outcome=nada');
  await expect(page.getByText('No se entiende «outcome=nada» en la dirección')).toBeVisible();
  await page.goto('/deliveries/01HZX9A0B1C2D3E4F5G6H7J8K9');
  await expect(page.getByRole('alert')).toContainText('No se encontró');
});

test('the connection says whether the service answers, and to us', async ({ page, signIn, vitrina }) => {
  await signIn('support');
  await page.getByRole('link', { name: 'Conexión' }).click();
  await expect(page.getByRole('heading', { name: 'El servicio responde' })).toBeVisible();
  await expect(page.getByText(`:${new URL(vitrina.serviceUrl).port}`)).toBeVisible();
  await expect(page.getByText('Coinciden')).toBeVisible();
  const topic = page.getByRole('table', { name: 'Temas' }).getByRole('row', { name: /consulta-recibida/ });
  await expect(topic).toContainText('activo');
  // Another test may have pointed it elsewhere.
  await expect(topic).toContainText(/a esta consola|a otro lado/);
});

test('a seller sees neither deliveries nor the connection', async ({ page, signIn }) => {
  await signIn('seller', '/deliveries');
  await expect(page.getByRole('heading', { name: 'Tu cuenta no llega a esta página' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Entregas' })).toHaveCount(0);
  await page.goto('/connection');
  await expect(page.getByRole('heading', { name: 'Tu cuenta no llega a esta página' })).toBeVisible();
  expect((await ask(page, 'GET', '/desk/deliveries')).status).toBe(403);
  expect((await ask(page, 'GET', '/desk/connection')).status).toBe(403);
});
