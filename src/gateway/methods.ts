import type { FastifyInstance } from 'fastify';
import { desk } from '#contract/desk/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { refusal } from './problems.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** A path as the router writes it. */
export function routeOf({ path }: Pick<Endpoint, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Answers 405 with `Allow` where a path of the two contract tables is asked by another method. */
export function methodNotAllowed(app: FastifyInstance): void {
  const endpoints: Pick<Endpoint, 'method' | 'path'>[] = [...Object.values(v3), ...Object.values(desk)];
  for (const [url, group] of Map.groupBy(endpoints, routeOf)) {
    const allowed: string[] = group.map(({ method }) => method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      // Before a body is looked at.
      onRequest: () => {
        throw refusal('method-not-allowed', { headers: { allow: allowed.join(', ') } });
      },
      handler: () => {},
    });
  }
}
