import { createJob } from '#testing/jobs.ts';
import { violations } from './axe.ts';
import { AGENCY, test } from './fault-service.ts';
import { list, newInquiries, rows } from './inbox-page.ts';
import { holdRequests } from './network.ts';
import { test as withAgency } from './own-agency.ts';
import { expect } from './test.ts';

// One gateway in front of the failing service serves all tests of this file.
test.describe.configure({ mode: 'default' });

const EXPORTS = /\/desk\/exports$/;
/** The state of one job. */
const JOB = /\/desk\/jobs\/[\w-]{36}$/;

for (const width of [360, 1440])
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 740 } });
    withAgency.use({ viewport: { width, height: 740 } });

    test('saved views are accessible', async ({ page, signIn }) => {
      await signIn('support', `/inquiries?agencia=${AGENCY}&vista=hoy&permuta=si`);
      await expect(page.getByRole('region', { name: 'Vista', exact: true })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Vistas guardadas' }).click();
      await expect(page.getByRole('dialog', { name: 'Vistas guardadas' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Guardar lo que veo' }).click();
      await expect(page.getByLabel('Nombre de la vista')).toBeFocused();
      expect(await violations(page)).toEqual([]);
    });

    test('the export dialog is accessible, and nothing of it is cut off', async ({ page, signIn }) => {
      const start = page.getByRole('dialog').getByRole('button', { name: /^Exportar \d+ columna/ });
      await signIn('support', `/inquiries?agencia=${AGENCY}`);
      await expect(rows(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Exportar', exact: true }).click();
      await page.getByRole('button', { name: /^Columnas/ }).click();
      await page.getByRole('button', { name: 'Ninguna' }).click();
      await expect(page.getByText('Elegí al menos una columna.')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Todas', exact: true }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expect(start).toBeInViewport({ ratio: 1 });

      const release = await holdRequests(page, JOB);
      await start.click();
      await expect(page.getByRole('progressbar', { name: 'Avance' }).first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Seguir trabajando' }).click();
      await expect(page.getByRole('banner').getByRole('link', { name: /Exportar consultas/ })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      release();
      await expect(page.getByRole('alert')).toContainText('Terminó: Exportar consultas');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Ver el proceso' }).click();
      await expect(page.getByRole('link', { name: 'Descargar' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await violations(page)).toEqual([]);

      await page.goBack();
      const missing = [
        { agencia: AGENCY, desde: '2026-03-04', hasta: '2026-03-05', reason: 'stale' as const },
      ];
      const file = {
        format: 'csv',
        masked: true,
        expected: 40,
        missing,
        failure: null,
        until: Date.now(),
      } as const;
      await page.route(EXPORTS, (route) =>
        route.fulfill({ json: createJob({ kind: 'export', name: 'consultas-parcial.csv', file }) }),
      );
      await page.route('**/desk/jobs/*/file', (route) => route.fulfill({ body: '' }));
      await page.getByRole('button', { name: 'Exportar', exact: true }).click();
      await start.click();
      await expect(page.getByRole('dialog', { name: 'Exportación parcial' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/settings/audit?action=exportInquiries');
      await expect(page.getByRole('table', { name: 'Auditoría' }).getByRole('row').nth(1)).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('a list whose service stopped is accessible', async ({ page, service, signIn }) => {
      await signIn('support', `/inquiries?agencia=${AGENCY}&vista=esperando`);
      await expect(rows(page)).not.toHaveCount(0);
      await service.close();
      await page.getByRole('link', { name: 'Últimas' }).click();
      await expect(list(page).getByRole('alert')).toContainText('El servicio no responde');
      expect(await violations(page)).toEqual([]);
    });

    withAgency('nor at what arrives, nor at its notices', async ({ page, agency, signIn }) => {
      await agency.receive('Ana');
      await signIn(agency.seller);
      await expect(list(page).getByRole('button', { name: 'al día' })).toBeVisible();
      await agency.receive('Beto');
      await expect(newInquiries(page)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/settings/me');
      await page.getByRole('switch', { name: 'Horas de silencio: sin notificaciones ni sonido' }).check();
      expect(await violations(page)).toEqual([]);
    });
  });
