import { v3 } from '#contract/v3.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { createAgency, createSeller, receiveInquiry, registerAgency } from './actions.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, testWithUpstream } from './test.ts';

/** A gateway whose service does not answer. */
const testWithoutService = testWithUpstream(() =>
  Promise.resolve({ url: 'http://127.0.0.1:9', close: () => Promise.resolve() }),
);

for (const width of [360, 1440])
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 800 } });

    test('agencies and invitations are accessible', async ({ page, signIn }) => {
      await signIn('partner', '/agencies');
      await expect(page.getByRole('meter').first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Columnas' }).click();
      await expect(page.getByRole('dialog', { name: 'Columnas' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/agencies?q=nada');
      await expect(page.getByText('Ninguna agencia coincide')).toBeVisible();
      await expectAccessible(page);

      await page.goto('/agencies/info@rosariomotor.example');
      await expect(page.getByRole('meter').first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Más acciones' }).click();
      await expectAccessible(page);
      await page.getByRole('menuitem', { name: 'Editar los datos' }).click();
      await page.getByRole('textbox', { name: 'Teléfono' }).fill('x');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Escribí entre 8 y 20 números').first()).toBeVisible();
      await expectAccessible(page);

      await page.goto('/agencies/info@rosariomotor.example/disassociate');
      await expect(page.getByText('Nadie la tiene asignada.')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Desasociar…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);

      const mail = `axe-${width}@axe.example`;
      await page.goto('/agencies/invite?AdminMail=info@rosariomotor.example');
      await expect(page.getByText('Ya está asociada')).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Correo de quien administra').fill(mail);
      await page.getByRole('button', { name: 'Enviar la invitación' }).click();
      await page.getByRole('button', { name: `Anotar algo de ${mail}` }).click();
      await expectAccessible(page);
      await page.goto('/agencies/invitations?q=nada-así&state=x');
      await expect(page.getByRole('link', { name: 'Ver todas' })).toBeVisible();
      await expectAccessible(page);
    });

    test('webhooks are accessible', async ({ page, vitrina, signIn, clientOf }) => {
      const agency = `Avisos ${width}`;
      const partner = await clientOf('partner');
      await receiveInquiry(vitrina, await createAgency(vitrina, partner, agency));
      await signIn('support', '/webhooks');
      await expect(page.getByRole('list', { name: 'Avisos' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/webhooks/consulta-recibida');
      await page.getByRole('combobox', { name: 'Agencia' }).fill(agency);
      await page.getByRole('option', { name: agency }).click();
      await page.getByRole('button', { name: 'Enviar una prueba' }).click();
      await expect(page.getByText(/^Llegó acá/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Editar' }).click();
      await page.getByRole('radio', { name: 'Poner otro' }).check();
      await page.getByLabel('Callback').fill('http://10.0.0.1/x');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Escribí entre 16 y 256 letras', { exact: false })).toBeVisible();
      await expectAccessible(page);
      const topic = { params: { topic: 'consulta-recibida' } };
      const { Callback } = await partner.call(v3.viewWebhook, topic);
      for (const Description of ['Primera', 'Segunda'])
        await partner.call(v3.editWebhook, { ...topic, body: { Callback, Activo: true, Description } });
      await page.goto('/webhooks/consulta-recibida/history');
      await page.getByRole('button', { name: 'Restaurar esta configuración' }).last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });

    test('deliveries and the connection are accessible', async ({ page, vitrina, signIn, clientOf }) => {
      await signIn('support', '/connection');
      await expect(page.getByRole('list', { name: 'Avisos' })).toBeVisible();
      await expectAccessible(page);

      const partner = await clientOf('partner');
      const inquiry = await receiveInquiry(vitrina, await createAgency(vitrina, partner));
      await partner.call(v3.resendInquiry, { params: inquiry });
      await page.goto(`/deliveries?id=${inquiry.sid}&outcome=received`);
      const deliveries = page
        .getByRole('table', { name: 'Entregas' })
        .getByRole('row')
        .filter({ hasText: 'Consultas nuevas' });
      await expect(async () => {
        await page.getByRole('button', { name: 'Actualizar' }).click();
        expect(await deliveries.count()).toBeGreaterThan(0);
      }).toPass();
      await expectAccessible(page);

      await page.goto(`/deliveries/attempts?sid=${inquiry.sid}`);
      await expect(page.getByRole('table', { name: 'Intentos del servicio' })).toBeVisible();
      await expectAccessible(page);

      await page.goBack();
      await deliveries.first().getByRole('link').first().click();
      await page.getByText('Encabezados').click();
      await page.getByLabel('Buscar en el contenido').fill('a');
      await page.getByText(/campos iguales/).click();
      await page.getByRole('button', { name: 'Reenviar la consulta' }).click();
      await expect(page.getByText('El servicio lo aceptó')).toBeVisible();
      await expectAccessible(page);
    });

    test('empty lists and unreadable addresses are accessible', async ({ page, signIn }) => {
      await signIn('partner', '/agencies?ver=x&operador=y');
      await expect(page.getByText('No se entiende «ver=x»')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/agencies/nadie@ninguna.example');
      await expect(page.getByText('Esta agencia no está asociada a esta aplicación')).toBeVisible();
      await expectAccessible(page);

      await page.goto('/settings/people?q=nadie-así&role=x');
      await expect(page.getByText('Nadie coincide con esta búsqueda.')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/settings/people/nadie');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);

      for (const log of ['/settings/audit?person=nadie-así', '/deliveries?agency=nadie-así']) {
        await page.goto(`${log}&from=manana&to=2020-01-01`);
        await expect(page.getByText('No se entiende «from=manana»')).toBeVisible();
        await expect(page.getByRole('link', { name: /^Ver tod/ })).toBeVisible();
        if (width < 760) await page.getByRole('button', { name: 'Filtros (2)' }).click();
        await expectAccessible(page);
      }
      await page.goto('/deliveries/01HZX9A0B1C2D3E4F5G6H7J8K9');
      await expect(page.getByRole('alert')).toBeVisible();
      await page.getByText('Detalle técnico').click();
      await expectAccessible(page);

      await page.goto('/webhooks/no-existe');
      await expect(page.getByText('Este aviso no está configurado')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/webhooks/no-existe/history');
      await expect(page.getByText('Desde acá nunca se cambió')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/catalogs/makes/999999999');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('refused forms of agencies are accessible', async ({ page, vitrina, signIn, clientOf }) => {
      await signIn('partner', `/agencies/${await createAgency(vitrina, await clientOf('partner'))}/edit`);
      await page.getByLabel('Provincia').fill('Salta');
      await page.getByLabel('Ciudad').fill('Rosario');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByLabel('Ciudad')).toHaveAccessibleDescription(/El servicio dice/);
      await expect(page.getByRole('heading', { name: 'Lo que va a cambiar' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Cancelar' }).click();
      await expect(page.getByRole('dialog', { name: '¿Salir sin guardar?' })).toBeVisible();
      await expectAccessible(page);

      const mail = `gone-${width}@axe.example`;
      await page.goto(`/agencies/invite?AdminMail=${mail}`);
      await page.getByRole('button', { name: 'Enviar la invitación' }).click();
      await expect(page.getByText(`Se envió la invitación a ${mail}.`)).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/agencies/invite?AdminMail=${mail}`);
      await expect(page.getByText('Ya está invitada')).toBeVisible();
      await page.getByLabel('Teléfono').fill('1');
      await page.getByRole('button', { name: 'Enviar otra vez' }).click();
      await expect(page.getByLabel('Teléfono')).toHaveAccessibleDescription(/Escribí entre 8 y 20/);
      await expectAccessible(page);

      // An agency that registered and was disassociated cannot be invited again.
      await registerAgency(vitrina, mail);
      await (await clientOf('partner')).call(v3.disassociateAgency, { params: { adminMail: mail } });
      await page.goto(`/agencies/invite?AdminMail=${mail}`);
      await expect(page.getByText('Estuvo asociada')).toBeVisible();
      await page.getByRole('button', { name: 'Enviar la invitación' }).click();
      await expect(page.getByText('Ese correo ya está registrado en el servicio')).toBeVisible();
      await expectAccessible(page);
    });

    test('refused forms of people are accessible', async ({ page, vitrina, signIn, clientOf }) => {
      const { mail } = await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY] });
      await signIn('partner', '/settings/people/invite');
      await page.getByLabel('Correo').fill(mail);
      await page.getByLabel('Nombre y apellido').fill('Dos Veces');
      await page.getByRole('combobox', { name: 'Agregar una agencia' }).fill('xyzzy');
      await page.keyboard.press('Enter');
      await expect(page.getByText('«xyzzy» no es una agencia')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('radio', { name: /Soporte/ }).check();
      await page.getByRole('button', { name: 'Invitar' }).click();
      await expect(page.getByText('Ya hay una persona con ese correo.')).toBeVisible();
      await expectAccessible(page);

      await page.goto(`/settings/people?q=${mail}`);
      await page.getByRole('table', { name: 'Personas' }).getByRole('link').click();
      const name = page.getByLabel('Nombre y apellido');
      await expect(name).toBeVisible();
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByLabel('Nombre y apellido').fill('Otro Nombre');
      await other.getByRole('button', { name: 'Guardar' }).click();
      await expect(other.getByText(/^Se guardó lo de/)).toBeVisible();
      await expectAccessible(other);
      await other.close();
      await name.fill('Mi Nombre');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Alguien guardó otra cosa mientras tanto')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Quedarme con lo guardado' }).click();
      await page.getByRole('button', { name: 'Quitar el acceso' }).click();
      await expect(page.getByRole('button', { name: 'Devolver el acceso' })).toBeVisible();
      await expectAccessible(page);

      await page.goto(`/settings/people?q=${vitrina.people.partner.mail}`);
      await page.getByRole('table', { name: 'Personas' }).getByRole('link').click();
      await page.getByRole('button', { name: 'Quitar el acceso' }).click();
      await page.getByLabel(/Para confirmar/).fill(vitrina.people.partner.mail);
      await page.getByRole('button', { name: 'Quitarme el acceso' }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('dialogs before a webhook changes are accessible', async ({ page, signIn }) => {
      await signIn('partner', '/webhooks/consulta-recibida');
      await page.getByRole('button', { name: 'Borrar…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/webhooks/consulta-recibida/edit');
      await page.getByRole('radio', { name: 'Sin secreto' }).check();
      await page.getByLabel('Callback').fill('x');
      await page.getByRole('button', { name: 'Agregar un encabezado' }).click();
      await page
        .getByRole('group', { name: /Encabezado 1/ })
        .getByLabel('Nombre')
        .fill('un nombre');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByLabel('Callback')).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Cancelar' }).click();
      await expect(page.getByRole('dialog', { name: '¿Salir sin guardar?' })).toBeVisible();
      await expectAccessible(page);
    });

    testWithoutService('pages without an answer of the service are accessible', async ({ page, signIn }) => {
      await signIn('partner', '/connection');
      await expect(page.getByRole('heading', { name: 'El servicio no responde' })).toBeVisible();
      await expectAccessible(page);
      for (const path of [
        '/agencies',
        `/agencies/${BUSY_AGENCY}/edit`,
        '/webhooks',
        '/webhooks/consulta-recibida/edit',
        '/catalogs/makes',
        '/catalogs/best-match?make=fiat',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('alert')).toContainText('El servicio no responde');
        await page.getByText('Detalle técnico').click();
        await expectAccessible(page);
      }
      await page.goto(`/agencies/invite?AdminMail=unsent-${width}@axe.example`);
      await page.getByRole('button', { name: 'Enviar la invitación' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'El servicio no responde' })).toBeVisible();
      await expectAccessible(page);
    });
  });
