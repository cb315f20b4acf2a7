import { addDays, dayAt } from '#contract/window.ts';
import { createAgency, receiveInquiry } from './actions.ts';
import { agencyButton, chooseAgency, choosePeriod, list, openFilters, rowOf, rows } from './inbox-page.ts';
import { test } from './own-agency.ts';
import { fillDate, shownDate } from './fields.ts';
import { expect } from './test.ts';

const ZONE = 'America/Argentina/Buenos_Aires';

const today = () => dayAt(Date.now(), ZONE);

const from = (name: string, inquiry: object = {}) => ({
  Interesado: { Nombre: name, Apellido: '' },
  ...inquiry,
});

test('a partner filters by agency, days, operator and publication', async ({
  page,
  vitrina,
  signIn,
  clientOf,
}) => {
  const agency = await createAgency(vitrina, await clientOf('partner'));
  const momentOf = (daysAgo: number) => `${addDays(today(), -daysAgo)}T12:00:00-03:00`;
  const operator = 'filtrada@lapuna.example';
  await receiveInquiry(vitrina, agency, from('Recién llegada'));
  await receiveInquiry(
    vitrina,
    agency,
    from('De Operadora', { OperadorResponsable: operator, Momento: momentOf(15) }),
  );
  await receiveInquiry(
    vitrina,
    agency,
    from('De Publicación', {
      OperadorResponsable: null,
      Auto: { ExternalId: 'E2E-1' },
      Momento: momentOf(15),
    }),
  );
  await signIn('partner');
  await chooseAgency(page, agency);
  await expect(page).toHaveURL(new RegExp(`agencia=${encodeURIComponent(agency)}`));
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('link', { name: 'Consultas' }).click();
  await expect(page).toHaveURL(/inquiries$/);
  await expect(agencyButton(page)).toHaveAttribute('title', agency);
  await openFilters(page);
  await fillDate(page, 'Desde', addDays(today(), -20));
  await fillDate(page, 'Hasta', addDays(today(), -10));
  await expect(page).toHaveURL(/hasta=/);
  await expect(rows(page)).toHaveCount(2);
  await (await openFilters(page)).getByLabel('Operador').fill(operator);
  await page.getByLabel('Operador', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/operador=filtrada/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, 'De Operadora')).toBeVisible();
  await page.getByRole('link', { name: 'Limpiar' }).click();
  await expect(page).not.toHaveURL(/operador/);
  await (await openFilters(page)).getByLabel('Publicación', { exact: true }).fill('e2e-1');
  await page.getByLabel('Publicación', { exact: true }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, 'De Publicación')).toBeVisible();
  await (await openFilters(page)).getByLabel('Operador').fill('no es un correo');
  await page.getByLabel('Operador', { exact: true }).press('Enter');
  await openFilters(page);
  await expect(page.getByLabel('Operador', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Operador', { exact: true })).toHaveValue('no es un correo');
  // The field says it, and the list stays.
  await expect(page.getByRole('search').getByRole('alert')).toBeVisible();
  await expect(list(page).getByRole('alert')).toHaveCount(0);
  await expect(rowOf(page, 'De Publicación')).toBeVisible();
});

test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo', freshContext: true });

  test(
    'today ends at midnight of the service, not of the browser or UTC',
    { tag: '@full' },
    async ({ page, agency, signIn }) => {
      const evening = addDays(today(), -1);
      await agency.receive('Nocturna', { Momento: `${evening}T23:20:00-03:00` });
      await page.clock.install({ time: `${evening}T23:30:00-03:00` });
      await signIn(agency.seller);
      const asksFor = (day: string) =>
        page.waitForRequest((request) => new URL(request.url()).searchParams.get('desde') === day);
      let asked = asksFor(evening);
      await choosePeriod(page, 'Hoy');
      await asked;
      await expect(page).toHaveURL(/desde=hoy/);
      await expect((await openFilters(page)).getByRole('group', { name: 'Desde' })).toHaveText(
        shownDate(evening),
      );
      await page.keyboard.press('Escape');
      const row = rows(page).filter({ hasText: 'Nocturna' });
      await expect(row).toBeVisible();
      await row.hover();
      await expect(row).toHaveAttribute('title', /23:20/);

      await page.clock.setSystemTime(`${today()}T00:10:00-03:00`);
      asked = asksFor(today());
      await page.reload();
      await asked;
      await expect((await openFilters(page)).getByRole('group', { name: 'Desde' })).toHaveText(
        shownDate(today()),
      );
      await expect(row).toHaveCount(0);
      await choosePeriod(page, 'Ayer');
      await expect(page).toHaveURL(/desde=ayer&hasta=ayer/);
      await expect(row).toBeVisible();
    },
  );
});
