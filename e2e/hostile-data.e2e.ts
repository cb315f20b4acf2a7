import type { Page } from '@playwright/test';
import { matchPath } from 'react-router';
import { desk } from '#contract/desk/desk.ts';
import { OPENAPI_PATH } from '#contract/desk/openapi.ts';
import { NARROWING } from '#contract/inbox-filter-names.ts';
import { paths, patterns } from '#console/paths.ts';
import { mailOf, sidAt, startHostileService, topicOf } from './hostile-service.ts';
import { LINK_TOKEN, idAt, jobIdAt, seedHostileTables, templateIdAt, viewIdAt } from './hostile-tables.ts';
import { ALL, FIRST_IN_VALUE, PAYLOADS, payloadAt, readMarks } from './hostile-text.ts';
import { expect, testWithUpstream } from './test.ts';

// Everything that others wrote is hostile: what the service answers, what the gateway kept, and the address itself.
// Every page of the site map is opened with it, by all three roles.

const test = testWithUpstream(startHostileService, {
  environment: { RATE_LIMIT: '1000000' },
  prepare: ({ dataDir }) => seedHostileTables(dataDir),
});

/** All payloads together, and those that count at the beginning of a value, on their own. */
const NUMBERS = [ALL, ...FIRST_IN_VALUE];

/**
 * Addresses of the pages whose pattern has parameters. A new page must be added here, and is then opened too.
 */
const ADDRESSES: Partial<Record<keyof typeof patterns, readonly string[]>> = {
  recoveryLink: [`/recover/${segment(payloadAt(1))}`],
  welcome: [`/welcome/${LINK_TOKEN}`, `/welcome/${segment(payloadAt(0))}`],
  template: [...NUMBERS.map((index) => paths.template(templateIdAt(index))), paths.template(payloadAt(1))],
  hours: [paths.hours(mailOf(0)), paths.hours(payloadAt(4))],
  person: NUMBERS.map((index) => paths.person(idAt(index))),
  agency: NUMBERS.map((index) => paths.agency(mailOf(index))),
  editAgency: NUMBERS.map((index) => paths.editAgency(mailOf(index))),
  disassociateAgency: NUMBERS.map((index) => paths.disassociateAgency(mailOf(index))),
  webhook: NUMBERS.map((index) => paths.webhook(topicOf(index))),
  editWebhook: NUMBERS.map((index) => paths.editWebhook(topicOf(index))),
  webhookHistory: [paths.webhookHistory(topicOf(ALL))],
  make: NUMBERS.map((index) => paths.make(String(index))),
  bodyStyle: NUMBERS.map((index) => paths.bodyStyle(String(index))),
  city: NUMBERS.map((index) => paths.city(String(index))),
  color: NUMBERS.map((index) => paths.color(String(index))),
  delivery: NUMBERS.map((index) => paths.delivery(idAt(index))),
  relayTarget: NUMBERS.map((index) => paths.relayTarget(idAt(index))),
  agencyTrace: NUMBERS.map((index) => paths.agencyTrace(mailOf(index))),
  trace: NUMBERS.map((index) => paths.trace(mailOf(0), sidAt(index))),
  traces: [paths.traces('q=script')],
  handover: [paths.handover(), paths.handover(`persona=${segment(payloadAt(1))}`)],
  job: NUMBERS.map((index) => paths.job(jobIdAt(index))),
  invitationJob: NUMBERS.filter((index) => index % 2).map((index) => paths.invitationJob(jobIdAt(index))),
  inbox: [
    ...[1, 2, 3].map((page) => paths.inquiries(`agencia=${mailOf(0)}&pagina=${page}`)),
    ...NUMBERS.map((index) => paths.inquiry(mailOf(0), sidAt(index), `agencia=${mailOf(0)}`)),
    ...NUMBERS.map((index) => paths.inquiries(`agencia=${mailOf(0)}&vista=${viewIdAt(index)}`)),
  ],
  // These show nothing without a question.
  cities: [paths.cities('region=1')],
  bestMatch: ['make=x', 'bodystyle=x', 'state=x&city=x'].map((search) => paths.bestMatch(search)),
};

