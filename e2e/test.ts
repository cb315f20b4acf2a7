import { type Page, test as base, expect } from '@playwright/test';
import type { Role } from '#contract/desk/sessions.ts';
import { type Person, type Vitrina, startVitrina } from '#testing/server-process.ts';
import { ContextPool } from './contexts.ts';
import { copyDemoTemplate } from './demo-template.ts';
import { GatewayClient } from './gateway-client.ts';

export { expect };
export { panel, rows } from './inbox-page.ts';

interface Fixtures {
  /** A new browser context for each test, where storage, the clock or the HTTP cache is the subject. */
  freshContext: boolean;
  /** Signs somebody in and goes to a page. The way through the form is tested in `sign-in.e2e.ts`. */
  signIn: (who: Role | Person, at?: string) => Promise<void>;
  /** The gateway as somebody calls it without a page. */
  clientOf: (who: Role | Person) => Promise<GatewayClient>;
}

interface WorkerFixtures {
  /** One for each worker, with demo data. What a test writes goes to agencies, inquiries and people of its own. */
  vitrina: Vitrina;
  contextPool: ContextPool;
  /** One session for each person, shared by the tests of a worker. */
  sessions: Map<string, GatewayClient>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  vitrina: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      await using folder = await copyDemoTemplate();
      await using vitrina = await startVitrina({ DATA_DIR: folder.path });
      await use(vitrina);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  contextPool: [
    async ({ browser, vitrina }, use) => {
      const pool = new ContextPool(browser, vitrina.url);
      await use(pool);
      await pool.close();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
  sessions: [({}, use) => use(new Map()), { scope: 'worker' }],
  baseURL: ({ vitrina }, use) => use(vitrina.url),
  freshContext: [false, { option: true }],
  context: async ({ browser, contextPool, freshContext, viewport, hasTouch, isMobile }, use) => {
    const key = JSON.stringify([viewport, hasTouch, isMobile]);
    if (freshContext) await use(await browser.newContext());
    else {
      await use(await contextPool.acquire(key));
      await contextPool.release(key);
    }
    await contextPool.closeOthers();
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    const consoleMessages = watchConsole(page);
    await use(page);
    await page.close();
    expect(consoleMessages, 'the browser console stays silent').toEqual([]);
  },
  clientOf: ({ playwright, sessions, vitrina }, use) =>
    use(async (who) => {
      const person = typeof who === 'string' ? vitrina.people[who] : who;
      const known = sessions.get(person.mail);
      // A test may have ended the session.
      if (known && (await known.isSignedIn())) return known;
      const requests = await playwright.request.newContext({ baseURL: vitrina.url });
      const client = await new GatewayClient(requests, vitrina.url).signIn(person);
      sessions.set(person.mail, client);
      return client;
    }),
  signIn: ({ page, context, clientOf }, use) =>
    use(async (who, at = '/inquiries') => {
      const client = await clientOf(who);
      await context.addCookies(await client.cookies());
      await page.goto(at);
      await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    }),
});

/** Tests of a gateway in front of a service of theirs, each worker's own; `prepare` comes before anybody signs in. */
export function testWithUpstream<Service extends { url: string; close: () => Promise<void> }>(
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
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Errors, warnings and policy violations that the browser reports; answers that tests ask to fail do not count. */
function watchConsole(page: Page): string[] {
  const consoleMessages: string[] = [];
  page.on('pageerror', (error) => consoleMessages.push(String(error)));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (/^(?:Failed to load resource|Service Worker registration blocked)/.test(message.text())) return;
    consoleMessages.push(message.text());
  });
  return consoleMessages;
}
