import type { Locator, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect } from './test.ts';

const STEP_MS = 30_000;

/** An authenticator that knows the secret on the screen. Each code is of a later step: none serves twice. */
export interface Authenticator {
  code(): string;
}

/** Reads the secret as a person who types it. */
export async function authenticatorFrom(within: Page | Locator): Promise<Authenticator> {
  const secret = (await within.getByLabel('Clave').innerText()).replaceAll(/\s/g, '');
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
  const totp = new TOTP({ secret });
  let step = 0;
  return {
    code: () => {
      // The step of now or, for the second code, the next: both are taken, also when a step ends meanwhile.
      step = Math.max(step + 1, Math.floor(Date.now() / STEP_MS));
      return totp.generate({ timestamp: step * STEP_MS });
    },
  };
}

/** Goes through the set-up from the QR code to the recovery codes, and gives those. */
export async function setUpSecondFactor(
  within: Page | Locator,
  done: string,
): Promise<{ authenticator: Authenticator; codes: string[] }> {
  await expect(within.getByRole('img', { name: 'Código QR para la app de autenticación' })).toBeVisible();
  const authenticator = await authenticatorFrom(within);
  await within.getByLabel('Código', { exact: true }).fill('000000');
  await within.getByRole('button', { name: 'Activar el segundo paso' }).click();
  await expect(within.getByRole('alert')).toContainText('El código no es correcto');
  await within.getByLabel('Código', { exact: true }).fill(authenticator.code());
  await within.getByRole('button', { name: 'Activar el segundo paso' }).click();
  const list = within.getByRole('list', { name: 'Códigos de recuperación' });
  await expect(list).toBeVisible();
  const codes = await list.getByRole('listitem').allInnerTexts();
  expect(codes.length).toBeGreaterThan(5);
  const proceed = within.getByRole('button', { name: done });
  await expect(proceed).toBeDisabled();
  await within.getByLabel('Guardé los códigos').check();
  await proceed.click();
  return { authenticator, codes };
}