const pages = Object.entries(patterns).map(([name, pattern]) => {
  const known = ADDRESSES[name as keyof typeof patterns];
  if (!known && pattern.includes(':'))
    throw new Error(`${pattern} is no address: give one of the page "${name}" in ADDRESSES`);
  return { name, addresses: known ?? [pattern] };
});

/**
 * Fields that pages do not show: wrappers of lists, the root document, and the parts of a problem for which
 * the console has texts of its own.
 */
const NOT_SHOWN = /^(?:v3\.|\w+-list\.|productos\._links$|Problem\.(?!Detail|Errors))/;

const SEARCHED = [
  ...(
    'agencia desde hasta operador externalid pagina q nombre region id topic agency outcome from to before ' +
    'persona enmascarado person action state city make bodystyle AdminMail next estado orden kind vista cola abrir todas catalogo'
  ).split(' '),
  ...NARROWING,
];

for (const role of ['seller', 'partner', 'support'] as const) {
  test(
    `a ${role} sees hostile texts on every page as they were written, and none is executed`,
    { tag: '@full' },
    async ({ page, service, signIn }) => {
      // Some 150 pages, each of which has to come to rest.
      test.setTimeout(300_000);
      service.mode = 'answers';
      const watched = await watch(page);
      await signIn(role, paths.me());

      for (const { addresses } of pages)
        for (const [index, address] of addresses.entries()) {
          // The first page is loaded, because hostile text may be written into it; later pages are reached by
          // links.
          if (index === 0) await page.goto(address);
          else await visit(page, address);
          await watched.look(address);
        }

      for (const [index, { addresses }] of pages.entries()) {
        const [path = ''] = (addresses[0] ?? '').split('?');
        const payload = payloadAt(index % PAYLOADS.length).toWellFormed();
        await visit(page, `${path}?${new URLSearchParams(SEARCHED.map((name) => [name, payload]))}`);
        await watched.look(`${path}?…=${payload}`);
      }

      service.mode = 'refuses';
      await page.goto(paths.me());
      for (const { addresses } of pages) {
        await visit(page, addresses[0] ?? '');
        await watched.look(`${addresses[0]} refused`);
      }
      service.mode = 'answers';

      expect({ acted: watched.acted, faults: watched.faults }).toEqual({ acted: [], faults: [] });
      // Nothing was looked for in vain.
      if (role === 'partner')
        expect(
          [...service.fields].filter((field) => !watched.shown.has(field) && !NOT_SHOWN.test(field)),
        ).toEqual([]);
      for (const field of ['view.name', 'follow_up_entry.note', 'follow_up_entry.hand_over', 'template.text'])
        expect(watched.shown, 'also what the gateway kept').toContain(field);
      expect(watched.shown.size).toBeGreaterThan(role === 'seller' ? 30 : 60);
    },
  );
}

function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Goes to an address of the console as a link of it does. */
async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: history.length }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, address);
}

/** Observations of a page that shows hostile texts. */
interface Watched {
  /** Dialogs, violations of the policy, reports of them, requests to elsewhere, and `pwned()`. */
  acted: string[];
  faults: string[];
  /** Fields whose text was on some page. */
  shown: Set<string>;
  /** Waits until the page is still, and looks at it. */
  look(where: string): Promise<void>;
}

