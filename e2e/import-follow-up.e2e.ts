import { randomUUID } from 'node:crypto';
import { desk } from '#contract/desk/desk.ts';
import { expectAccessible } from './axe.ts';
import type { Inquiry } from './actions.ts';
import { chooseOption } from './fields.ts';
import { expect } from './test.ts';
import { test } from './own-agency.ts';

/** A phone number that no other test has. */
const uniquePhone = () => `341${String(Math.trunc(1_000_000 + Math.random() * 8_999_999))}`;

test(
  'a partner imports follow-up from a file by phone, mail and sid, and undoes the import',
  { tag: '@full' },
  async ({ page, agency, signIn, clientOf }) => {
    const phone = uniquePhone();
    const mail = `${randomUUID()}@compra.example`;
    const inquiries = [
      await agency.receive('Ana', { Interesado: { Telefono: phone, Email: '' } }),
      await agency.receive('Beto', { Interesado: { Telefono: '', Email: mail } }),
      await agency.receive('Caro', { Interesado: { Telefono: '', Email: '' } }),
    ];
    const partner = await clientOf('partner');
    const viewStatuses = () => Promise.all(inquiries.map(viewStatus));
    const viewStatus = async ({ adminMail, sid }: Inquiry) => {
      const { followUp } = await partner.call(desk.viewFollowUp, { params: { adminMail, sid } });
      return followUp.status;
    };
    await expect
      .poll(async () => {
        const body = { rows: inquiries.map(({ sid }) => ({ sid })) };
        const { rows } = await partner.call(desk.matchImport, { body });
        return rows.filter((matches) => matches.length === 1).length;
      })
      .toBe(3);

    await test.step('the file is mapped and its rows find their inquiries', async () => {
      await signIn('partner', '/settings/import');
      const text = [
        'Celular;E-mail;Sid;Etapa;Motivo;Comentario;Fecha',
        `+54 9 341 15-${phone.slice(3)};;;Cerrada ganada;;pagó la seña;31/12/2099`,
        `;${mail.toUpperCase()};;Se enfrió;Precio;;31/12/2099`,
        `;;${inquiries[2]?.sid.toLowerCase()};Nueva;;llamar el lunes;31/12/2099`,
        ';nadie@compra.example;;Nueva;;x;31/12/2099',
      ].join('\r\n');
      await page.getByLabel('Archivo CSV o XLSX').setInputFiles({
        name: 'otro crm.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text, 'latin1'),
      });
      await chooseOption(page, 'Qué es «Se enfrió»', 'Perdida');
      await expect(page.getByRole('combobox', { name: 'Qué es «Precio»' })).toHaveText('Por el precio');
      await page.getByRole('combobox', { name: 'Agencias en las que se busca' }).fill(agency.adminMail);
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: 'Buscar las consultas de 4 filas' }).click();
      await expect(page.getByRole('tab', { name: 'Para importar 3' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Sin consulta 1' })).toBeVisible();
      const table = page.getByRole('table', { name: 'Filas del archivo' });
      await expect(table.getByRole('link', { name: 'Ana' })).toBeVisible();
      await expect(table.getByText('31/12/2099: pagó la seña')).toBeVisible();
    });

    await page.getByRole('link', { name: 'Auditoría' }).click();
    const prompt = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
    await prompt.getByRole('button', { name: 'Seguir editando' }).click();
    await page.getByRole('button', { name: 'Importar 3 filas' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Cambia el seguimiento de 3 consultas: 3 estados y 2 notas.');
    await dialog.getByRole('button', { name: 'Importar 3 filas' }).click();
    await expect(page).toHaveURL(/\/jobs\/[\da-f-]{36}$/);
    const id = page.url().split('/').at(-1) ?? '';
    await expect.poll(viewStatuses).toEqual(['won', 'lost', 'new']);
    await expect(partner.call(desk.viewJob, { params: { id } })).resolves.toMatchObject({
      kind: 'import',
      name: 'otro crm.csv',
      state: 'done',
      done: 3,
      failed: 1,
    });
    await page.goto(inquiries[0]?.path ?? '');
    await expect(page.getByText('31/12/2099: pagó la seña')).toBeVisible();

    await test.step('the import is undone', async () => {
      await partner.call(desk.undoJob, { params: { id }, body: { id: randomUUID() } });
      await expect.poll(viewStatuses).toEqual(['new', 'new', 'new']);
    });
  },
);

for (const width of [360, 1440])
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 800 } });

    test('importing follow-up is accessible', async ({ page, agency, signIn }) => {
      const phone = uniquePhone();
      await agency.receive('Ana María', { Interesado: { Telefono: phone, Email: '' } });
      await agency.receive('Ana María', { Interesado: { Telefono: phone, Email: '' } });
      await signIn('partner', '/settings/import');
      await expectAccessible(page);
      await page
        .getByLabel('Tabla')
        .fill(
          [
            'Teléfono;Estado;Motivo;Nota',
            `${phone};Perdida;muy caro;una nota larga ${'x'.repeat(80)}`,
            '3410000001;Archivado;;x',
          ].join('\n'),
        );
      await expect(page.getByRole('combobox', { name: 'Qué es «Archivado»' })).toBeVisible();
      await expectAccessible(page);
      await expect(async () => {
        await page.getByRole('button', { name: 'Buscar las consultas de 2 filas' }).click();
        await expect(page.getByRole('tab', { name: 'Varias consultas 1' })).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expect(page.getByRole('combobox', { name: 'Consulta de la fila 1' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('radio', { name: 'La más nueva' }).check();
      await page.getByRole('button', { name: 'Importar 1 fila' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });
  });
