import { changeFollowUp, openPageAs } from './actions.ts';
import { followUp, historyEntries } from './inbox-page.ts';
import { hasMail } from './mailbox.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

test(
  'a partner reminds a seller of an inquiry, and hands the open work over on a sheet and by mail',
  { tag: '@full' },
  async ({ page, browser, vitrina, agency, signIn, clientOf }) => {
    const seller = await clientOf(agency.seller);
    const mine = await agency.receive('Ana', { Interesado: { Apellido: 'Paz', Telefono: '351 555-4321' } });
    await agency.receive('Beto');
    await changeFollowUp(seller, mine, { kind: 'claim', claimed: true });
    await changeFollowUp(seller, mine, { kind: 'note', text: 'Pidió la ficha', contact: false });

    await test.step('the reminder', async () => {
      await signIn('partner', mine.path);
      await followUp(page).getByRole('button', { name: 'Recordársela…' }).click();
      await followUp(page)
        .getByLabel(/^Qué decirle/)
        .fill('Viene a las 5');
      await followUp(page).getByRole('button', { name: 'Mandar recordatorio' }).click();
      await expect(historyEntries(page).filter({ hasText: 'le recordó a Paula Rey' })).toContainText(
        'Viene a las 5',
      );
      const other = await openPageAs(browser, vitrina, seller, mine.path);
      await expect(historyEntries(other).filter({ hasText: 'Viene a las 5' })).toBeVisible();
      await expect(followUp(other).getByRole('button', { name: 'Recordársela…' })).toHaveCount(0);
      await other.context().close();
    });

    await test.step('the sheet', async () => {
      await page.goto(`/handover?agencia=${agency.adminMail}`);
      await expect(page.getByRole('heading', { name: 'Traspaso de turno', exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: /^Paula Rey/ })).toBeVisible();
      const row = page.getByRole('listitem').filter({ hasText: 'Ana Paz' });
      await expect(row).toContainText('351 555-4321');
      await expect(row).toContainText('Pidió la ficha');
      await page.getByRole('switch', { name: 'Ocultar datos de contacto' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Ana P•••' })).not.toContainText('555-4321');
    });

    await test.step('the mail', async () => {
      await page.getByRole('button', { name: 'Mandar por correo…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Mandar el traspaso' });
      await dialog.getByRole('checkbox', { name: 'Paula Rey' }).check();
      await dialog.getByRole('button', { name: 'Mandar', exact: true }).click();
      await expect(dialog).toContainText('Sale en un momento.');
      await expect.poll(() => hasMail(vitrina.dataDir, agency.seller.mail, 'Traspaso de turno')).toBe(true);
    });
  },
);