async function watch(page: Page): Promise<Watched> {
  const pending = new Set<object>();
  const watched: Watched = { acted: [], faults: [], shown: new Set(), look };
  let at = '';
  const act = (what: string) => watched.acted.push(`${at}: ${what}`);

  await page.exposeFunction('told', act);
  await page.addInitScript(() => {
    const { told } = globalThis as unknown as { told: (what: string) => void };
    Object.assign(globalThis, {
      pwned() {
        (globalThis as { __pwned?: true }).__pwned = true;
        told('pwned()');
      },
    });
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      told(`policy: ${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  page.on('dialog', (dialog) => {
    act(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') pending.add(request);
    const { origin, pathname, protocol } = new URL(request.url());
    if (pathname === desk.reportPolicy.path) act(`report: ${request.postData()}`);
    if (protocol.startsWith('http') && origin !== new URL(page.url()).origin && page.url() !== 'about:blank')
      act(`request: ${request.url()}`);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.context().on('page', (opened) => act(`window: ${opened.url()}`));

  async function look(where: string): Promise<void> {
    at = where;
    await expect(async () => {
      expect(pending.size).toBe(0);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(0))));
      expect(pending.size).toBe(0);
      expect(await page.locator('h1, h2').count()).toBeGreaterThan(0);
    }, `${where} comes to rest`).toPass({ intervals: [10, 20, 50, 100] });
    const { text, links, strange, pwned } = await page.evaluate(lookAround);
    const { fields, altered } = readMarks(text);
    for (const field of fields) watched.shown.add(field);
    watched.faults.push(
      ...[...altered, ...strange, ...links.flatMap(faultOf)].map((fault) => `${where}: ${fault}`),
    );
    if (pwned) act('__pwned is set');
  }

  return watched;
}

interface SeenLink {
  tag: string;
  attribute: string;
  value: string;
  /** Scheme as the browser parsed it. */
  protocol: string;
  path: string;
  own: boolean;
  rel: string;
}

/** Outside of the console, a message to somebody is the only place to go. */
function faultOf({ tag, attribute, value, protocol, path, own, rel }: SeenLink): string[] {
  const told = `<${tag} ${attribute}="${value}">`;
  if (tag === 'a' && ['mailto:', 'tel:'].includes(protocol)) return [];
  if (!/^https?:$/.test(protocol)) return [told];
  if (!own) {
    const message = tag === 'a' && value.startsWith('https://wa.me/') && /noreferrer|noopener/.test(rel);
    return message ? [] : [told];
  }
  if (tag !== 'a') return /^\/(?:assets\/|favicon|manifest|apple-touch-icon)/.test(path) ? [] : [told];
  const known =
    path === desk.exportAudit.path ||
    path === OPENAPI_PATH ||
    path === '/' ||
    Object.values(patterns).some((pattern) => matchPath(pattern, path));
  return known ? [] : [told];
}

/** Runs in the browser: returns all text of the page, its links, and elements that have no place on it. */
function lookAround() {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('script, style')) texts.push(node.nodeValue ?? '');
  const links = [];
  const strange: string[] = [];
  const ADDRESSES = new Set([
    'href',
    'xlink:href',
    'src',
    'action',
    'formaction',
    'poster',
    'data',
    'ping',
    'background',
    'srcset',
  ]);
  for (const element of document.body.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase();
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      texts.push('\n', element.value);
    if (
      /^(?:iframe|frame|object|embed|base|link|meta|math|marquee|video|audio|animate|set|foreignobject|use|img|body)$/.test(
        tag,
      )
    )
      strange.push(`<${tag}>`);
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) strange.push(`<${tag} ${name}>`);
      if (name === 'style' && /url\(|expression|@import/i.test(value))
        strange.push(`<${tag} style="${value}">`);
      if (/^(?:title|alt|placeholder|label|aria-.*)$/.test(name)) texts.push('\n', value);
      if (!ADDRESSES.has(name)) continue;
      const url = URL.parse(value, location.href);
      links.push({
        tag,
        attribute: name,
        value,
        protocol: url?.protocol ?? 'none',
        path: url?.pathname ?? '',
        own: url?.origin === location.origin,
        rel: element.getAttribute('rel') ?? '',
      });
    }
  }
  const pwned = '__pwned' in globalThis;
  return { text: texts.join(''), links, strange, pwned };
}
