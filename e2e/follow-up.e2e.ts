import type { Locator } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { changeFollowUp, createSeller, openPageAs, receiveInquiry } from './actions.ts';
import { recordContactLinks } from './answering.ts';
import {
  contactBar,
  expectStatus,
  followUp,
  history,
  historyEntries,
  noteField,
  panel,
  panelHeading,
  saveNoteButton,
  statusButton,
  undoNotice,
} from './inbox-page.ts';
import { FOLLOW_UP_CHANGES, blockLiveEvents, failRequests } from './network.ts';
import { expect, test } from './test.ts';

test('a seller sets the status with one tap, and undoes it by z and in the history', async ({
  page,
  vitrina,
  signIn,
}) => {
  await signIn('seller', (await receiveInquiry(vitrina, BUSY_AGENCY)).path);
  await expectStatus(page, 'Nueva');
  await expect(history(page)).toContainText('Todavía no se hizo nada');

  // Saved at once, not after the undo notice.
  const saved = page.waitForResponse(FOLLOW_UP_CHANGES);
  await statusButton(page, 'Cita').click();
  await expectStatus(page, 'Cita');
  await saved;
  await expect(historyEntries(page)).toHaveText([/Valeria Sosa la pasó a «Cita».*Primer contacto/]);
  await expect(undoNotice(page)).toContainText('Pasó a «Cita»');
  await page.keyboard.press('z');
  await expectStatus(page, 'Nueva');
  await expect(historyEntries(page)).toHaveText([
    /Valeria Sosa deshizo: Valeria Sosa la pasó a «Cita»/,
    /Valeria Sosa la pasó a «Cita».*deshecho/,
  ]);

  // Repeats of a key have no effect.
  for (const _ of [1, 2, 3]) await page.keyboard.press('e');
  await expectStatus(page, 'Contactada');
  await expect(undoNotice(page)).toContainText('Pasó a «Contactada»');
  for (const _ of [1, 2, 3]) await page.keyboard.press('z');
  await expectStatus(page, 'Nueva');

  await page.keyboard.press('e');
  await expectStatus(page, 'Contactada');
  await page.reload();
  await historyEntries(page)
    .first()
    .getByRole('button', { name: /^Deshacer/ })
    .click();
  await expectStatus(page, 'Nueva');
  await expect(historyEntries(page)).toHaveCount(6);
  await expect(history(page).getByRole('button', { name: /^Deshacer/ })).toHaveCount(0);
});

test(
  'a seller gives the reason of a lost inquiry, or cancels with Escape',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    await signIn('seller', (await receiveInquiry(vitrina, BUSY_AGENCY)).path);
    await statusButton(page, 'Perdida').click();
    const reasons = followUp(page).getByRole('group', { name: 'Por qué se perdió' });
    await expect(reasons.getByRole('button', { name: 'No contesta' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(reasons).toBeHidden();
    await expect(statusButton(page, 'Perdida')).toBeFocused();
    await expect(historyEntries(page)).toHaveCount(0);
    await statusButton(page, 'Perdida').click();
    await reasons.getByRole('button', { name: 'Compró en otro lado' }).click();
    await expectStatus(page, 'Perdida');
    await expect(followUp(page)).toContainText('Perdida: Compró en otro lado');
    await expect(historyEntries(page)).toHaveText([/Valeria Sosa la dio por perdida: Compró en otro lado/]);
  },
);

test('a seller writes a note by key, finds it after a reload, and saves it as a contact', async ({
  page,
  vitrina,
  signIn,
}) => {
  await signIn('seller', (await receiveInquiry(vitrina, BUSY_AGENCY)).path);
  await expectStatus(page, 'Nueva');
  await expect(noteField(page)).toBeVisible();
  await page.keyboard.press('n');
  await expect(noteField(page)).toBeFocused();
  await page.keyboard.type('Viene a las seis <b>con</b> su auto');
  await page.keyboard.press('Escape');
  await expect(panelHeading(page)).toBeFocused();
  const contact = followUp(page).getByLabel('Hablé con la persona');
  await contact.check();
  await page.reload();
  await expect(noteField(page)).toHaveValue('Viene a las seis <b>con</b> su auto');
  await expect(contact).toBeChecked();
  await page.keyboard.press('n');
  await page.keyboard.press('Control+Enter');
  await expect(panelHeading(page)).toBeFocused();
  await expect(historyEntries(page)).toHaveText([
    /Valeria Sosa habló con la persona.*Primer contacto.*Viene a las seis <b>con<\/b> su auto/s,
  ]);
  await expect(noteField(page)).toHaveValue('');
  await expect(contact).not.toBeChecked();
  await page.getByRole('button', { name: /^Deshacer: / }).click();
  await expect(historyEntries(page).nth(1)).toContainText('deshecho');
  await expect(historyEntries(page).nth(1)).toContainText('Viene a las seis');
});

test(
  'a seller who changes what a colleague changed meanwhile sees both versions and chooses one',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY);
    const nora = await clientOf(
      await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY], name: 'Nora Luna' }),
    );
    const conflict = followUp(page).getByRole('alert').filter({ hasText: 'Nora Luna la cambió' });
    const states = followUp(page).getByRole('group', { name: 'Estado', exact: true });
    await test.step('the version of the colleague stays', async () => {
      await blockLiveEvents(page);
      await signIn('seller', inquiry.path);
      await expectStatus(page, 'Nueva');
      await changeFollowUp(nora, inquiry, { kind: 'status', status: 'appointment' });
      await statusButton(page, 'Ganada').click();
      await expect(conflict).toBeFocused();
      await expect(conflict.getByRole('row', { name: /Estado/ })).toHaveText('EstadoGanadaCita');
      await expectStatus(page, 'Cita');
      await page.reload();
      await expect(conflict.getByRole('row', { name: /Estado/ })).toHaveText('EstadoGanadaCita');
      await conflict.getByRole('button', { name: 'Dejar lo de Nora Luna' }).click();
      await expect(conflict).toBeHidden();
      await expect(states).toBeFocused();
      await expect(historyEntries(page)).toHaveCount(1);
    });

    await test.step('the own version is saved', async () => {
      await changeFollowUp(nora, inquiry, { kind: 'status', status: 'contacted' });
      await statusButton(page, 'Ganada').click();
      await conflict.getByRole('button', { name: 'Poner lo mío' }).click();
      await expect(states).toBeFocused();
      await expectStatus(page, 'Ganada');
      await expect(historyEntries(page)).toHaveText([
        /Valeria Sosa la pasó a «Ganada»/,
        /Nora Luna la pasó a «Contactada»/,
        /Nora Luna la pasó a «Cita»/,
      ]);
    });
  },
);

