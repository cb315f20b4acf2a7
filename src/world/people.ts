import type { Readable } from 'node:stream';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import { desk } from '#contract/desk/desk.ts';
import { type Endpoint, type QueryValues, addressOf } from '#contract/endpoint.ts';
import { PEOPLE, type Timeline } from './timeline.ts';
import { PASSWORD } from './template.ts';

/** Headers of each call of the console. */
const CONSOLE_HEADERS = { 'sec-fetch-site': 'same-origin', [CONSOLE_HEADER]: '1' };

/** Delays before the console repeats a call, ms; as in `src/console/api/retry-with-backoff.ts`. */
const CONSOLE_RETRY_DELAYS_MS = [500, 1000, 2000, 4000];

/** The part of a world that browsers reach. */
interface BrowserWorld {
  readonly timeline: Timeline;
  callGateway: (request: InjectOptions) => Promise<LightMyRequestResponse>;
}

interface ConsoleRequest {
  params?: Record<string, string>;
  query?: QueryValues;
  body?: object;
}

/** A reply as the page has it; status 0: the connection broke. */
export interface Answer {
  status: number;
  /** The body as the contract has it. */
  json: () => unknown;
  text: string;
}

const NO_ANSWER: Answer = { status: 0, json: () => ({}), text: '' };

/** The browsers of a world: they sign in when they must, and repeat what failed. */
export class People {
  readonly #world: BrowserWorld;
  readonly #cookies = new Map<string, string>();
  readonly #passwords = new Map<string, string>();

  constructor(world: BrowserWorld) {
    this.#world = world;
  }

  /** Makes a call of the console as somebody, and repeats it while the gateway is away. */
  async call(mail: string, endpoint: Endpoint, request: ConsoleRequest = {}): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#callOnce(mail, endpoint, request);
      const delay =
        answer.status === 0 || answer.status >= 500 ? CONSOLE_RETRY_DELAYS_MS[attempt] : undefined;
      if (delay === undefined) return answer;
      await sleep(this.#world, delay);
    }
  }

  async #callOnce(mail: string, endpoint: Endpoint, request: ConsoleRequest): Promise<Answer> {
    if (!this.#cookies.has(mail) && !(await this.#signIn(mail))) return NO_ANSWER;
    const answer = await this.send(endpoint, request, { cookie: this.#cookies.get(mail) ?? '' });
    if (answer.status === 401) this.#cookies.delete(mail);
    else return answer;
    if (!(await this.#signIn(mail))) return answer;
    return this.send(endpoint, request, { cookie: this.#cookies.get(mail) ?? '' });
  }

  /** Opens a stream as somebody; undefined: there is none. */
  async stream(mail: string, { path }: Endpoint): Promise<Readable | undefined> {
    if (!this.#cookies.has(mail) && !(await this.#signIn(mail))) return undefined;
    const headers = { 'sec-fetch-site': 'same-origin', cookie: this.#cookies.get(mail) ?? '' };
    const reply = await this.#world
      .callGateway({ method: 'GET', url: path, headers, payloadAsStream: true })
      .catch(() => undefined);
    return reply?.statusCode === 200 ? reply.stream() : undefined;
  }

  async #signIn(mail: string): Promise<boolean> {
    const body = { mail, password: this.#passwords.get(mail) ?? PASSWORD };
    const { status, cookie } = await this.send(desk.signIn, { body });
    if (status !== 200) return false;
    this.#cookies.set(mail, cookie);
    return true;
  }

  /** Makes one call without a session, or with that of `headers`. */
  async send(
    { method, path }: Endpoint,
    { params, query, body }: ConsoleRequest,
    headers: Record<string, string> = {},
    remoteAddress?: string,
  ): Promise<Answer & { cookie: string }> {
    try {
      const reply = await this.#world.callGateway({
        method,
        url: addressOf({ path }, params, query),
        headers: { ...CONSOLE_HEADERS, ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { payload: JSON.stringify(body) }),
        ...(remoteAddress && { remoteAddress }),
      });
      const [header = ''] = [reply.headers['set-cookie'] ?? []].flat();
      return {
        status: reply.statusCode,
        text: reply.payload,
        json: () => JSON.parse(reply.payload) as unknown,
        cookie: header.split(';', 1)[0] ?? '',
      };
    } catch {
      return { ...NO_ANSWER, cookie: '' };
    }
  }
}

/** Waits as somebody in the world. */
export function sleep({ timeline }: Pick<BrowserWorld, 'timeline'>, ms: number): Promise<void> {
  return new Promise((resolve) => void timeline.schedule(ms, PEOPLE, resolve));
}
