import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { paths } from '#console/paths.ts';
import { type Target, CROSS_SITE_REQUESTS, sendForm } from './cross-site-requests.ts';
import { type HostileService, mailOf, startHostileService } from './hostile-service.ts';
import type { Vitrina } from '#testing/server-process.ts';
import { expect, testWithUpstream } from './test.ts';

interface Fixtures {
  /** Another site by two addresses: of another host, and of another port, with which the browser sends the cookie. */
  otherSite: { host: string; port: string };
}

const test = testWithUpstream(() => startHostileService(() => 'texto')).extend<object, Fixtures>({
  otherSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      const server = createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sorteo</title>');
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      await use({ host: `http://127.0.0.1:${port}/`, port: `http://localhost:${port}/` });
      await close(server);
    },
    { scope: 'worker' },
  ],
});

test.use({ freshContext: true });

for (const from of ['host', 'port'] as const) {
  test(
    `a page of another ${from} writes nothing, in ${Object.keys(CROSS_SITE_REQUESTS).length} ways`,
    { tag: '@full' },
    async ({ page, context, vitrina, service, otherSite, signIn, clientOf }) => {
      await signIn('partner', paths.people());
      const { sessions } = await (await clientOf('partner')).call(desk.listSessions);
      const session = sessions.find(({ current }) => current)?.id ?? '';
      const at = (path: string) => vitrina.url + path;
      const target: Target = {
        people: at(desk.invitePerson.path),
        session: at(desk.signOut.path),
        signIn: at(desk.signIn.path),
        password: at(desk.changePassword.path),
        resend: at(addressOf(v3.resendInquiry, { adminMail: mailOf(0), sid: '01JC0000000000000000000000' })),
        agency: at(addressOf(v3.disassociateAgency, { adminMail: mailOf(0) })),
        ownSession: at(addressOf(desk.endSession, { id: session })),
        invitation: JSON.stringify({
          mail: `intrusa-${from}@evil.example`,
          name: 'Intrusa',
          role: 'partner',
          agencies: [],
        }),
        credentials: JSON.stringify(vitrina.people.support),
      };
      const before = await stateOf(vitrina, service, context);
      const cookies: Promise<boolean>[] = [];
      context.on('request', (request) => {
        if (request.url().startsWith(vitrina.url) && request.method() !== 'GET')
          cookies.push(request.allHeaders().then((headers) => 'cookie' in headers));
      });

      for (const [name, { run, opensIn }] of Object.entries(CROSS_SITE_REQUESTS)) {
        const evil = await context.newPage();
        await evil.goto(otherSite[from]);
        await evil.addScriptTag({ content: sendForm.toString() });
        const [opened] = await Promise.all([
          opensIn === 'window' ? context.waitForEvent('page') : undefined,
          opensIn === 'tab' ? evil.waitForEvent('framenavigated') : undefined,
          evil.evaluate(run, target),
        ]);
        await opened?.waitForLoadState();
        expect(await stateOf(vitrina, service, context), name).toEqual(before);
        // Headers cannot be read from a closed page.
        await Promise.all(cookies);
        await opened?.close();
        await evil.close();
      }
      // The browser sends the cookie to another port of the same host; the gateway refuses it all the same.
      expect((await Promise.all(cookies)).includes(true)).toBe(from === 'port');

      // The console's own page may do the same.
      const status = await page.evaluate(
        async ({ people, invitation }) =>
          (
            await fetch(people, {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-vitrina': '1' },
              body: invitation,
            })
          ).status,
        target,
      );
      expect(status).toBe(desk.invitePerson.success);
      expect(await stateOf(vitrina, service, context)).not.toEqual(before);
    },
  );

  test(
    `a page of another ${from} reads nothing, frames nothing and holds no window`,
    { tag: '@full' },
    async ({ page, context, vitrina, otherSite, signIn }) => {
      await signIn('partner', paths.me());
      const evil = await context.newPage();
      await evil.goto(otherSite[from]);
      const read = await evil.evaluate(async (address) => {
        const answers: string[] = [];
        for (const mode of ['cors', 'no-cors'] as const) {
          const answer = await fetch(address, { mode, credentials: 'include' }).catch(() => undefined);
          answers.push(answer ? await answer.text() : 'nothing');
        }
        const script = document.createElement('script');
        const ended = new Promise<string>((done) => {
          script.addEventListener('load', () => done('loaded'));
          script.addEventListener('error', () => done('nothing'));
        });
        script.src = address;
        document.body.append(script);
        return [...answers, await ended];
      }, vitrina.url + desk.viewSession.path);
      expect(read).toEqual(['nothing', 'nothing', 'nothing']);
      const asked = vitrina.url + desk.viewSession.path;
      const led = await context.newPage();
      await led.goto(otherSite[from]);
      const [answer] = await Promise.all([
        led.waitForResponse(asked),
        led.evaluate((address) => {
          location.href = address;
        }, asked),
      ]);
      expect(answer.status()).toBe(403);
      await led.close();

      for (const [tag, attribute] of [
        ['iframe', 'src'],
        ['object', 'data'],
        ['embed', 'src'],
      ] as const) {
        await evil.evaluate(
          ([name, where, address]) => {
            const frame = document.createElement(name);
            frame.setAttribute(where, address);
            document.body.append(frame);
          },
          [tag, attribute, vitrina.url + paths.me()] as const,
        );
        await expect.poll(() => evil.frames().at(-1)?.url(), tag).toMatch(/^chrome-error:/);
      }
      for (const frame of evil.frames().slice(1))
        expect(await frame.locator('h1').filter({ hasText: 'Mi cuenta' }).count()).toBe(0);

      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        evil.evaluate((address) => {
          Object.assign(globalThis, { opened: open(address) });
        }, vitrina.url + paths.me()),
      ]);
      await expect(opened.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible();
      expect(await opened.evaluate(() => opener === null)).toBe(true);
      expect(await evil.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed)).toBe(
        true,
      );
      await expect(page.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible();
    },
  );
}

/** All that a write could change: the gateway's tables, the calls to the service, and the cookies. */
async function stateOf({ dataDir, url }: Vitrina, service: HostileService, context: BrowserContext) {
  const database = new DatabaseSync(join(dataDir, 'gateway.db'), { readOnly: true, timeout: 5000 });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  // Refused attempts are audited, reading updates `seen_at`, and what is counted and read in the background changes by itself.
  const held = tables
    .map(({ name }) => String(name))
    .filter(
      (name) =>
        !['audit', 'rate_limit', 'inquiry_figures', 'topic_reading'].includes(name) &&
        !name.startsWith('overview_'),
    )
    .map((name) => [
      name,
      database
        .prepare(`select * from "${name}"`)
        .all()
        .map((row) => Object.assign(row, { seen_at: undefined })),
    ]);
  database.close();
  return { held, writes: [...service.writes], cookies: await context.cookies(url) };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
