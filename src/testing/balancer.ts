import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { getErrorCode } from '#system/error-code.ts';

/** A request waits this time for a target, like `lb_try_duration` in `src/deploy/Caddyfile`. */
const TRY_MS = 5000;
const TRY_INTERVAL_MS = 50;
const HEALTH_INTERVAL_MS = 500;

export interface Balancer extends AsyncDisposable {
  url: string;
  /** Origins, in turn. */
  targets: string[];
}

/**
 * Opens a round-robin proxy like those of `src/deploy/`: it leaves out targets whose `/readyz` is red, and tries the next
 * one when a connection is refused or breaks before the response; a write only if it was not sent.
 */
export async function openBalancer(...targets: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, timeout: 60_000 });
  const unready = new Set<string>();
  let turn = 0;

  async function checkHealth(target: string): Promise<void> {
    const isReady = await fetch(`${target}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) unready.delete(target);
    else unready.add(target);
  }
  const health = setInterval(() => {
    for (const target of balancer.targets) void checkHealth(target);
  }, HEALTH_INTERVAL_MS);

  function chooseTarget(): string {
    const ready = balancer.targets.filter((target) => !unready.has(target));
    const candidates = ready.length > 0 ? ready : balancer.targets;
    return candidates[turn++ % candidates.length] ?? '';
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const end = Date.now() + TRY_MS;
    for (;;) {
      const target = chooseTarget();
      try {
        const reply = await send(target, incoming, body, outgoing);
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        await pipeline(reply, outgoing);
        return;
      } catch (error) {
        const isRefused = getErrorCode(error) === 'ECONNREFUSED';
        const isRepeatable = isRefused || ['GET', 'HEAD'].includes(incoming.method ?? '');
        if (isRefused) unready.add(target);
        if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy();
        if (!isRepeatable || Date.now() > end) return void outgoing.writeHead(502).end();
        await setTimeout(TRY_INTERVAL_MS);
      }
    }
  }

  function send(
    target: string,
    { method, url = '/', headers, socket }: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const forwarded = { 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'http' };
      const call = request(target + url, { method, agent, headers: { ...headers, ...forwarded } }, resolve);
      call.on('error', reject);
      outgoing.once('close', () => call.destroy());
      call.end(body);
    });
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const balancer: Balancer = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    targets,
    async [Symbol.asyncDispose]() {
      clearInterval(health);
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return balancer;
}
