import { type Endpoint, type QueryValues, addressOf } from '#contract/endpoint.ts';
import type { GatewaySession } from './sign-in.ts';

interface Request {
  params?: Record<string, string>;
  query?: QueryValues;
  body?: object;
}

/**
 * Calls an endpoint of the gateway with a session.
 * @throws Error for an unexpected status; the TypeError of `fetch` when the connection breaks
 */
export async function callEndpoint(
  { url, headers }: GatewaySession,
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
