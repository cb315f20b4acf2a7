import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { receiveInquiry } from './actions.ts';
import { followUp, list, statusButton } from './inbox-page.ts';
import { holdRequests, waitForPrefetch } from './network.ts';
import { expect, panel, rows, test } from './test.ts';

/** Five attempts with growing pauses take about 8 s. */
const GIVEN_UP = { timeout: 20_000 };
const CODE = '**/assets/*.js';
const CALLS = /\/(?:desk|v3)\//;

test.use({ freshContext: true });

test(
  'code that cannot be loaded is retried, then reported, and loaded by a tap',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('support', `/inquiries?agencia=${BUSY_AGENCY}`);
    await expect(rows(page).first()).toBeVisible();
    await waitForPrefetch(page);
    const asked = new Map<string, number>();
    await page.route(CODE, (route) => {
      const url = route.request().url();
      asked.set(url, (asked.get(url) ?? 0) + 1);
      return route.abort('internetdisconnected');
    });
    await page.getByRole('link', { name: 'Agencias' }).click();
    const main = page.getByRole('main');
    await expect(page.getByText('seguimos esperando', { exact: false })).toBeVisible();
    const alert = main.getByRole('alert');
    await expect(alert).toContainText('No se pudo cargar esta parte de Vitrina', GIVEN_UP);
    await expect(alert.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(alert.getByRole('button', { name: 'Actualizar' })).toBeHidden();
    const most = Math.max(...asked.values());
    expect(most).toBeGreaterThan(1);
    // Five attempts, each with the preload of the file; parts of the page share files.
    expect(most).toBeLessThan(20);

    await page.unroute(CODE);
    await alert.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('heading', { name: 'Agencias', level: 1 })).toBeVisible();
  },
);

test(
  'a page offers the new version after a deployment and keeps what was typed',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('seller');
    await rows(page).getByRole('link').first().click();
    const note = panel(page).getByRole('textbox', { name: /^Nota/ });
    await note.fill('Llamar después de las 18');
    const inquiry = page.url();
    await waitForPrefetch(page);
    await deploy(page);
    await page.getByRole('link', { name: 'Plantillas' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Hay una versión nueva de Vitrina');

    await page.unrouteAll({ behavior: 'wait' });
    await alert.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.getByRole('heading', { name: 'Plantillas', level: 1 })).toBeVisible();
    await page.goto(inquiry);
    await expect(note).toHaveValue('Llamar después de las 18');
  },
);

test(
  'a console that does not load says so and is requested again by a tap',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await page.route(CODE, (route) => route.abort());
    await page.goto('/sign-in');
    await expect(page.getByRole('status')).toContainText('Vitrina tarda más de lo normal');
    await expect(page.getByRole('alert')).toContainText('No se pudo cargar Vitrina', GIVEN_UP);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    await signIn('seller', `/inquiries?agencia=${BUSY_AGENCY}`);
  },
);

test(
  'nothing looks saved or loaded while the gateway hangs',
  { tag: '@full' },
  async ({ page, signIn, vitrina }) => {
    const { path } = await receiveInquiry(vitrina, BUSY_AGENCY);
    await signIn('seller', path);
    await expect(statusButton(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await waitForPrefetch(page);
    const notice = page.getByRole('status').filter({ hasText: 'esperando la respuesta' });
    const release = await holdRequests(page, CALLS);

    await test.step('a change looks unconfirmed', async () => {
      await statusButton(page, 'Contactada').click();
      await expect(statusButton(page, 'Contactada')).toHaveAttribute('aria-busy', 'true');
      await expect(followUp(page).getByText('Guardando…').first()).toBeVisible();
      await expect(notice).toContainText('Todavía sin confirmar');
    });

    await test.step('a page looks slow', async () => {
      await page.getByRole('link', { name: 'Plantillas' }).click();
      await expect(page.getByRole('main').getByRole('status')).toContainText(['Tarda más de lo normal']);
    });

    await test.step('the reply confirms the change', async () => {
      release();
      await expect(page.getByRole('heading', { name: 'Plantillas', level: 1 })).toBeVisible();
      await expect(notice).toBeHidden();
      await page.goto(path);
      await expect(statusButton(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
      await expect(statusButton(page, 'Contactada')).toHaveAttribute('aria-busy', 'false');
      await page.unrouteAll();
    });

    await test.step('a list looks outdated', async () => {
      await holdRequests(page, CALLS);
      await list(page).getByRole('button', { name: 'Actualizar' }).click();
      await expect(notice).toContainText('Lo que ves puede haber cambiado');
      await expect(rows(page).first()).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  },
);

/** The files of the page's version are gone, and the page that is served names others. */
async function deploy(page: Page): Promise<void> {
  await page.route(CODE, (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(
    ({ pathname }) => !/^\/(?:assets|desk|v3)\//.test(pathname),
    async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(/(id="console" href="\/assets\/)/, '$1new-');
      await route.fulfill({ response: answer, body: html });
    },
  );
}
