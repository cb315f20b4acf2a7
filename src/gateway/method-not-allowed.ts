import type { FastifyInstance } from 'fastify';
import { desk } from '#contract/desk/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { createProblem } from './problems.ts';

const METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** Path of an endpoint in the router's syntax: `:name` for `{name}`. */
export function toRoutePath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Replies 405 with `Allow` to other methods on paths of the contract tables. */
// Routes for these would be four of five routes, and a third of the time in which a gateway starts.
export function registerMethodNotAllowed(app: FastifyInstance): void {
  const endpoints: Pick<Endpoint, 'method' | 'path'>[] = [...Object.values(v3), ...Object.values(desk)];
  const resources = Array.from(
    Map.groupBy(endpoints, ({ path }) => path),
    ([path, group]) => {
      const methods = group.map(({ method }) => method as string);
      return {
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
        allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', '),
      };
    },
  );
  // The method is checked before the body is parsed.
  app.addHook('onRequest', async ({ method, url, routeOptions }) => {
    if (routeOptions.config.endpoint !== undefined || !METHODS.has(method)) return;
    // The path is decoded like the router does, which has refused what cannot be decoded.
    const path = decodeURI(url.split('?', 1)[0] ?? '');
    const resource = resources.find(({ pattern }) => pattern.test(path));
    if (resource) throw createProblem('method-not-allowed', { headers: { allow: resource.allow } });
  });
}
