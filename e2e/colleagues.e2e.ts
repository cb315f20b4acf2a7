import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import type { Vitrina } from '#testing/server-process.ts';
import { uniqueName } from './actions.ts';
import { expectRowsReady, followUp, historyEntries, rows } from './inbox-page.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

// Whoever chooses among more people than a list shows finds the others by their names.

const COUNT = 120;

/** Adds sellers of an agency, as many at once as nobody would invite in a test. @returns what all their names begin with */
function addSellers({ dataDir }: Vitrina, adminMail: string): string {
  const prefix = uniqueName('Ágata');
  using database = new DatabaseSync(join(dataDir, 'gateway.db'), { timeout: 5000 });
  database.exec('begin immediate');
  const person = database.prepare(
    `insert into person (id, mail, name, name_key, role, password_hash, created_at, accepted_at)
     values (?, ?, ?, ?, 'seller', '', 1, 1)`,
  );
  const right = database.prepare('insert into person_agency (person_id, admin_mail) values (?, ?)');
  for (let number = 1; number <= COUNT; number++) {
    const name = `${prefix} ${number}`;
    const id = `${prefix.slice(-8)}${String(number).padStart(18, '0')}`;
    person.run(id, `${id}@vitrina.example`, name, name.toLowerCase().replace('á', 'a'));
    right.run(id, adminMail);
  }
  database.exec('commit');
  return prefix;
}

const options = (form: Locator, name: string | RegExp) => form.getByRole('option', { name });

test('a seller finds a colleague among many by name, and hands the inquiry over', async ({
  page,
  vitrina,
  agency,
  signIn,
}) => {
  const prefix = addSellers(vitrina, agency.adminMail);
  const { path } = await agency.receive('Ana');
  await signIn(agency.seller, path);
  await followUp(page).getByRole('button', { name: 'Pasarla a…' }).click();
  const form = followUp(page).getByRole('group', { name: 'Pasar la consulta' });
  await expect(options(form, prefix)).not.toHaveCount(0);
  await expect(options(form, `${prefix} 99`)).toHaveCount(0);
  await form.getByLabel(/Qué tiene que saber/).fill('Pidió por vos');

  const search = form.getByRole('searchbox', { name: 'Buscar por nombre' });
  await search.fill('nadie se llama así');
  await expect(form.getByLabel('A quién')).toHaveText(/Nadie coincide/);
  // Accents and case do not matter.
  await search.fill(`${prefix.replace('Á', 'a').toUpperCase()} 99`);
  await expect(options(form, prefix)).toHaveText([`${prefix} 99`]);
  await form.getByLabel('A quién').selectOption(`${prefix} 99`);
  await form.getByRole('button', { name: 'Pasarla' }).click();
  await expect(followUp(page)).toContainText(`La tiene ${prefix} 99`);
  await expect(historyEntries(page).first()).toContainText('Pidió por vos');
});

test(
  'a seller hands several inquiries at once to a colleague among many',
  { tag: '@full' },
  async ({ page, vitrina, agency, signIn }) => {
    const prefix = addSellers(vitrina, agency.adminMail);
    for (const name of ['Ana', 'Beto']) await agency.receive(name);
    await signIn(agency.seller, '/inquiries?vista=hoy');
    await expectRowsReady(page);
    await page.getByRole('button', { name: 'Elegir varias' }).click();
    await page.getByRole('button', { name: 'Las 2 en pantalla' }).click();
    const bar = page.getByRole('region', { name: 'Consultas elegidas' });
    await bar.getByRole('button', { name: 'Pasarlas a…' }).click();
    const form = bar.getByRole('group', { name: 'Pasar las consultas' });
    await form.getByRole('searchbox', { name: 'Buscar por nombre' }).fill(`${prefix} 98`);
    await expect(options(form, prefix)).toHaveText([`${prefix} 98`]);
    await form.getByLabel('A quién').selectOption(`${prefix} 98`);
    await form.getByRole('button', { name: 'Pasarlas' }).click();
    // A row has the first name only.
    await expect(rows(page).filter({ hasText: `la tiene ${prefix}` })).toHaveCount(2);
  },
);

test(
  'a partner finds recipients among many by name and by mail, and each stays chosen',
  { tag: '@full' },
  async ({ page, vitrina, agency, signIn, clientOf }) => {
    const prefix = addSellers(vitrina, agency.adminMail);
    const mail = `${prefix.slice(-8)}${String(97).padStart(18, '0')}@vitrina.example`;
    await signIn('partner', `/settings/hours?agencia=${agency.adminMail}`);
    const alarm = page.getByRole('region', { name: 'Alarma de consultas tarde', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Alarma de consultas tarde' });
    const people = dialog.getByRole('combobox', { name: 'A quién avisar' });
    const chosen = (number: number) =>
      dialog.getByRole('button', { name: `${prefix} ${number}`, exact: true });
    await alarm.getByRole('button', { name: 'Cambiar la alarma' }).click();
    await dialog.getByRole('switch', { name: 'Avisar' }).check();
    for (const [text, number] of [
      [`${prefix} 99`, 99],
      [mail, 97],
    ] as const) {
      await people.fill(text);
      await dialog.getByRole('option', { name: `${prefix} ${number}` }).click();
      await expect(chosen(number)).toBeVisible();
    }
    await people.fill('nadie se llama así');
    await expect(dialog.getByText('Nadie coincide.')).toBeVisible();
    await people.fill('');
    await page.keyboard.press('Escape');
    for (const number of [97, 99]) await expect(chosen(number)).toBeVisible();
    await dialog.getByRole('button', { name: 'Guardar la alarma' }).click();
    await expect(dialog).toBeHidden();
    for (const number of [97, 99]) await expect(alarm).toContainText(`${prefix} ${number}`);

    // Whoever is not among the first that are offered is still chosen when the dialog is opened again.
    await alarm.getByRole('button', { name: 'Cambiar la alarma' }).click();
    for (const number of [97, 99]) await expect(chosen(number)).toBeVisible();
    await people.fill(`${prefix} 98`);
    await dialog.getByRole('option', { name: `${prefix} 98` }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Guardar la alarma' }).click();
    await expect(dialog).toBeHidden();
    const client = await clientOf('partner');
    const saved = await client.call(desk.viewLateAlarm, { params: { adminMail: agency.adminMail } });
    expect(saved.alarm.recipients).toHaveLength(3);
  },
);
