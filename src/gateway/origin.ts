import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DeskName } from '#contract/desk/desk.ts';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import { isLoopback } from '#http/is-loopback.ts';
import { refusal } from './problems.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `none` is the person's own doing: an address typed, or one that was kept. */
const OTHER_SITES = new Set(['cross-site', 'same-site']);

/** The browser itself calls these, and none of the console's code: they cannot carry its header. */
const BY_THE_BROWSER: ReadonlySet<string> = new Set<DeskName>(['reportPolicy']);

/**
 * Refuses whatever changes something and does not come from the console's own pages, and reads of the two tables that the
 * browser says come from another site: they too count, keep sessions open and ask the service. Pages are reached from
 * anywhere. `Host` is not trusted.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint = '', fromElsewhere } = request.routeOptions.config;
    if (fromElsewhere) return;
    if (SAFE.has(request.method)) {
      if (endpoint !== '' && OTHER_SITES.has(String(request.headers['sec-fetch-site'])))
        throw refusal('cross-site');
      return;
    }
    const own = BY_THE_BROWSER.has(endpoint)
      ? sameOrigin(request, publicUrl) !== false
      : request.headers[CONSOLE_HEADER] && sameOrigin(request, publicUrl);
    if (!own) throw refusal('cross-site');
  });
}

/** undefined: the browser does not say. */
function sameOrigin({ headers }: FastifyRequest, publicUrl: string): boolean | undefined {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined ? undefined : originKey(headers.origin) === originKey(publicUrl);
}

/** Origin in comparable form: the loopback names are one host. */
function originKey(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.origin === 'null') return undefined;
  return isLoopback(url.hostname) ? `${url.protocol}//localhost:${url.port}` : url.origin;
}
