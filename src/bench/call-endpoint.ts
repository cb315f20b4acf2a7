import { type Endpoint, type QueryValues, addressOf } from '#contract/endpoint.ts';
import type { SignedIn } from './sign-in.ts';

interface Request {
  params?: Record<string, string>;
  query?: QueryValues;
  body?: object;
}

/**
 * Calls an endpoint of the gateway as somebody who is signed in.
 * @throws Error when it does not succeed; what `fetch` throws when the connection breaks
 */
export async function callEndpoint(
  { url, headers }: SignedIn,
  { method, path, success }: Endpoint,
  { params, query, body }: Request = {},
): Promise<unknown> {
  const text = body === undefined ? null : JSON.stringify(body);
  const response = await fetch(url + addressOf({ path }, params, query), { method, headers, body: text });
  const reply = await response.text();
  if (response.status !== success)
    throw new Error(`${method} ${path} was answered ${response.status}: ${reply}`);
  return reply && JSON.parse(reply);
}
