import type { BrowserContext, Page, Request } from '@playwright/test';

// Failures between browser and gateway, which the fault service behind the gateway cannot make.

/** Calls that add to the follow-up of an inquiry. */
export const FOLLOW_UP_CHANGES = '**/desk/follow-up/*/*/changes';
export const LIVE_EVENTS = /\/desk\/events/;

type Url = string | RegExp;

/** The page has asked for all that it loads ahead. */
export const waitForPrefetch = (page: Page) => page.waitForLoadState('networkidle');

/** Matching calls get no answer until `stop` is called. */
export async function failRequests(
  page: Page | BrowserContext,
  url: Url,
): Promise<{ stop(): Promise<void> }> {
  await page.route(url, (route) => route.abort());
  return { stop: () => page.unroute(url) };
}

/** Matching calls are answered with a status and no body. */
export async function respondWithStatus(
  page: Page | BrowserContext,
  url: Url,
  status: number,
): Promise<void> {
  await page.route(url, (route) => route.fulfill({ status, body: '' }));
}

/** The page does not hear what happens. Once it `connected`, it sends nothing again by itself. */
export async function blockLiveEvents(page: Page | BrowserContext): Promise<{ connected: Promise<void> }> {
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  await page.route(LIVE_EVENTS, async (route) => {
    await route.fulfill({ status: 503, body: '' });
    resolve();
  });
  return { connected };
}

/** Matching calls wait until they are released, and then go on or fail. */
export async function holdRequests(
  page: Page | BrowserContext,
  url: Url,
  then: 'continue' | 'abort' = 'continue',
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route[then]();
  });
  return resolve;
}

/** Answers to matching calls that are made until `stop` is called get lost; with `reach` the gateway handles them. */
export async function loseResponses(
  page: Page,
  url: Url,
  { reach = false } = {},
): Promise<{ handled: Promise<void>; stop(): void }> {
  const { promise: handled, resolve } = Promise.withResolvers<void>();
  let lost = true;
  await page.route(url, async (route) => {
    if (!lost) return route.fallback();
    if (reach) await route.fetch();
    return resolve();
  });
  // The route stays: without any, the browser would send what waits.
  return { handled, stop: () => (lost = false) };
}

/** The calls of a path that the pages begin from now on, and those without a reply yet. */
export function trackCalls(of: Page | BrowserContext, path: RegExp): { begun: string[]; open: Set<Request> } {
  const begun: string[] = [];
  const open = new Set<Request>();
  of.on('request', (request) => {
    if (!path.test(new URL(request.url()).pathname)) return;
    begun.push(request.url());
    open.add(request);
  });
  const close = (request: Request) => void open.delete(request);
  of.on('requestfinished', close);
  of.on('requestfailed', close);
  return { begun, open };
}
