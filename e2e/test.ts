import { type Page, test as base, expect } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { BY_PERSON, CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { addressOf } from '#contract/endpoint.ts';
import { type Person, type Vitrina, startVitrina } from './server.ts';

export { expect };

interface Fixtures {
  /** Signs somebody in and goes to a page. The way through the form is tested in `sign-in.e2e.ts`. */
  signIn: (who: Role | Person, at?: string) => Promise<void>;
}

interface WorkerFixtures {
  /** One for each worker, with demo data. What a test writes goes to inquiries of its own. */
  vitrina: Vitrina;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  vitrina: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      const vitrina = await startVitrina();
      await use(vitrina);
      await vitrina.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ vitrina }, use) => use(vitrina.url),
  page: async ({ page }, use) => {
    const complaints = watchConsole(page);
    await use(page);
    expect(complaints, 'the browser console stays silent').toEqual([]);
  },
  signIn: ({ page, vitrina }, use) =>
    use(async (who, at = '/inquiries') => {
      const { mail, password } = typeof who === 'string' ? vitrina.people[who] : who;
      const answer = await page.request.post(addressOf(desk.signIn), {
        headers: { [CONSOLE_HEADER]: BY_PERSON, origin: vitrina.url },
        data: { mail, password },
      });
      expect(answer.status(), await answer.text()).toBe(200);
      await page.goto(at);
      await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    }),
});

/** Tests of a gateway in front of a service of theirs, each worker's own; `prepare` comes before anybody signs in. */
export function testInFrontOf<Service extends { url: string; close: () => Promise<void> }>(
  start: () => Promise<Service>,
  {
    environment = {},
    prepare,
  }: { environment?: Record<string, string>; prepare?: (vitrina: Vitrina) => void } = {},
) {
  return test.extend<object, { service: Service; vitrina: Vitrina }>({
    service: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
      async ({}, use) => {
        const service = await start();
        await use(service);
        await service.close();
      },
      { scope: 'worker' },
    ],
    vitrina: [
      async ({ service }, use) => {
        const vitrina = await startVitrina({ UPSTREAM_URL: service.url, DEMO: '1', ...environment });
        prepare?.(vitrina);
        await use(vitrina);
        await vitrina.stop();
      },
      { scope: 'worker', timeout: 60_000 },
    ],
  });
}

export async function fillSignIn(page: Page, { mail, password }: Person): Promise<void> {
  await page.getByLabel('Correo').fill(mail);
  await page.getByLabel('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

/** Errors, warnings and policy violations that the browser reports; answers that tests ask to fail do not count. */
function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (message.text().startsWith('Failed to load resource')) return;
    complaints.push(message.text());
  });
  return complaints;
}

/** The rows of the inbox. */
export function rows(page: Page) {
  return page.getByRole('region', { name: 'Lista de consultas' }).getByRole('listitem');
}

/** The open inquiry; the one that may be opened next is drawn beside it, unseen. */
export function panel(page: Page) {
  return page.getByRole('region', { name: 'Consulta abierta' }).getByRole('article');
}
