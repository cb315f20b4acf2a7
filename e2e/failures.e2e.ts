import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { AGENCY, type Mood, startFaultService } from './fault-service.ts';
import { end, freePort, run, startVitrina } from './server.ts';
import { expect, panel, rows, test as base, testInFrontOf } from './test.ts';

// The gateway in front of a deployment that fails as it is told to: every failure can also be seen by hand.
const test = testInFrontOf(startFaultService);
test.describe.configure({ mode: 'serial' });

const sentences: [Mood, string][] = [
  ['html', 'El servicio respondió algo que no se entiende'],
  ['half', 'El servicio respondió algo que no se entiende'],
  ['shape', 'El servicio respondió algo que no se puede mostrar'],
  ['refuses', 'El servicio no reconoce a esta aplicación'],
  ['silent', 'El servicio tarda demasiado'],
];
for (const [mood, sentence] of sentences) {
  test(`a service that is ${mood}: a sentence, and trying again in place`, async ({
    page,
    service,
    signIn,
  }) => {
    service.mood = mood;
    await signIn('support', `/inquiries?agencia=${AGENCY}&desde=-30d`);
    const alert = page.getByRole('region', { name: 'Lista de consultas' }).getByRole('alert');
    if (mood === 'silent')
      await expect(
        page.getByText('El servicio está tardando más de lo normal', { exact: false }),
      ).toBeVisible();
    await expect(alert).toContainText(sentence, { timeout: 15_000 });
    if (mood === 'shape') await expect(alert).toContainText('_entries.0.Auto.VersionYear');
    // Only support and partner admins are told what the service says of our credentials.
    await expect(page.getByText('secreto-interno')).toHaveCount(mood === 'refuses' ? 1 : 0);

    service.mood = 'well';
    await alert.getByRole('button', { name: 'Reintentar' }).click();
    await expect(rows(page).getByRole('link', { name: 'Ana Sosa' })).toBeVisible();
    await expect(page).toHaveURL(/desde=-30d/);
  });
}

test('a panel that fails leaves the list as it is', async ({ page, service, signIn }) => {
  service.mood = 'well';
  await signIn('support', `/inquiries?agencia=${AGENCY}`);
  await expect(rows(page)).toHaveCount(1);
  // Of an inquiry that it does not know, this deployment answers the list.
  await page.goto(`/inquiries/${AGENCY}/01JC0000000000000000000009?agencia=${AGENCY}`);
  await expect(panel(page).getByRole('alert')).toContainText('Momento, Auto, Interesado');
  await expect(rows(page)).toHaveCount(1);
});

base(
  'the service stops and starts again on its own, and everything is killed and loses nothing',
  async ({ browser }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-apart-'));
    const servicePort = String(await freePort());
    const environment = { DATA_DIR: dataDir, SERVICE_PORT: servicePort, DEMO: '1', SIMULATOR: '1' };
    let service = await run('service.ts', environment, 'Ctrl+C');
    const vitrina = await startVitrina({ ...environment, UPSTREAM_URL: `http://localhost:${servicePort}` });
    const page = await browser.newPage();
    try {
      await page.goto(`${vitrina.url}/inquiries`);
      await page.getByLabel('Correo').fill(vitrina.people.seller.mail);
      await page.getByLabel('Contraseña').fill(vitrina.people.seller.password);
      await page.getByRole('button', { name: 'Entrar' }).click();
      await expect(rows(page)).toHaveCount(25);

      await end(service, 'SIGKILL');
      await page.getByRole('button', { name: 'Actualizar' }).click();
      await expect(page.getByRole('alert')).toContainText('El servicio no responde');
      // What was on screen stays there.
      await expect(rows(page)).toHaveCount(25);
      service = await run('service.ts', environment, 'Ctrl+C');
      await page.getByRole('button', { name: 'Reintentar' }).click();
      await expect(rows(page)).toHaveCount(25);

      const written = await fetch(`http://localhost:${servicePort}/simulator/consultas/${BUSY_AGENCY}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Interesado: { Nombre: 'No', Apellido: 'Perdida' } }),
      });
      expect(written.status).toBe(201);
      await Promise.all([end(service, 'SIGKILL'), vitrina.kill()]);
      service = await run('service.ts', environment, 'Ctrl+C');
      await vitrina.start();
      await page.reload();
      await expect(rows(page).getByRole('link', { name: 'No Perdida' })).toBeVisible();
    } finally {
      await page.close();
      await vitrina.stop();
      await end(service, 'SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