test(
  'a seller names a colleague in a note, who is told, and pins it above the history',
  { tag: '@full' },
  async ({ page, browser, vitrina, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const zoe = await createSeller(vitrina, partner, { agencies: [BUSY_AGENCY], name: 'Zoe Nombrada' });
    const { path } = await receiveInquiry(vitrina, BUSY_AGENCY);
    const hers = await openPageAs(browser, vitrina, await clientOf(zoe), '/inquiries');
    await expect(hers.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    await signIn('seller', path);
    await expectStatus(page, 'Nueva');
    await noteField(page).focus();
    await page.keyboard.type('Paga al contado, mirá @nombr');
    await page.getByRole('option', { name: 'Zoe Nombrada', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect(noteField(page)).toHaveValue('Paga al contado, mirá @Zoe Nombrada ');
    await page.keyboard.press('Control+Enter');
    await expect(historyEntries(page)).toHaveText([/Valeria Sosa anotó.*@Zoe Nombrada/s]);

    await history(page).getByRole('button', { name: 'Fijar' }).click();
    await expect(history(page)).toContainText(/Nota fijada · Valeria Sosa/);
    await page.reload();
    await expect(history(page)).toContainText(/Nota fijada · Valeria Sosa/);
    await history(page).getByRole('button', { name: 'Dejar de fijar' }).click();
    await expect(history(page)).not.toContainText(/Nota fijada ·/);

    const notice = hers.getByRole('alert').filter({ hasText: 'Valeria Sosa te nombró' });
    await notice.getByRole('link', { name: 'Abrirla' }).click();
    await expect(history(hers)).toContainText('@Zoe Nombrada');
    await expect(notice).toBeHidden();
    await hers.context().close();
  },
);

test(
  'a seller takes an inquiry, lets it go, and hands it over to a colleague who still has access',
  { tag: '@full' },
  async ({ page, browser, vitrina, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const colleague = (name: string) => createSeller(vitrina, partner, { agencies: [BUSY_AGENCY], name });
    const [ida, zoe] = await Promise.all([colleague('Ida Roca'), colleague('Zoe Paz')]);
    const { path } = await receiveInquiry(vitrina, BUSY_AGENCY);
    await test.step('the inquiry is taken and let go', async () => {
      await signIn('seller', path);
      await followUp(page).getByRole('button', { name: 'Tomarla' }).click();
      await expect(followUp(page)).toContainText('La tenés vos');
      await followUp(page).getByRole('button', { name: 'Soltarla' }).click();
      await expect(followUp(page)).toContainText('Nadie la tomó');
    });

    await test.step('the inquiry is handed over', async () => {
      await panelHeading(page).focus();
      await page.keyboard.press('a');
      const choice = followUp(page).getByRole('group', { name: 'Pasar la consulta' });
      await expect(choice.getByLabel('A quién')).toBeFocused();
      await choice.getByLabel('A quién').selectOption('Ida Roca');
      await choice.getByLabel(/Qué tiene que saber/).fill('Pidió por vos');
      const { people } = await partner.call(desk.listPeople, { query: { q: ida.mail } });
      const id = people.find(({ mail }) => mail === ida.mail)?.id ?? '';
      await partner.call(desk.setAccess, { params: { id }, body: { enabled: false } });
      await choice.getByRole('button', { name: 'Pasarla' }).click();
      await followUp(page).getByRole('button', { name: 'Elegir a otra persona' }).click();
      await expect(choice.getByRole('option', { name: 'Ida Roca' })).toHaveCount(0);
      await expect(choice.getByLabel(/Qué tiene que saber/)).toHaveValue('Pidió por vos');
      await choice.getByLabel('A quién').selectOption('Zoe Paz');
      await choice.getByRole('button', { name: 'Pasarla' }).click();
      await expect(followUp(page)).toContainText('La tiene Zoe Paz');
      await expect(historyEntries(page).first()).toContainText(
        /Valeria Sosa se la pasó a Zoe Paz.*Pidió por vos/s,
      );
    });

    await test.step('the colleague has it', async () => {
      const hers = await openPageAs(browser, vitrina, await clientOf(zoe), path);
      await expect(followUp(hers)).toContainText('La tenés vos');
      await hers.context().close();
    });
  },
);

test(
  'the focus is never lost when the pressed control disappears',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    const person = { Interesado: { Nombre: 'Berta', Telefono: '0351 15-555-0111' } };
    const { connected } = await blockLiveEvents(page);
    await signIn('seller', (await receiveInquiry(vitrina, BUSY_AGENCY, person)).path);
    await expectStatus(page, 'Nueva');
    await connected;
    const button = (name: string | RegExp) => followUp(page).getByRole('button', { name });
    const press = async (pressed: Locator, then: Locator) => {
      await pressed.focus();
      await page.keyboard.press('Enter');
      await expect(then).toBeFocused();
    };
    /** Waits for the response: changes are shown before they are saved. */
    const save = async (pressed: Locator, then: Locator) => {
      const answered = page.waitForResponse(FOLLOW_UP_CHANGES);
      await press(pressed, then);
      await answered;
    };
    /** Makes the changes of `act` fail. */
    const failing = async (act: () => Promise<void>, failed = button('Reintentar')) => {
      const failure = await failRequests(page, FOLLOW_UP_CHANGES);
      await act();
      await expect(failed).toBeVisible();
      await failure.stop();
    };

    await failing(() => statusButton(page, 'Cita').click());
    await save(button('Reintentar'), followUp(page).getByRole('group', { name: 'Estado', exact: true }));
    await failing(() => button('Tomarla').click());
    await save(button('Reintentar'), button('Soltarla'));
    await failing(async () => {
      await noteField(page).fill('Quiere verlo');
      await saveNoteButton(page).click();
    });
    await save(button('Reintentar'), saveNoteButton(page));
    await expect(historyEntries(page)).toHaveCount(3);
    await button('Posponer…').click();
    await Promise.all([page.waitForResponse(FOLLOW_UP_CHANGES), button(/En 1 hora/).click()]);
    await failing(() => button('Traerla de vuelta').click());
    await save(button('Reintentar'), button('Posponer…'));

    await save(historyEntries(page).getByRole('button', { name: /^Deshacer: .*anotó/ }), history(page));
    await failing(() =>
      historyEntries(page)
        .getByRole('button', { name: /la tomó/ })
        .click(),
    );
    await save(history(page).getByRole('button', { name: 'Reintentar' }), history(page));
    await expect(historyEntries(page)).toHaveCount(7);

    const notRecorded = panel(page).getByRole('alert').filter({ hasText: 'No se pudo anotar' });
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    const call = () => contactBar(page).getByRole('link', { name: 'Llamar' }).click();
    const [leave, retry] = ['No anotarlo', 'Reintentar'].map((name) =>
      notRecorded.getByRole('button', { name }),
    ) as [Locator, Locator];
    await failing(call, leave);
    await press(leave, panelHeading(page));
    await failing(call, retry);
    await save(retry, panelHeading(page));
    await expect(notRecorded).toHaveCount(0);
    await statusButton(page, 'Ganada').click();
    await press(button('Ver lo anterior (1)'), historyEntries(page).nth(8));
  },
);

test(
  'support reads the history without addresses, and neither calls nor changes anything',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, {
      Interesado: { Nombre: 'Ana', Telefono: '0351 15-555-0111' },
    });
    await changeFollowUp(await clientOf('seller'), inquiry, { kind: 'status', status: 'contacted' });
    await signIn('support', inquiry.path);
    await expect(followUp(page)).toContainText('Estado: Contactada');
    await expect(historyEntries(page)).toHaveText([/Valeria Sosa la pasó a «Contactada»/]);
    await expect(history(page)).not.toContainText(/127\.0|::1/);
    await expect(history(page).getByRole('button')).toHaveCount(0);
    await expect(followUp(page).getByRole('group', { name: 'Estado' })).toHaveCount(0);
    await expect(followUp(page).getByRole('textbox')).toHaveCount(0);
    const openedLinks = await recordContactLinks(page);
    await expect(contactBar(page).getByRole('button')).toHaveText(['Mostrar contacto']);
    await expect(contactBar(page).getByRole('link')).toHaveCount(0);
    for (const key of ['n', 's', 'e', 'c']) await page.keyboard.press(key);
    expect(await openedLinks()).toEqual([]);
    await expect(followUp(page).getByRole('group', { name: 'Posponer' })).toHaveCount(0);
    await page.reload();
    await expect(historyEntries(page)).toHaveCount(1);
  },
);
