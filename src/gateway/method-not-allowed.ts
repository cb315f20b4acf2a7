import type { FastifyInstance } from 'fastify';
import { desk } from '#contract/desk/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { createProblem } from './problems.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** Path of an endpoint in the router's syntax: `:name` for `{name}`. */
export function toRoutePath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Replies 405 with `Allow` to other methods on paths of the contract tables. */
export function registerMethodNotAllowed(app: FastifyInstance): void {
  const endpoints: Pick<Endpoint, 'method' | 'path'>[] = [...Object.values(v3), ...Object.values(desk)];
  for (const [url, group] of Map.groupBy(endpoints, toRoutePath)) {
    const allowed: string[] = group.map(({ method }) => method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      // Before the body is parsed.
      onRequest: () => {
        throw createProblem('method-not-allowed', { headers: { allow: allowed.join(', ') } });
      },
      handler: () => {},
    });
  }
}
