import { expectAccessible } from './axe.ts';
import { createAgency, createSeller } from './actions.ts';
import { fillTime } from './fields.ts';
import { panel, rows } from './inbox-page.ts';
import { expect, test } from './test.ts';

for (const width of [360, 1440])
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 800 } });

    test('signing in, the inbox, an inquiry and unknown addresses are accessible', async ({
      page,
      signIn,
    }) => {
      await page.goto('/sign-in');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(page.getByText('Escribí tu contraseña.')).toBeVisible();
      await expectAccessible(page);

      await signIn('seller');
      await expect(rows(page)).toHaveCount(25);
      await expectAccessible(page);

      await page.getByRole('button', { name: /Cuenta de/ }).click();
      await expect(page.getByRole('dialog', { name: 'Cuenta' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await rows(page).first().getByRole('link').click();
      await expect(panel(page).getByRole('heading', { name: 'Vehículo' })).toBeVisible();
      await expectAccessible(page);

      await page.goto('/inquiries?desde=2020-01-01&pagina=x');
      await expect(
        page.getByRole('alert').filter({ hasText: 'El servicio no aceptó lo pedido' }),
      ).toBeVisible();
      await expectAccessible(page);
      await page.goto('/no-existe');
      await expect(page.getByRole('heading', { name: 'Esta página no existe' })).toBeVisible();
      await expectAccessible(page);
    });

    test('recovery, the second factor and the account are accessible', async ({ page, vitrina, signIn }) => {
      await test.step('recovery', async () => {
        await page.goto('/recover');
        await page.getByLabel('Correo').fill('nadie@vitrina.example');
        await page.getByRole('button', { name: 'Enviar el enlace' }).click();
        await expect(page.getByText('Si nadie@vitrina.example tiene una cuenta')).toBeVisible();
        await expectAccessible(page);
      });

      await test.step('a link that is no longer valid', async () => {
        await page.goto('/welcome/no-existe');
        await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
        await expectAccessible(page);
      });

      await test.step('the second factor of a sign-in', async () => {
        await page.goto('/sign-in/second-factor');
        await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
        await page.getByRole('button', { name: 'Entrar', exact: true }).click();
        await expect(page.getByText('Escribí el código completo')).toBeVisible();
        await expectAccessible(page);
      });

      await test.step('the account', async () => {
        await signIn('support', '/settings/me');
        await expect(page.getByText('esta sesión')).toBeVisible();
        await expectAccessible(page);
      });

      await test.step('the dialog that turns the second factor on', async () => {
        await page.getByRole('button', { name: 'Activar el segundo paso' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Contraseña').fill(vitrina.people.support.password);
        await dialog.getByRole('button', { name: 'Seguir' }).click();
        await expect(dialog.getByRole('img')).toBeVisible();
        await expectAccessible(page);
      });
    });

    test('people and audit are accessible', async ({ page, signIn }) => {
      await signIn('partner', '/settings/people');
      await expect(page.getByRole('table', { name: 'Personas' })).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('link', { name: 'Valeria Sosa' }).click();
      await expect(page.getByRole('list', { name: 'Agencias elegidas' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Restablecer contraseña' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);

      await page.goto('/settings/people/invite');
      await page.getByRole('button', { name: 'Invitar' }).click();
      await expect(page.getByText('Elegí al menos una agencia.')).toBeVisible();
      await expectAccessible(page);

      await page.goto('/settings/buyer-data');
      await page.getByRole('button', { name: 'Buscar', exact: true }).click();
      await expect(page.getByText('Escribí un teléfono, un correo o un documento.')).toBeVisible();
      await expectAccessible(page);

      await page.goto('/settings/doctor');
      await expect(page.getByRole('region', { name: 'Sin problemas' })).toBeVisible();
      await expectAccessible(page);

      await page.goto('/settings/audit');
      const entry = page
        .getByRole('table', { name: 'Auditoría' })
        .getByRole('row')
        .filter({ hasText: 'entró con su contraseña' })
        .first();
      await entry.getByText('entró con su contraseña').click();
      await expect(entry.getByText('Dirección de red')).toBeVisible();
      await expectAccessible(page);
    });

    test('catalogs are accessible', async ({ page, signIn }) => {
      await signIn('seller', '/catalogs/colors?q=gris');
      await expect(page.getByRole('link', { name: 'Gris plata' })).toBeVisible();
      await expectAccessible(page);

      await page.goto('/catalogs/cities?region=x');
      await expect(page.getByText('Elegí una provincia')).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Nombre o id').fill('nada así');
      await expect(page.getByText('Ninguna entrada del catálogo')).toBeVisible();
      await expectAccessible(page);

      await page.goto('/catalogs/makes/77');
      await page.getByText('Lo que envió el servicio').click();
      await expectAccessible(page);

      await page.goto('/catalogs/best-match?state=bs+as&city=mar+del+plta');
      await expect(page.getByRole('region', { name: 'Por qué' }).getByRole('listitem').first()).toBeVisible();
      await expectAccessible(page);
      await page.goto('/catalogs/column');
      await page.getByLabel('Columna o tabla').fill('Marca\nVW\nvolksvagen\nlada\n');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Comparar 3 valores distintos' }).click();
      await page.getByRole('button', { name: 'Elegir para «lada»' }).click();
      await expect(page.getByRole('combobox', { name: 'Entrada para «lada»' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByLabel('Columna o tabla').fill('');
      await page.goto('/catalogs/dictionary');
      await expect(page.getByRole('heading', { name: 'Diccionario' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/catalogs/listing');
      await page.getByLabel('Tabla de publicaciones').fill('Marca\tColor\nVW\trojo\nvolksvagen\tzz\n');
      await page.getByRole('button', { name: 'Revisar 2 publicaciones' }).click();
      await expect(page.getByRole('table', { name: 'Publicaciones' })).toContainText('No se puede');
      await expectAccessible(page);
      await page.getByLabel('Tabla de publicaciones').fill('');
      await page.goto('/catalogs/listing?modo=una');
      await expect(page.getByRole('textbox', { name: 'Marca' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/catalogs/best-match?make=lada');
      await expect(page.getByRole('heading', { name: 'Sin coincidencia' })).toBeVisible();
      await page.getByLabel('Marca · como viene en tus datos').fill(' ');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Escribí un valor.')).toBeVisible();
      await expectAccessible(page);
    });

    test('hours are accessible', async ({ page, vitrina, signIn, clientOf }) => {
      const adminMail = await createAgency(vitrina, await clientOf('partner'));
      await signIn('partner', `/settings/hours?agencia=${adminMail}`);
      await expect(page.getByLabel('Lunes, horario 1, desde')).toBeVisible();
      await expectAccessible(page);
      await fillTime(page.getByRole('group', { name: 'Martes, horario 1, hasta' }), '08:00');
      await page.getByLabel('Avisar a los (minutos)').fill('');
      await page.getByRole('button', { name: 'Agregar el feriado' }).click();
      await page.getByRole('button', { name: 'Guardar', exact: true }).click();
      await expect(page.getByText('Tiene que terminar después de empezar')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('combobox', { name: 'Zona horaria' }).fill('bue');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await expectAccessible(page);
    });

    test('templates are accessible', async ({ page, vitrina, signIn, clientOf }) => {
      const partner = await clientOf('partner');
      const agencies = [await createAgency(vitrina, partner)];
      await signIn(await createSeller(vitrina, partner, { agencies }), '/settings/templates/new');
      await page.getByLabel('Nombre de la plantilla').fill('De a dos');
      await page.getByLabel('Texto', { exact: true }).fill('Hola {{nombre}} {{x}}');
      await page.getByLabel('Compartirla').check();
      await page.getByRole('button', { name: 'Guardar', exact: true }).click();
      await page.getByRole('table', { name: 'Plantillas' }).getByRole('link', { name: 'De a dos' }).click();
      await page.getByLabel('Probar con una consulta').check();
      await page.getByLabel('Nombre de la plantilla').fill('');
      await page.getByRole('button', { name: 'Guardar', exact: true }).click();
      await expect(page.getByText('Escribí un nombre de hasta 60 letras.')).toBeVisible();
      await expectAccessible(page);
    });
  });
