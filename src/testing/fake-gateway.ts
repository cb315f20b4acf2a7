import * as z from 'zod/mini';
import { type BodyOf, type Endpoint, pathParams } from '#contract/endpoint.ts';
import { type GatewayCode, PROBLEM_TYPE } from '#contract/problem.ts';

interface ReceivedCall<E extends Endpoint> {
  params: Record<string, string>;
  query: URLSearchParams;
  body: BodyOf<E>;
}

type Handler = (call: ReceivedCall<Endpoint>) => Response | Promise<Response>;

interface Route {
  method: string;
  pattern: RegExp;
  params: string[];
  handler: Handler;
}

/** Replies to the calls of a page under test, by endpoint. Later replies for an endpoint override earlier ones. */
export class FakeGateway {
  readonly #routes: Route[] = [];
  /** Received calls in order; `name` is like `POST /desk/people`. */
  readonly calls: { name: string; body: unknown }[] = [];

  /** Sets the reply of an endpoint: a body, or a function of the call. */
  reply<E extends Endpoint>(
    endpoint: E,
    reply: object | undefined | ((call: ReceivedCall<E>) => unknown),
  ): this {
    return this.#handle(endpoint, async (call) => {
      expectKnownMembers(endpoint, call);
      const body = typeof reply === 'function' ? await reply(call) : reply;
      if (body instanceof Response) return body;
      return body === undefined
        ? new Response(null, { status: 204 })
        : Response.json(body, { status: endpoint.success });
    });
  }

  /** Sets a problem as reply: of the gateway with `code`, or of the service with `Errors`. */
  refuse(
    endpoint: Endpoint,
    status: number,
    problem: { code?: GatewayCode; Errors?: Record<string, string[]>; [extension: string]: unknown },
  ): this {
    const { code, Errors, ...Extensions } = problem;
    const body = {
      Type: code ? `/problems/${code}` : 'about:blank',
      Title: 'Rechazado',
      Status: status,
      Detail: '',
      Instance: '',
      Extensions,
      ...(Errors && { Errors }),
    };
    const headers = { 'content-type': PROBLEM_TYPE };
    return this.#handle(endpoint, () => new Response(JSON.stringify(body), { status, headers }));
  }

  /** Makes calls of an endpoint fail like without a network. */
  disconnect(endpoint: Endpoint): this {
    return this.#handle(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  /** Received calls except GET. */
  get writes() {
    return this.calls.filter(({ name }) => !name.startsWith('GET '));
  }

  /** Replacement of the global `fetch`. */
  fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(input, 'http://localhost');
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    this.calls.push({ name: `${method} ${pathname}`, body });
    const route = this.#routes.findLast(
      (candidate) => candidate.method === method && candidate.pattern.test(pathname),
    );
    if (!route) throw new Error(`The test has no answer for ${method} ${pathname}`);
    const [, ...values] = route.pattern.exec(pathname) ?? [];
    const params = Object.fromEntries(
      route.params.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]),
    );
    return route.handler({ params, query: searchParams, body });
  };

  #handle(endpoint: Endpoint, handler: Handler): this {
    const source = endpoint.path.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/g, '([^/]+)');
    const params = pathParams(endpoint.path);
    this.#routes.push({ method: endpoint.method, pattern: new RegExp(`^${source}$`), params, handler });
    return this;
  }
}

/** Fails for members of the query and the body that the gateway refuses as unknown. */
function expectKnownMembers({ method, path, query, body }: Endpoint, call: ReceivedCall<Endpoint>): void {
  const results = [
    query && z.safeParse(query, Object.fromEntries(call.query)),
    body && z.safeParse(body, call.body),
  ];
  const issues = results.flatMap((result) => result?.error?.issues ?? []);
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknown.length > 0) throw new Error(`${method} ${path} has no ${unknown.join(', ')}`);
}
