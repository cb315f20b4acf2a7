import { BUSY_AGENCY, INVITED_AGENCY } from '#service/demo/agencies.ts';
import { violations } from './axe.ts';
import { output } from './server.ts';
import { expect, panel, rows, test, testInFrontOf } from './test.ts';

/** The gateway with nobody behind it: every panel that asks the service fails. */
const alone = testInFrontOf(() =>
  Promise.resolve({ url: 'http://127.0.0.1:9', close: () => Promise.resolve() }),
);

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });
    // Many screens each, and axe looks at every one.
    test.describe.configure({ timeout: 90_000 });

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
      await expect(page.getByRole('region', { name: 'Por qué' }).getByRole('listitem').first()).toBeVisible();
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

      const mail = `axe-${width}@axe.example`;
      await page.goto('/agencies/invite?AdminMail=info@rosariomotor.example');
      await expect(page.getByText('Ya está asociada')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Correo de quien administra').fill(mail);
      await page.getByRole('button', { name: 'Enviar la invitación' }).click();
      await page.getByRole('button', { name: `Anotar algo de ${mail}` }).click();
      expect(await violations(page)).toEqual([]);
      await page.goto('/agencies/invitations?q=nada-así&state=x');
      await expect(page.getByRole('link', { name: 'Ver todas' })).toBeVisible();
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
      await expect(page.getByText('Escribí entre 16 y 256 letras', { exact: false })).toBeVisible();
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

    test('nor where there is nothing, or not what the address says', async ({ page, signIn }) => {
      await signIn('partner', '/agencies?estado=x&operador=y');
      await expect(page.getByText('No se entiende «estado=x»')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/agencies/nadie@ninguna.example');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await page.goto('/settings/people?q=nadie-así&role=x');
      await expect(page.getByText('Nadie coincide con esta búsqueda.')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/settings/people/nadie');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await violations(page)).toEqual([]);

      for (const log of ['/settings/audit?person=nadie-así', '/deliveries?agency=nadie-así']) {
        await page.goto(`${log}&from=manana&to=2020-01-01`);
        await expect(page.getByText('No se entiende «from=manana»')).toBeVisible();
        await expect(page.getByRole('link', { name: /^Ver tod/ })).toBeVisible();
        if (width < 760) await page.getByRole('button', { name: 'Filtros (2)' }).click();
        expect(await violations(page)).toEqual([]);
      }
      await page.goto('/deliveries/01HZX9A0B1C2D3E4F5G6H7J8K9');
      await expect(page.getByRole('alert')).toBeVisible();
      await page.getByText('Detalle técnico').click();
      expect(await violations(page)).toEqual([]);

      await page.goto('/webhooks/no-existe');
      await expect(page.getByText('Este tema no está configurado')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/webhooks/no-existe/history');
      await expect(page.getByText('Desde acá nunca se cambió')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/catalogs/makes/999999999');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('nor at forms of agencies that were refused', async ({ page, vitrina, signIn }) => {
      await signIn('partner', `/agencies/${INVITED_AGENCY}/edit`);
      await page.getByLabel('Provincia').fill('Salta');
      await page.getByLabel('Ciudad').fill('Rosario');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByLabel('Ciudad')).toHaveAccessibleDescription(/El servicio dice/);
      await expect(page.getByRole('heading', { name: 'Lo que va a cambiar' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Cancelar' }).click();
      await expect(page.getByRole('dialog', { name: '¿Salir sin guardar?' })).toBeVisible();
      expect(await violations(page)).toEqual([]);

      const mail = `gone-${width}@axe.example`;
      await page.goto(`/agencies/invite?AdminMail=${mail}`);
      await page.getByRole('button', { name: 'Enviar la invitación' }).click();
      await expect(page.getByText(`Se envió la invitación a ${mail}.`)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto(`/agencies/invite?AdminMail=${mail}`);
      await expect(page.getByText('Ya está invitada')).toBeVisible();
      await page.getByLabel('Teléfono').fill('1');
      await page.getByRole('button', { name: 'Enviar otra vez' }).click();
      await expect(page.getByLabel('Teléfono')).toHaveAccessibleDescription(/Escribí entre 8 y 20/);
      expect(await violations(page)).toEqual([]);

      // Whoever registered and left is not taken again.
      await fetch(`${vitrina.serviceUrl}/simulator/agencias/${mail}/registro`, { method: 'POST' });
      const left = await page.evaluate(
        async (path) => (await fetch(path, { method: 'PATCH', headers: { 'x-vitrina': '1' } })).ok,
        `/v3/agencias/${mail}/desasociar`,
      );
      expect(left).toBe(true);
      await page.goto(`/agencies/invite?AdminMail=${mail}`);
      await expect(page.getByText('Estuvo asociada')).toBeVisible();
      await page.getByRole('button', { name: 'Enviar la invitación' }).click();
      await expect(page.getByText('Ese correo ya está registrado en el servicio')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('nor at forms of people that were refused', async ({ page, vitrina, signIn }) => {
      const mail = `dos-${width}@axe.example`;
      await output('person-create.ts', ['--mail', mail, '--role', 'seller', '--agency', BUSY_AGENCY], {
        DATA_DIR: vitrina.dataDir,
      });
      await signIn('partner', '/settings/people/invite');
      await page.getByLabel('Correo').fill(mail);
      await page.getByLabel('Nombre y apellido').fill('Dos Veces');
      await page.getByRole('combobox', { name: 'Agregar una agencia' }).fill('x');
      await page.keyboard.press('Enter');
      await expect(page.getByText('«x» no es un AdminMail')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('radio', { name: /Soporte/ }).check();
      await page.getByRole('button', { name: 'Invitar' }).click();
      await expect(page.getByText('Ya hay una persona con ese correo.')).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await page.goto(`/settings/people?q=${mail}`);
      await page.getByRole('table', { name: 'Personas' }).getByRole('link').click();
      const name = page.getByLabel('Nombre y apellido');
      await expect(name).toBeVisible();
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByLabel('Nombre y apellido').fill('Otro Nombre');
      await other.getByRole('button', { name: 'Guardar' }).click();
      await expect(other.getByText(/^Se guardó lo de/)).toBeVisible();
      expect(await violations(other)).toEqual([]);
      await other.close();
      await name.fill('Mi Nombre');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Alguien guardó otra cosa mientras tanto')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Quedarme con lo guardado' }).click();
      await page.getByRole('button', { name: 'Quitar el acceso' }).click();
      await expect(page.getByRole('button', { name: 'Devolver el acceso' })).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await page.goto(`/settings/people?q=${vitrina.people.partner.mail}`);
      await page.getByRole('table', { name: 'Personas' }).getByRole('link').click();
      await page.getByRole('button', { name: 'Quitar el acceso' }).click();
      await page.getByLabel(/Para confirmar/).fill(vitrina.people.partner.mail);
      await page.getByRole('button', { name: 'Quitarme el acceso' }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('nor at what is asked before a webhook changes', async ({ page, signIn }) => {
      await signIn('partner', '/webhooks/consulta-recibida');
      await page.getByRole('button', { name: 'Borrar…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/webhooks/consulta-recibida/edit');
      await page.getByRole('radio', { name: 'Sin secreto' }).check();
      await page.getByLabel('Callback').fill('x');
      await page
        .getByRole('group', { name: /Encabezado 1/ })
        .getByLabel('Nombre')
        .fill('un nombre');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByLabel('Callback')).toHaveAttribute('aria-invalid', 'true');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Cancelar' }).click();
      await expect(page.getByRole('dialog', { name: '¿Salir sin guardar?' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    alone('nor where the service does not answer', async ({ page, signIn }) => {
      await signIn('partner', '/connection');
      await expect(page.getByRole('heading', { name: 'El servicio no responde' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      for (const path of [
        '/agencies',
        `/agencies/${BUSY_AGENCY}/edit`,
        '/webhooks',
        '/webhooks/consulta-recibida/edit',
        '/catalogs/makes',
        '/catalogs/best-match?make=fiat',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('alert')).toContainText('El servicio no responde', { timeout: 15_000 });
        await page.getByText('Detalle técnico').click();
        expect(await violations(page), path).toEqual([]);
      }
      await page.goto(`/agencies/invite?AdminMail=unsent-${width}@axe.example`);
      await page.getByRole('button', { name: 'Enviar la invitación' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'El servicio no responde' })).toBeVisible({
        timeout: 15_000,
      });
      expect(await violations(page)).toEqual([]);
    });
  });
}
