import { receiveInquiry, createAgency } from './actions.ts';
import { expectAccessible } from './axe.ts';
import { panel } from './inbox-page.ts';
import { expect, test } from './test.ts';

// The quick one of `npm test`; all other pages are in the other files of this name, in `npm run test:full`.
test('the inbox with an open inquiry is accessible', async ({ page, vitrina, signIn, clientOf }) => {
  const { path } = await receiveInquiry(vitrina, await createAgency(vitrina, await clientOf('partner')));
  await signIn('partner', path);
  await expect(panel(page).getByRole('heading', { name: 'Vehículo' })).toBeVisible();
  await expectAccessible(page);
});
