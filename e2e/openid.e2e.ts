import { type Vitrina, runCommand, startVitrina } from '#testing/server-process.ts';
import { type TestProvider, startTestProvider } from '#testing/openid-provider.ts';
import { expectAccessible } from './axe.ts';
import { copyDemoTemplate } from './demo-template.ts';
import { expect, test } from './test.ts';

const testWithProvider = test.extend<object, { vitrina: Vitrina; provider: TestProvider }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      await using provider = await startTestProvider();
      await use(provider);
    },
    { scope: 'worker' },
  ],
  vitrina: [
    async ({ provider }, use) => {
      const { issuer, clientId, clientSecret, name } = provider.config;
      await using folder = await copyDemoTemplate();
      // A health check would find it soon after the start.
      provider.isAway = true;
      await using vitrina = await startVitrina({
        DATA_DIR: folder.path,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
        OIDC_NAME: name,
        OIDC_ONLY: '1',
      });
      provider.serve(vitrina.url);
      await use(vitrina);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

testWithProvider(
  'people sign in and out by the provider alone, and by a command while it is away',
  { tag: '@full' },
  async ({ page, vitrina, provider }) => {
    const { mail } = vitrina.people.partner;
    provider.account = { sub: 'paula', email: mail, email_verified: true };
    const signInButton = page.getByRole('button', { name: 'Entrar con Cuenta Norte' });

    await test.step('a provider that is away is named, and looked for again', async () => {
      await page.goto('/settings/people');
      await expect(page.getByLabel('Contraseña')).toHaveCount(0);
      await signInButton.click();
      await expect(page.getByRole('alert')).toContainText('No se pudo llegar al proveedor');
      await expectAccessible(page);
      provider.isAway = false;
      await signInButton.click();
      await expect(page).toHaveURL('/settings/people');
      await expect(page.getByRole('link', { name: 'Paula Ferreyra' })).toBeVisible();
    });

    await test.step('a page whose session ended goes on after a sign-in in another tab', async () => {
      await page.context().clearCookies();
      await page.getByRole('link', { name: 'Paula Ferreyra' }).click();
      const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
      const opened = page.waitForEvent('popup');
      await dialog.getByRole('link', { name: 'Entrar con Cuenta Norte en otra pestaña' }).click();
      const other = await opened;
      await other.getByRole('button', { name: 'Entrar con Cuenta Norte' }).click();
      await expect(other.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(provider.config.issuer)).toBeVisible();
      await other.close();
    });

    await test.step('signing out ends the session at the provider, too', async () => {
      await page.getByRole('button', { name: /Cuenta de/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
      await page.getByRole('button', { name: 'Yes, sign me out' }).click();
      await expect(page).toHaveURL('/sign-in');
      await expect(signInButton).toBeVisible();
    });

    await test.step('a mail without an invitation is refused', async () => {
      provider.account = { sub: 'nadie', email: 'nadie@vitrina.example', email_verified: true };
      await signInButton.click();
      await expect(page.getByRole('alert')).toContainText('Esa cuenta no tiene acceso a Vitrina');
    });

    await test.step('a command gives a password while the provider is away', async () => {
      provider.isAway = true;
      const printed = await runCommand('person-reset.ts', ['--mail', mail], { DATA_DIR: vitrina.dataDir });
      await page.goto('/sign-in?password');
      await page.getByLabel('Correo').fill(mail);
      await page.getByLabel('Contraseña').fill(printed.trim().split('\n').at(-1) ?? '');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    });
  },
);
