import type { APIRequestContext } from '@playwright/test';
import * as z from 'zod/mini';
import { desk } from '#contract/desk/desk.ts';
import { CONSOLE_HEADER, PERSON_CALL } from '#contract/desk/page.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { addressOf } from '#contract/endpoint.ts';
import { expect } from '@playwright/test';
import type { Person } from '#testing/server-process.ts';

interface Call<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
}

/** Calls the gateway as the console of one person does, without a page. */
export class GatewayClient {
  readonly #requests: APIRequestContext;
  readonly #headers: Record<string, string>;

  constructor(requests: APIRequestContext, origin: string) {
    this.#requests = requests;
    // A request on a kept connection fails when the server closes it just then, as it does after 72 s without one.
    this.#headers = { [CONSOLE_HEADER]: PERSON_CALL, origin, connection: 'close' };
  }

  /** @throws when the answer is no success */
  async call<const E extends Endpoint>(
    endpoint: E,
    { params, query, body }: Call<E> = {},
  ): Promise<ReplyOf<E>> {
    const answer = await this.#requests.fetch(
      addressOf(endpoint, params as Record<string, string>, query as Record<string, string>),
      { method: endpoint.method, headers: this.#headers, ...(body !== undefined && { data: body }) },
    );
    const text = await answer.text();
    expect(answer.ok(), `${endpoint.method} ${endpoint.path} ${answer.status()} ${text}`).toBe(true);
    return (endpoint.reply ? z.parse(endpoint.reply, JSON.parse(text)) : undefined) as ReplyOf<E>;
  }

  async signIn({ mail, password }: Person): Promise<this> {
    await this.call(desk.signIn, { body: { mail, password } });
    return this;
  }

  async isSignedIn(): Promise<boolean> {
    const answer = await this.#requests.get(addressOf(desk.viewSession), { headers: this.#headers });
    return answer.ok();
  }

  async cookies() {
    return (await this.#requests.storageState()).cookies;
  }
}
