import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** A forwarded call; `at` is its arrival, ms since 1970. */
export interface ServiceCall {
  path: string;
  at: number;
}

export interface CountingProxy extends AsyncDisposable {
  url: string;
  calls: readonly ServiceCall[];
}

/** Opens a proxy between gateways and the service that records calls, and may hold replies back. */
export async function openCountingProxy(target: string, replyDelayMs = 0): Promise<CountingProxy> {
  const calls: ServiceCall[] = [];
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    calls.push({ path, at: Date.now() });
    const call = request(target + path, { method, headers, agent }, (reply) => {
      setTimeout(() => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        // Fails when the gateway is killed.
        pipeline(reply, outgoing).catch(() => {});
      }, replyDelayMs);
    });
    call.on('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Maximum number of calls in any 60 seconds. */
export function peakCalls(calls: readonly ServiceCall[]): number {
  let [peak, first] = [0, 0];
  for (const [index, { at }] of calls.entries()) {
    while ((calls[first]?.at ?? at) <= at - 60_000) first++;
    peak = Math.max(peak, index - first + 1);
  }
  return peak;
}
