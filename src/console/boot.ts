import { addressOf } from '#contract/endpoint.ts';
import type { PageData } from '#contract/desk/page.ts';
import { dayAt } from '#contract/window.ts';
import { TIMEOUT_MS, retryWithBackoff } from './api/retry-with-backoff.ts';
import {
  inboxRequest,
  indexRequest,
  isServiceList,
  readInboxAddress,
  withAgencies,
} from './inquiries/address.ts';
import { drawFirstRows } from './inbox/first-rows.ts';
import type { InquiryPage as IndexPage } from '#contract/desk/inquiries.ts';
import type { Inquiry, InquiryPage } from './inquiries/inquiries-queries.ts';
import { preferredLanguage } from './locales/preferred-language.ts';
import { showStartNotice } from './start-notice.ts';
import { applyColorScheme } from './ui/color-scheme.ts';
import { type Formats, formatsFor } from './ui/formats.ts';
import { applyDensity } from './ui/stored-density.ts';

// Runs in the head of the page, inlined by the build, while the console's code is still loading: starts the page's
// calls (`call` picks their answers up by address), draws the inbox's first rows, sets the theme, and then starts the
// console.

// Put in by the build from the contract, whose schemas this script does without.
declare const CONSOLE_HEADER: string;
declare const LIST_PATH: string;
declare const INDEX_PATH: string;
declare const ONE_PATH: string;

/** How long the console's code, here already, waits for the first rows to be painted, ms. */
const PATIENCE_MS = 400;
/** Where nothing is rendered after this long, it is said that the console is still on its way, ms. */
const SLOW_MS = 2000;
let rows: Promise<unknown> = Promise.resolve();

const block = document.querySelector('#desk')?.textContent;
const { session }: Pick<PageData, 'session'> = block ? JSON.parse(block) : { session: null };
const [, page, ...inquiry] = location.pathname.split('/');

const early = new Map<string, Promise<Response>>();
const ask = (url: string) => {
  const answer = fetch(url, {
    headers: { [CONSOLE_HEADER]: '1', accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  early.set(url, answer);
  return answer;
};
// Whoever takes an answer sees its failure; that it fails here too is no second fault.
const leaveToConsole = () => {};
window.earlyAnswers = early;

if (session && page === 'inquiries') {
  const [mail, sid] = inquiry.map((part) => decodeURIComponent(part));
  const search = new URLSearchParams(location.search);
  const address = readInboxAddress(search);
  const agencias = address.agencias.length > 0 ? address.agencias : mail ? [mail] : [];
  const [agencia] = agencias;
  if (agencia) {
    const { timeZone } = session;
    const today = () => dayAt(Date.now(), timeZone);
    const place = {
      search: withAgencies(search, agencias),
      openSid: sid,
      language: preferredLanguage(),
      timeZone,
    };
    const first = isServiceList(address)
      ? ask(addressOf({ path: LIST_PATH }, { adminMail: agencia }, inboxRequest(address, today)))
          .then((answer) => answer.clone().json())
          .then((page: InquiryPage) => page._entries.map((entry) => ({ adminMail: agencia, entry })))
      : ask(addressOf({ path: INDEX_PATH }, {}, indexRequest(agencias, address, today)))
          .then((answer) => answer.clone().json())
          .then((page: IndexPage) =>
            page.rows.map(({ adminMail, inquiry: one }) => ({ adminMail, entry: one as Inquiry })),
          );
    rows = first
      .then((drawn) => {
        const list = document.querySelector('.frame-rows');
        if (list) drawFirstRows(list, drawn, place);
        return painted();
      })
      .catch(leaveToConsole);
    void painted().then(() => readyToTell(formatsFor(place.language, timeZone)));
  }
  if (mail && sid) ask(addressOf({ path: ONE_PATH }, { adminMail: mail, sid })).catch(leaveToConsole);
  document.documentElement.dataset.frame = sid ? 'inquiry' : 'list';
}

// After the calls, since asking the device for its scheme makes the browser compute styles.
applyDensity(session?.person.id);
applyColorScheme();

addEventListener('DOMContentLoaded', () => {
  const { href: entry = '', dataset = {} } = document.querySelector<HTMLLinkElement>('#console') ?? {};
  // Running that code takes a slow device longer than anything else here: the rows go first.
  void Promise.race([rows, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    .then(() => {
      // While the entry runs; before, they would hold up the rows.
      preload(dataset[preferredLanguage()]);
      return retryWithBackoff(() => import(entry));
    })
    .catch(() => showStartNotice('failed'));
  setTimeout(() => showStartNotice('slow'), SLOW_MS);
});

/** While the answer is on its way, and the frame is there: what tells an age is made when it is used first, which takes a slow device long. */
function readyToTell(format: Formats): void {
  const now = Date.now();
  for (const hours of [1, 48]) format.age(new Date(now - hours * 3_600_000).toISOString(), now);
}

/** Has the browser load a module, which nothing runs yet. */
function preload(href = ''): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}

function painted(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
