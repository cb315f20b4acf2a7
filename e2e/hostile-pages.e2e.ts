import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { paths } from '#console/paths.ts';
import { type HostileService, mailOf, startHostileService } from './hostile-service.ts';
import { type Vitrina, output } from './server.ts';
import { expect, fillSignIn, panel, rows, testInFrontOf } from './test.ts';

interface Fixtures {
  /** Another site, by two addresses: of another host, and of this host, whose pages browsers send the cookie for. */
  elsewhere: { host: string; port: string };
}

const CANARIES = Array.from({ length: 20 }, (_, index) => `canario-${String(index + 10)}-dorado`);

/** Says canaries of the demo seller's agency, and of nobody else's. */
function startCanaryService(): Promise<HostileService> {
  let said = 0;
  return startHostileService((_field, _index, path) =>
    path.includes(BUSY_AGENCY) ? (CANARIES[said++ % CANARIES.length] ?? '') : 'nada de nadie',
  );
}

const test = testInFrontOf(startCanaryService).extend<object, Fixtures>({
  elsewhere: [
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

/** What a page of another site knows: where the console is, and what a write looks like. */
interface Target {
  people: string;
  session: string;
  signIn: string;
  password: string;
  resend: string;
  agency: string;
  ownSession: string;
  invitation: string;
  credentials: string;
}

/** Each in the browser, on the page of another site; it ends when the browser is done with it, unless it says where. */
interface Way {
  does: (target: Target) => unknown;
  /** Where its answer is shown: in the tab itself, or in a new one. */
  shown?: 'tab' | 'window';
}

const WAYS: Record<string, Way> = {
  'a form': {
    shown: 'tab',
    does: ({ people, invitation }) => sendForm(people, JSON.parse(invitation) as Record<string, string>),
  },
  'a form with files': {
    shown: 'tab',
    does: ({ people, invitation }) =>
      sendForm(people, JSON.parse(invitation) as Record<string, string>, 'multipart/form-data'),
  },
  'a form whose text is JSON': {
    shown: 'tab',
    does: ({ people, invitation }) =>
      sendForm(people, { [`${invitation.slice(0, -1)},"x":"`]: '"}' }, 'text/plain'),
  },
  'fetch without asking': {
    does: ({ people, invitation }) =>
      fetch(people, { method: 'POST', mode: 'no-cors', credentials: 'include', body: invitation }).catch(
        String,
      ),
  },
  'fetch with the header of the console': {
    does: ({ people, invitation }) =>
      fetch(people, {
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/json', 'x-vitrina': '1' },
        body: invitation,
      }).catch(String),
  },
  'fetch of another method': {
    does: ({ agency, ownSession, password }) =>
      Promise.all([
        fetch(agency, { method: 'PATCH', credentials: 'include' }).catch(String),
        fetch(ownSession, { method: 'DELETE', credentials: 'include' }).catch(String),
        fetch(password, { method: 'PUT', credentials: 'include', body: '{}' }).catch(String),
      ]),
  },
  XMLHttpRequest: {
    does: ({ people, invitation }) =>
      new Promise((done) => {
        const request = new XMLHttpRequest();
        request.open('POST', people);
        request.withCredentials = true;
        request.addEventListener('loadend', done);
        request.send(invitation);
      }),
  },
  'a beacon': {
    does: async ({ people, invitation }) => {
      navigator.sendBeacon(people, invitation);
      navigator.sendBeacon(people, new Blob([invitation], { type: 'application/json' }));
      // What comes after them shows that they were sent.
      await fetch(people, { mode: 'no-cors' }).catch(String);
    },
  },
  'addresses that might act': {
    does: ({ people, agency, ownSession, session, invitation }) =>
      Promise.all(
        [
          `${people}?${new URLSearchParams(JSON.parse(invitation) as Record<string, string>)}`,
          `${people}?_method=POST&body=${encodeURIComponent(invitation)}`,
          agency,
          `${ownSession}?_method=DELETE`,
          `${session}?_method=DELETE`,
        ].map(
          (address) =>
            new Promise((done) => {
              const image = new Image();
              image.addEventListener('load', done);
              image.addEventListener('error', done);
              image.src = address;
            }),
        ),
      ),
  },
  'an address that the tab is led to': {
    shown: 'tab',
    does: ({ agency }) => {
      location.href = agency;
    },
  },
  'another method within a form': {
    shown: 'tab',
    does: ({ ownSession }) => sendForm(`${ownSession}?_method=DELETE`, { _method: 'DELETE' }),
  },
  'another method within a header': {
    does: ({ ownSession }) =>
      fetch(ownSession, {
        method: 'POST',
        credentials: 'include',
        headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
      }).catch(String),
  },
  'a form within a frame': {
    does: ({ people, invitation }) =>
      new Promise((done) => {
        const frame = document.createElement('iframe');
        frame.name = 'hidden';
        document.body.append(frame);
        sendForm(people, { [`${invitation.slice(0, -1)},"x":"`]: '"}' }, 'text/plain', 'hidden');
        frame.addEventListener('load', done);
      }),
  },
  'a form in a new window': {
    shown: 'window',
    does: ({ resend }) => sendForm(resend, {}, 'application/x-www-form-urlencoded', '_blank'),
  },
  'signing somebody else in': {
    shown: 'tab',
    does: ({ signIn, credentials }) =>
      sendForm(signIn, { [`${credentials.slice(0, -1)},"x":"`]: '"}' }, 'text/plain'),
  },
  'signing out': {
    shown: 'tab',
    does: async ({ session }) => {
      await fetch(session, { method: 'DELETE', credentials: 'include' }).catch(String);
      sendForm(`${session}?_method=DELETE`, { _method: 'DELETE' });
    },
  },
};

for (const from of ['host', 'port'] as const) {
  test(`a page of another ${from} writes nothing, by none of ${Object.keys(WAYS).length} ways`, async ({
    page,
    context,
    vitrina,
    service,
    elsewhere,
    signIn,
  }) => {
    test.setTimeout(120_000);
    await signIn('partner', paths.people());
    const session = await ownSession(page);
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
    const before = await kept(vitrina, service, context);
    const cookies: Promise<boolean>[] = [];
    context.on('request', (request) => {
      if (request.url().startsWith(vitrina.url) && request.method() !== 'GET')
        cookies.push(request.allHeaders().then((headers) => 'cookie' in headers));
    });

    for (const [name, { does, shown }] of Object.entries(WAYS)) {
      const evil = await context.newPage();
      await evil.goto(elsewhere[from]);
      await evil.addScriptTag({ content: sendForm.toString() });
      const [opened] = await Promise.all([
        shown === 'window' ? context.waitForEvent('page') : undefined,
        shown === 'tab' ? evil.waitForEvent('framenavigated') : undefined,
        evil.evaluate(does, target),
      ]);
      await opened?.waitForLoadState();
      expect(await kept(vitrina, service, context), name).toEqual(before);
      await opened?.close();
      await evil.close();
    }
    // Of this host the cookie came along, and was worth nothing.
    expect((await Promise.all(cookies)).includes(true)).toBe(from === 'port');

    // It is where they come from: the console itself may.
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
    expect(await kept(vitrina, service, context)).not.toEqual(before);
  });

  test(`a page of another ${from} reads nothing, frames nothing, and has no hold of a window`, async ({
    page,
    context,
    vitrina,
    elsewhere,
    signIn,
  }) => {
    await signIn('partner', paths.me());
    const evil = await context.newPage();
    await evil.goto(elsewhere[from]);
    const read = await evil.evaluate(async (address) => {
      const told: string[] = [];
      for (const mode of ['cors', 'no-cors'] as const) {
        const answer = await fetch(address, { mode, credentials: 'include' }).catch(() => undefined);
        told.push(answer ? await answer.text() : 'nothing');
      }
      const script = document.createElement('script');
      const ended = new Promise<string>((done) => {
        script.addEventListener('load', () => done('loaded'));
        script.addEventListener('error', () => done('nothing'));
      });
      script.src = address;
      document.body.append(script);
      return [...told, await ended];
    }, vitrina.url + desk.viewSession.path);
    expect(read).toEqual(['nothing', 'nothing', 'nothing']);
    const asked = vitrina.url + desk.viewSession.path;
    const led = await context.newPage();
    await led.goto(elsewhere[from]);
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
    expect(await evil.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed)).toBe(true);
    await expect(page.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible();
  });
}

test('after signing out, nothing of what was seen is in the browser, nor before the next person', async ({
  page,
  context,
  vitrina,
  signIn,
}) => {
  const canariesIn = (text: string) => CANARIES.filter((canary) => text.includes(canary));
  const next = 'segunda@vitrina.example';
  const said = await output('person-create.ts', ['--mail', next, '--role', 'seller', '--agency', mailOf(1)], {
    DATA_DIR: vitrina.dataDir,
  });

  const seen = new Set<string>();
  const addresses = new Set<string>();
  const reading: Promise<unknown>[] = [];
  page.on('response', (response) => {
    reading.push(
      response.text().then(
        (text) => {
          const found = canariesIn(text);
          for (const canary of found) seen.add(canary);
          if (found.length > 0) addresses.add(response.url());
          return found;
        },
        // Redirections, and what was broken off, have none.
        () => undefined,
      ),
    );
  });
  await signIn('seller');
  await expect(rows(page)).toHaveCount(25);
  await rows(page).nth(1).getByRole('link').click();
  await expect(panel(page).getByRole('heading', { name: 'Vehículo' })).toBeVisible();
  await page.goto(paths.inquiries(`agencia=${BUSY_AGENCY}&pagina=2`));
  await expect(rows(page)).toHaveCount(25);
  await page.goto(paths.agency(BUSY_AGENCY));
  await expect(page.getByText(/canario-/).first()).toBeVisible();
  await page.goto(paths.me());
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  await Promise.all(reading);
  expect(seen.size, 'canaries that were there to be kept').toBe(CANARIES.length);
  expect(addresses.size).toBeGreaterThan(1);

  expect(canariesIn(await storedIn(page, context, [...addresses]))).toEqual([]);
  for (let back = 0; back < 3; back += 1) {
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    expect(canariesIn(await page.content())).toEqual([]);
  }

  const shown: string[] = [];
  page.on('response', (response) => {
    reading.push(
      response.text().then(
        (text) => shown.push(text),
        () => undefined,
      ),
    );
  });
  await page.goto('/');
  await fillSignIn(page, { mail: next, password: said.trim().split('\n').at(-1) ?? '' });
  await expect(rows(page)).toHaveCount(25);
  await Promise.all(reading);
  shown.push(await page.content(), await storedIn(page, context, []), page.url());
  expect(shown.length).toBeGreaterThan(4);
  expect(canariesIn(shown.join('\n'))).toEqual([]);
  for (const own of [BUSY_AGENCY, vitrina.people.seller.mail, 'Valeria Sosa'])
    expect(shown.filter((text) => text.includes(own))).toEqual([]);
});

test('the built console holds no secret, no source, and nothing of the programs behind it', ({ vitrina }) => {
  const root = resolve(import.meta.dirname, '..');
  const files = filesIn(join(root, 'dist'));
  expect(files.length).toBeGreaterThan(20);
  expect(
    files.filter(
      (file) =>
        // The gateway reads it, and serves it to nobody.
        !/\.(?:html|js|css|svg|ico|png|txt|woff2|webmanifest)(?:\.(?:br|gz))?$|\/ahead\/pages\.json$/.test(
          file,
        ),
    ),
  ).toEqual([]);
  const built = files.filter((file) => !/\.(?:br|gz)$/.test(file)).map((file) => readFileSync(file, 'utf8'));
  const holding = (text: string) => built.some((code) => code.includes(text));

  const patterns =
    /APP_SECRET|APP_KEY|CONSOLE_KEY|SMTP_URL|DATABASE_URL|UPSTREAM_URL|SVC-|createHmac|whsec_[\w+/]{8}|PRIVATE KEY|sourceMappingURL|src\/(?:gateway|service|database|signing)|node_modules\/|demo-people|__Host-/g;
  expect(built.flatMap((code) => code.match(patterns) ?? [])).toEqual([]);
  const { key, secret } = JSON.parse(
    readFileSync(join(vitrina.dataDir, 'app-credentials.json'), 'utf8'),
  ) as Record<string, string>;
  const secrets = [key, secret, ...Object.values(vitrina.people).map(({ password }) => password)].map(String);
  expect(secrets.filter(holding)).toEqual([]);

  // What only they say, of all the sources.
  const { behind, others } = sourcesIn(join(root, 'src'));
  const sentences = [...behind.matchAll(/'([^'\n\\]* [^'\n\\]*)'/g)].map(([, text = '']) => text);
  const own = sentences.filter((text) => text.length >= 20 && !others.includes(text));
  expect(own.length).toBeGreaterThan(50);
  expect(own.filter(holding)).toEqual([]);
});

/** Fills a form in a page and sends it. */
function sendForm(
  action: string,
  fields: Record<string, string>,
  enctype = 'application/x-www-form-urlencoded',
  target = '_self',
): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'POST', action, enctype, target });
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

async function ownSession(page: Page): Promise<string> {
  return page.evaluate(async (address) => {
    const { sessions } = (await (await fetch(address, { headers: { 'x-vitrina': '1' } })).json()) as {
      sessions: { id: string; current: boolean }[];
    };
    return sessions.find(({ current }) => current)?.id ?? '';
  }, desk.listSessions.path);
}

/** All that a write could change: what the gateway keeps, what the service was asked, and the cookie. */
async function kept({ dataDir, url }: Vitrina, service: HostileService, context: BrowserContext) {
  const database = new DatabaseSync(join(dataDir, 'gateway.db'), { readOnly: true, timeout: 5000 });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  // The audit tells of tries, and a session of its last use.
  const held = tables
    .map(({ name }) => String(name))
    .filter((name) => !['audit', 'attempt'].includes(name))
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

/** Everything that a browser keeps for the console. */
async function storedIn(page: Page, context: BrowserContext, addresses: string[]): Promise<string> {
  const inPage = await page.evaluate(async (asked) => {
    const found: unknown[] = [
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      name,
      history.state,
    ];
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      for (const request of await cache.keys())
        found.push(request.url, await (await cache.match(request))?.text());
    }
    for (const { name: databaseName = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(databaseName);
        opening.addEventListener('success', () => done(opening.result));
        opening.addEventListener('error', () => failed(new Error(databaseName)));
      });
      for (const store of database.objectStoreNames)
        found.push(
          await new Promise((done) => {
            const all = database.transaction(store).objectStore(store).getAll();
            all.addEventListener('success', () => done(all.result));
          }),
        );
    }
    for (const address of asked)
      found.push(
        await fetch(address, { mode: 'same-origin', cache: 'only-if-cached' }).then(
          (answer) => answer.text(),
          () => 'not there',
        ),
      );
    found.push((await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
    return JSON.stringify(found);
  }, addresses);
  return inPage + JSON.stringify(await context.storageState());
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The sources of gateway, service and all that only they use, and the others, which the console may use. */
function sourcesIn(folder: string): { behind: string; others: string } {
  const sources = { behind: '', others: '' };
  for (const file of filesIn(folder)) {
    if (!/\.(?:tsx?|po)$/.test(file) || file.endsWith('.test.ts')) continue;
    const used = /\/src\/(?:console|contract|matching)\//.test(file);
    sources[used ? 'others' : 'behind'] += `${readFileSync(file, 'utf8')}\n`;
  }
  return sources;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
