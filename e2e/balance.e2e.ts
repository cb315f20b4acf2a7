import { expectAccessible } from './axe.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

test(
  'the line on the overview opens the balance, a day its agencies, and an agency its inquiries',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    const inquiry = await agency.receive('Ana');
    await signIn('support', '/overview');
    const line = page.getByRole('link', {
      name: /^En 90 días: [\d.]+ hechas?, [\d.]+ en la bandeja, \d+ sin explicar$/,
    });
    await line.click();
    await expect(page).toHaveURL('/balance');
    await expect(page.getByRole('heading', { name: /^[\d.]+ hechas?, [\d.]+ en la bandeja/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('table', { name: 'Días' }).getByRole('row').nth(1).getByRole('link').click();
    const agencies = page.getByRole('table', { name: 'Agencias' });
    await agencies.getByRole('link', { name: agency.adminMail }).click();
    const inquiries = page.getByRole('table', { name: 'Consultas' });
    await expect(inquiries.getByRole('row')).toHaveCount(2);
    await expect(inquiries).toContainText(inquiry.sid);
    await expect(inquiries).toContainText(/con su aviso|por la lectura periódica/);
    await expectAccessible(page);
  },
);
