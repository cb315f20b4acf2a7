import type { InquiryPage } from '#contract/desk/inquiries.ts';
import type { PageData } from '#contract/desk/page.ts';
import { addressOf } from '#contract/endpoint.ts';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { isSameSid } from '#contract/sid.ts';
import { dayAt } from '#contract/window.ts';
import { TIMEOUT_MS, retryWithBackoff } from './api/retry-with-backoff.ts';
import { type CreateElement, drawRow } from './inquiries/draw-row.ts';
import { ensureAgencies, hasFilters, listRequests, parseInboxAddress } from './inquiries/inbox-address.ts';
import { type ServicePage, toRowContent, toIndexRows, toServiceRows } from './inquiries/row.ts';
import { preferredLanguage } from './locales/preferred-language.ts';
import { showStartNotice } from './start-notice.ts';
import { applyColorScheme } from './ui/color-scheme.ts';
import { type Formats, formatsFor } from './ui/formats.ts';
import { applyDensity } from './ui/stored-density.ts';

// Inlined into the head by the build. Starts the page's first calls (`call` takes their responses by URL), renders the
// first rows of the inbox, sets the theme, and imports the console.

// Defined by the build, so that this script contains no schemas.
declare const CONSOLE_HEADER: string;
declare const LIST_PATH: string;
declare const INDEX_PATH: string;
declare const ONE_PATH: string;
declare const OVERVIEW_PATH: string;

const MAX_WAIT_FOR_ROWS_MS = 800;
const SLOW_NOTICE_MS = 2000;
let rows: Promise<unknown> = Promise.resolve();

const block = document.querySelector('#desk')?.textContent;
const { session }: Pick<PageData, 'session'> = block ? JSON.parse(block) : { session: null };
const [, page, ...inquiry] = location.pathname.split('/');

const early = new Map<string, Promise<Response>>();
const startCall = (url: string) => {
  const response = fetch(url, {
    headers: { [CONSOLE_HEADER]: '1', accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  early.set(url, response);
  return response;
};
const ignoreFailure = () => {};
window.earlyAnswers = early;

if (session && page === 'inquiries') {
  const [mail, sid] = inquiry.map((part) => decodeURIComponent(part));
  const search = new URLSearchParams(location.search);
  const address = parseInboxAddress(search);
  const agencias = address.agencias.length > 0 ? address.agencias : mail ? [mail] : [];
  const [agencia] = agencias;
  if (agencia) {
    const { timeZone } = session;
    const today = () => dayAt(Date.now(), timeZone);
    const language = preferredLanguage();
    const format = formatsFor(language, timeZone);
    const { service, index } = listRequests(agencias, address, today);
    const readJson = (response: Response) => response.clone().json();
    const firstPage = service
      ? startCall(addressOf({ path: LIST_PATH }, { adminMail: agencia }, service.query))
          .then(readJson)
          .then((page: ServicePage) => toServiceRows(agencia, page))
      : startCall(addressOf({ path: INDEX_PATH }, {}, index))
          .then(readJson)
          .then((page: InquiryPage) => toIndexRows(page));
    rows = firstPage
      .then((firstRows) => {
        const options = { search: ensureAgencies(search, agencias), language, format, now: Date.now() };
        const elements = firstRows.map((row) =>
          drawRow(createElement, toRowContent(row, options), { isOpen: isSameSid(row.sid, sid) }),
        );
        document.querySelector('.frame-rows')?.replaceChildren(...elements);
        // The rows are on the screen first: compiling the console takes the processor from them.
        return nextPaint().then(nextPaint);
      })
      .catch(ignoreFailure);
    void nextPaint().then(() => warmUpFormats(format));
  }
  if (mail && sid) startCall(addressOf({ path: ONE_PATH }, { adminMail: mail, sid })).catch(ignoreFailure);
  document.documentElement.dataset.frame = sid ? 'inquiry' : 'list';
  if (hasFilters(address)) document.documentElement.dataset.filters = '';
}

if (session && page === 'overview') {
  const agencia = new URLSearchParams(location.search).getAll('agencia');
  const isAll = agencia.includes(ALL_AGENCIES);
  startCall(addressOf({ path: OVERVIEW_PATH }, {}, { agencia: isAll ? [] : agencia })).catch(ignoreFailure);
}

// Reading the color scheme computes styles, so the calls start before.
applyDensity(session?.person.id);
applyColorScheme();

addEventListener('DOMContentLoaded', () => {
  const link = document.querySelector<HTMLLinkElement>('#console');
  const { href: entry = '', dataset = {} } = link ?? {};
  if (page === 'overview')
    link?.addEventListener('load', () => dataset.overview?.split(' ').forEach(preload));
  // Evaluating the console is slow on slow devices: the rows are painted first.
  void Promise.race([rows, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_FOR_ROWS_MS))])
    .then(() => {
      preload(dataset[preferredLanguage()]);
      return retryWithBackoff(() => import(entry));
    })
    .catch(() => showStartNotice('failed'));
  setTimeout(() => showStartNotice('slow'), SLOW_NOTICE_MS);
});

function createElement(
  ...[tag, { className, ...attributes }, ...children]: Parameters<CreateElement<Element>>
) {
  const element = document.createElement(tag);
  if (typeof className === 'string') element.className = className;
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'string' || value === true) element.setAttribute(name, String(value));
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Creates the formatters while the first call is pending: their first use is slow. */
function warmUpFormats(format: Formats): void {
  const now = Date.now();
  for (const hours of [1, 48]) format.age(new Date(now - hours * 3_600_000).toISOString(), now);
}

function preload(href = ''): void {
  const link = document.createElement('link');
  const isSheet = href.endsWith('.css');
  link.rel = isSheet ? 'preload' : 'modulepreload';
  if (isSheet) link.as = 'style';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}

function nextPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
