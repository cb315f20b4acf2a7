import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import { isLoopback } from '#http/loopback.ts';
import { refusal } from './problems.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses whatever changes something and does not come from the console's own pages. `Host` is not trusted. */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method) || request.routeOptions.config.fromElsewhere) return;
    if (!request.headers[CONSOLE_HEADER] || !sameOrigin(request, publicUrl)) throw refusal('cross-site');
  });
}

function sameOrigin({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && originKey(headers.origin) === originKey(publicUrl);
}

/** Origin in comparable form: the loopback names are one host. */
function originKey(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.origin === 'null') return undefined;
  return isLoopback(url.hostname) ? `${url.protocol}//localhost:${url.port}` : url.origin;
}
