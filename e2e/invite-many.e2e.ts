import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { type Vitrina, startVitrina } from '#testing/server-process.ts';
import { createAgency, receiveInquiry, registerAgency, uniqueName } from './actions.ts';
import { expectAccessible } from './axe.ts';
import { copyDemoTemplate } from './demo-template.ts';
import { chooseOption } from './fields.ts';
import { hasMail } from './mailbox.ts';
import { expect, test as base } from './test.ts';

/** This test has servers of its own, because it adds hundreds of agencies. */
const test = base.extend<object, { vitrina: Vitrina }>({
  vitrina: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      await using folder = await copyDemoTemplate();
      await using vitrina = await startVitrina({ DATA_DIR: folder.path });
      await use(vitrina);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const HEADS = 'Agencia;E-mail;Teléfono;Celular;CUIT;Provincia;Localidad;Notas';

interface Given {
  name?: string;
  mail?: string;
  phone?: string;
  whatsapp?: string;
  taxId?: string;
  region?: string;
  city?: string;
}

const toLine = (number: number, given: Given) => {
  const name = given.name ?? `Agencia ${number}`;
  const mail = given.mail ?? `agencia${number}@muchas.example`;
  const phone = given.phone ?? '(0341) 455-0101';
  const { whatsapp = '', taxId = '', region = 'Santa Fe', city = 'rosario' } = given;
  return [name, mail, phone, whatsapp, taxId, region, city, `nota ${number}`].join(';');
};

/** 500 rows, of which 60 have one of 12 faults. */
function createFile({ invited, associated }: { invited: string[]; associated: string[] }): string {
  const faults: Given[][] = [
    [{ mail: '' }, { mail: '' }, { mail: '' }, { mail: '' }, { mail: '' }],
    [1, 2, 3, 4, 5].map((at) => ({ mail: `sin arroba ${at}` })),
    repeat({ name: 'X' }),
    repeat({ taxId: '30-50001091-2 y 30-50001091-3' }),
    repeat({ phone: 'consultar' }),
    repeat({ whatsapp: '155 010' }),
    repeat({ region: 'Cordba', city: '' }),
    repeat({ city: 'Rosaro' }),
    repeat({ region: '', city: 'Mar del Plata' }),
    repeat({ mail: 'AGENCIA1@muchas.example' }),
    invited.map((mail) => ({ mail })),
    associated.map((mail) => ({ mail })),
  ];
  const faulty = faults.flat();
  const rows = Array.from({ length: 500 }, (_, at) => toLine(at + 1, faulty[at - 440] ?? {}));
  return [HEADS, ...rows].join('\r\n');
}

const repeat = (given: Given) => Array.from({ length: 5 }, () => given);

async function chooseFile(page: Page, text: string): Promise<void> {
  await page
    .getByLabel('Archivo CSV o XLSX')
    .setInputFiles({ name: 'agencias.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

async function fill(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}

test(
  'a partner invites 500 agencies from a file with 60 faults of 12 kinds',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    test.setTimeout(120_000);
    const partner = await clientOf('partner');
    const invited = Array.from({ length: 5 }, () => `${uniqueName('ya')}@muchas.example`);
    for (const AdminMail of invited) await partner.call(v3.inviteAgency, { body: { AdminMail } });
    const associated = [BUSY_AGENCY];
    while (associated.length < 5) associated.push(await createAgency(vitrina, partner));

    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await test.step('rows are checked and sorted into buckets', async () => {
      await signIn('partner', '/agencies');
      await page.getByRole('button', { name: 'Más acciones' }).click();
      await page.getByRole('menuitem', { name: 'Invitar a muchas' }).click();
      await chooseFile(page, createFile({ invited, associated }));
      await expect(tab('Para corregir 45')).toBeVisible();
      await expect(tab('Listas 440')).toBeVisible();
      await expect(tab('Repetidas en el archivo 5')).toBeVisible();
      await tab('Ya invitadas 5').click();
      await expect(page.getByRole('cell', { name: /La invitó .+ el / })).toHaveCount(5);
      await tab('Ya asociadas 5').click();
      await expect(page.getByRole('table', { name: 'Filas' }).getByRole('row')).toHaveCount(6);
      await tab('Para corregir 45').click();
    });

    await test.step('faults are corrected', async () => {
      await fill(page.getByRole('textbox', { name: 'Nombre, «X»' }), 'Equis Automotores');
      await fill(page.getByRole('textbox', { name: /^Identificación fiscal, «30/ }), '30-50001091-2');
      await fill(page.getByRole('textbox', { name: 'WhatsApp, «155 010»' }), '+54 9 341 555 0101');
      await page.getByRole('button', { name: 'Dejar vacío: Teléfono, «consultar»' }).click();
      await expect(tab('Para corregir 25')).toBeVisible();
      await page.getByRole('button', { name: /^Córdoba · \d+: aceptar para «Cordba»/ }).click();
      await page.getByRole('button', { name: /^Mar del Plata \(Buenos Aires\) · \d+: aceptar/ }).click();
      await page.getByRole('button', { name: /^Aceptar 1 dudosa desde 75 puntos/ }).click();
      await expect(tab('Para corregir 10')).toBeVisible();
      await fill(
        page.getByRole('textbox', { name: /^Correo de quien administra, Fila 441/ }),
        'rescatada@muchas.example',
      );
      await expect(tab('Listas 476')).toBeVisible();
    });

    const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await test.step('the ready rows are invited', async () => {
      await page.getByRole('button', { name: 'Invitar a 476 agencias…' }).click();
      await page.getByRole('button', { name: 'Invitar', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'agencias.csv', level: 1 })).toBeVisible();
      await expect(page.getByText('476 de 500 se enviaron · 24 no')).toBeVisible({
        timeout: 60_000,
      });
      await expect(step('Enviadas')).toContainText('476');
      await expect.poll(() => hasMail(vitrina.dataDir, 'rescatada@muchas.example', '')).toBe(true);
      const body = await partner.call(v3.viewAgency, { params: { adminMail: 'agencia481@muchas.example' } });
      expect([body.Ciudad, body.Region]).toEqual(['Mar del Plata', 'Buenos Aires']);
    });

    await test.step('registrations and first inquiries are followed', async () => {
      await registerAgency(vitrina, 'agencia1@muchas.example');
      const { invitations } = await partner.call(desk.listInvitations, {});
      const { id = '' } = invitations.find(({ adminMail }) => adminMail === 'agencia1@muchas.example') ?? {};
      await partner.call(desk.checkInvitation, { params: { id } });
      await receiveInquiry(vitrina, 'agencia1@muchas.example');
      await expect(step('Registradas')).toContainText('1 ·');
      await expect(step('Con su primera consulta')).toContainText('1 ·', { timeout: 70_000 });
      await chooseOption(page, 'Qué agencias se ven', 'Con consultas');
      await expect(page.getByRole('table', { name: 'Agencias invitadas' }).getByRole('row')).toHaveCount(2);
      await expect(page.getByText('A todas se les envió algo en las últimas 24 horas.')).toBeVisible();
    });

    await test.step('the rest is saved as a file', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Guardar lo que falta (CSV)' }).click();
      const [head, ...rows] = readFileSync(await (await download).path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(head?.replace('\uFEFF', '')).toBe(`${HEADS};Motivo`);
      expect(rows).toHaveLength(24);
      expect(rows[0]).toMatch(/^Agencia 442;;.+;nota 442;Tiene un dato que no es válido: Correo .+ falta$/);
      expect(rows.filter((row) => row.includes('Mismo correo que la fila 1'))).toHaveLength(5);
    });
  },
);

for (const width of [360, 1280])
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });
    test('pages of many invitations are accessible', { tag: '@full' }, async ({ page, signIn }) => {
      await signIn('partner', '/agencies/invite-many');
      await expectAccessible(page);
      const given = [{ phone: 'consultar' }, { region: 'Cordba' }, { city: 'Rosaro' }, { mail: '' }, {}];
      const rows = given.map((row, at) => toLine(width * 10 + at, row));
      await chooseFile(page, [HEADS, ...rows].join('\n'));
      await expect(page.getByRole('button', { name: /para «Rosaro»/ }).first()).toBeVisible();
      await fill(page.getByRole('textbox', { name: 'Teléfono, «consultar»' }), '1');
      await expectAccessible(page);
      await page.getByRole('button', { name: /^Rosario .+ aceptar para/ }).click();
      await page.getByRole('tab', { name: 'Listas 2' }).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Invitar a 2 agencias…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Invitar', exact: true }).click();
      await expect(page.getByRole('main').getByText('2 de 5 se enviaron · 3 no')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Agencias invitadas' })).toBeVisible();
      await expectAccessible(page);
    });
  });
