import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, panel, rows, test } from './test.ts';

/** What axe finds against WCAG 2.2 AA. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('axe finds nothing on any screen', async ({ page, signIn }) => {
        await page.goto('/sign-in');
        await page.getByRole('button', { name: 'Entrar' }).click();
        await expect(page.getByText('Escribí tu contraseña.')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await signIn('seller');
        await expect(rows(page)).toHaveCount(25);
        expect(await violations(page)).toEqual([]);

        await page.getByRole('button', { name: /Cuenta de/ }).click();
        await expect(page.getByRole('dialog', { name: 'Cuenta' })).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');

        await rows(page).first().getByRole('link').click();
        await expect(panel(page).getByRole('heading', { name: 'Vehículo' })).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/inquiries?desde=2020-01-01&pagina=x');
        await expect(page.getByRole('alert')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.goto('/no-existe');
        await expect(page.getByRole('heading', { name: 'Esta página no existe' })).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });

      test("nor on the way in, nor at one's own account", async ({ page, vitrina, signIn }) => {
        await page.goto('/recover');
        await page.getByLabel('Correo').fill('nadie@vitrina.example');
        await page.getByRole('button', { name: 'Mandar el enlace' }).click();
        await expect(page.getByText('Si nadie@vitrina.example tiene una cuenta')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/welcome/no-existe');
        await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/sign-in/second-factor');
        await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
        await page.getByRole('button', { name: 'Entrar' }).click();
        await expect(page.getByText('Escribí el código completo')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await signIn('support', '/settings/me');
        await expect(page.getByText('esta sesión')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.getByRole('button', { name: 'Activar el segundo paso' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Contraseña').fill(vitrina.people.support.password);
        await dialog.getByRole('button', { name: 'Seguir' }).click();
        await expect(dialog.getByRole('img')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });

      test('nor at people and the audit', async ({ page, signIn }) => {
        await signIn('partner', '/settings/people');
        await expect(page.getByRole('table', { name: 'Personas' })).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.getByRole('link', { name: 'Valeria Sosa' }).click();
        await expect(page.getByRole('list', { name: 'Agencias elegidas' })).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Restablecer contraseña' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/settings/people/invite');
        await page.getByRole('button', { name: 'Invitar' }).click();
        await expect(page.getByText('Elegí al menos una agencia.')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/settings/audit');
        await page
          .getByRole('table', { name: 'Auditoría' })
          .getByText('entró con su contraseña')
          .first()
          .click();
        await expect(page.getByText('Dirección de red').first()).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });

      test('nor at the catalogs', async ({ page, signIn }) => {
        await signIn('seller', '/catalogs/colors?q=gris');
        await expect(page.getByRole('link', { name: 'Gris plata' })).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/catalogs/cities?region=x');
        await expect(page.getByText('Elegí una provincia')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByLabel('Nombre o id').fill('nada así');
        await expect(page.getByText('Ninguna entrada del catálogo')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/catalogs/makes/77');
        await page.getByText('Lo que envió el servicio').click();
        expect(await violations(page)).toEqual([]);

        await page.goto('/catalogs/best-match?state=bs+as&city=mar+del+plta');
        await expect(
          page.getByRole('region', { name: 'Por qué' }).getByRole('listitem').first(),
        ).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.goto('/catalogs/best-match?make=lada');
        await expect(page.getByRole('heading', { name: 'Sin coincidencia' })).toBeVisible();
        await page.getByLabel('Marca · como viene en tus datos').fill(' ');
        await page.keyboard.press('Enter');
        await expect(page.getByText('Escribí un valor.')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });

      test('nor at agencies and invitations', async ({ page, signIn }) => {
        await signIn('partner', '/agencies');
        await expect(page.getByRole('meter').first()).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.goto('/agencies?q=nada');
        await expect(page.getByText('Ninguna agencia coincide')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/agencies/info@rosariomotor.example');
        await expect(page.getByRole('meter').first()).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('link', { name: 'Editar' }).click();
        await page.getByLabel('Teléfono').fill('x');
        await page.getByRole('button', { name: 'Guardar' }).click();
        await expect(page.getByText('Escribí entre 8 y 20 números').first()).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/agencies/info@rosariomotor.example/disassociate');
        await expect(page.getByText('Nadie la tiene asignada.')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Desasociar…' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        const mail = `axe-${colorScheme}-${width}@axe.example`;
        await page.goto('/agencies/invite?AdminMail=info@rosariomotor.example');
        await expect(page.getByText('Ya está asociada')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByLabel('Correo de quien administra').fill(mail);
        await page.getByRole('button', { name: 'Enviar la invitación' }).click();
        await page.getByRole('button', { name: `Anotar algo de ${mail}` }).click();
        expect(await violations(page)).toEqual([]);
      });

      test('nor at webhooks', async ({ page, signIn }) => {
        await signIn('support', '/webhooks');
        await expect(page.getByText('a esta consola').first()).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.goto('/webhooks/consulta-recibida');
        await page.getByRole('button', { name: 'Mandar de prueba' }).click();
        await expect(page.getByText(/^Llegó acá/)).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('link', { name: 'Editar' }).click();
        await page.getByRole('radio', { name: 'Poner otro' }).check();
        await page.getByLabel('Callback').fill('http://10.0.0.1/x');
        await page.getByRole('button', { name: 'Guardar' }).click();
        await expect(page.getByText('Escribí entre 16 y 256 letras.')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.goto('/webhooks/consulta-recibida/history');
        await page.getByRole('button', { name: 'Restaurar esta configuración' }).last().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });

      test('nor at deliveries and the connection', async ({ page, signIn }) => {
        await signIn('support', '/connection');
        await expect(page.getByRole('table', { name: 'Temas' })).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/inquiries');
        await rows(page).nth(5).getByRole('link').click();
        await expect(panel(page).getByRole('heading', { name: 'Vehículo' })).toBeVisible();
        const [, , agency = '', sid = ''] = new URL(page.url()).pathname.split('/');
        const status = await page.evaluate(
          async (path) => (await fetch(path, { method: 'POST', headers: { 'x-vitrina': '1' } })).status,
          `/v3/consultas/${agency}/${sid}/resendwebhook`,
        );
        expect(status).toBe(202);
        await page.goto(`/deliveries?id=${sid}&outcome=received`);
        await expect(async () => {
          await page.getByRole('button', { name: 'Leer de nuevo' }).click();
          await expect(page.getByRole('link', { name: 'consulta-recibida' }).first()).toBeVisible({
            timeout: 500,
          });
        }).toPass();
        expect(await violations(page)).toEqual([]);

        await page.getByRole('link', { name: 'consulta-recibida' }).first().click();
        await page.getByText('Encabezados').click();
        await page.getByLabel('Buscar en el contenido').fill('a');
        await page.getByText(/campos iguales/).click();
        await page.getByRole('button', { name: 'Reenviar la consulta' }).click();
        await expect(page.getByText('El servicio lo aceptó')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });
    });
  }
}
