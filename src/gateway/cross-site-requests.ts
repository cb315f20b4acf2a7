import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DeskName } from '#contract/desk/desk.ts';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import { isLoopback } from '#http/is-loopback.ts';
import { readBearerToken } from './api-tokens/bearer-token.ts';
import { createProblem } from './problems.ts';

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `none` is a typed address or a bookmark. */
const CROSS_SITE_VALUES = new Set(['cross-site', 'same-site']);

/** Sent by the browser itself, without the console's header. */
const SENT_BY_BROWSER: ReadonlySet<string> = new Set<DeskName>(['reportPolicy']);

/**
 * Rejects writes that do not come from the console's own pages, and cross-site reads of contract endpoints: reads also
 * use up rate limits, extend sessions and call the service. Pages can be linked from anywhere. `Host` is not trusted.
 */
export function rejectCrossSiteRequests(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint = '', skipsOriginCheck } = request.routeOptions.config;
    // No page of another site can send a token, and a request with one is judged by it alone.
    if (skipsOriginCheck || (endpoint !== '' && readBearerToken(request) !== undefined)) return;
    if (SAFE_METHODS.has(request.method)) {
      if (endpoint !== '' && CROSS_SITE_VALUES.has(String(request.headers['sec-fetch-site'])))
        throw createProblem('cross-site');
      return;
    }
    const isOwn = SENT_BY_BROWSER.has(endpoint)
      ? isSameOrigin(request, publicUrl) !== false
      : request.headers[CONSOLE_HEADER] && isSameOrigin(request, publicUrl);
    if (!isOwn) throw createProblem('cross-site');
  });
}

/** undefined: the browser sends neither `Sec-Fetch-Site` nor `Origin`. */
function isSameOrigin({ headers }: FastifyRequest, publicUrl: string): boolean | undefined {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined ? undefined : originKey(headers.origin) === originKey(publicUrl);
}

/** Normalizes an origin: all loopback names are one host. */
function originKey(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.origin === 'null') return undefined;
  return isLoopback(url.hostname) ? `${url.protocol}//localhost:${url.port}` : url.origin;
}
