import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Transport } from '#gateway/forward/transport.ts';
import type { WebhookClient } from '#http/webhook-client.ts';
import { RELAY_HOST } from './configuration.ts';
import { ODD_REPLIES, type OddReply, distort, leaveOut } from './odd-replies.ts';
import { WorkStoppedError } from '#work/work.ts';
import { type SentMessage, readMessage } from './sent-message.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { Owner, Timeline } from './timeline.ts';

/** A program that listens, as long as its process lives. */
export interface Listener {
  process: SimulatedProcess;
  app: FastifyInstance;
  /** Calls in flight, which break when it crashes. */
  readonly inFlight: Set<() => void>;
}

/** Faults of a call. */
export const CALL_FAULTS = [
  'refused',
  'slow',
  'reply-lost',
  'status-500',
  'status-503',
  'status-429',
  'half-body',
  'garbage',
  'empty-list',
  'not-found',
  ...ODD_REPLIES,
  'lists-lack',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

export const CALLBACK_FAULTS = [
  'hang',
  'refuse',
  'slow',
  'twice',
  'reply-lost',
  'status-429',
  'status-500',
  'status-502',
] as const;
export type CallbackFault = (typeof CALLBACK_FAULTS)[number];

/** A reply as it arrives. */
interface RawReply {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

const SLOW_MS = [2000, 30_000] as const;
const PROBLEM = { 'content-type': 'application/problem+json' };

/** Carries calls between the programs of a world, with the latency and the faults of the moment. */
export class Network {
  readonly #timeline: Timeline;
  readonly #random: SeededRandom;
  readonly #find: (host: string) => Listener | undefined;
  /** Fault of calls to the service, and its probability. */
  callFault: { kind: CallFault; probability: number } | undefined;
  callbackFault: { kind: CallbackFault; probability: number } | undefined;
  calls = 0;
  /** True after a reply had other values than the service gave it. */
  hasDistorted = false;
  /** Times at which a gateway asked for the list of agencies. */
  readonly listings = new Map<SimulatedProcess, number[]>();
  /** Messages of webhooks that were sent, oldest first. */
  readonly messages: SentMessage[] = [];
  /** Hook ids of the messages that the partner's own system received, oldest first. */
  readonly relayed: string[] = [];
  /** Callbacks that a stop cut off, and how long after it began. */
  readonly cuts: { program: string; afterMs: number }[] = [];

  constructor(timeline: Timeline, random: SeededRandom, find: (host: string) => Listener | undefined) {
    this.#timeline = timeline;
    this.#random = random;
    this.#find = find;
  }

  /** Sends a request to whoever listens at `host`, and brings the reply back to `from`. @throws Error when there is none */
  send(
    host: string,
    request: InjectOptions,
    {
      from,
      signal,
      isReplyLost = false,
    }: { from: Owner; signal?: AbortSignal | undefined; isReplyLost?: boolean },
  ): Promise<LightMyRequestResponse> {
    const timeline = this.#timeline;
    this.calls += 1;
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const settle = (ms: number, act: () => void) => {
        if (isSettled) return;
        isSettled = true;
        timeline.schedule(ms, from, () => {
          signal?.removeEventListener('abort', onAbort);
          act();
        });
      };
      const onAbort = () => {
        isSettled = true;
        reject(signal?.reason as Error);
      };
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      const fail = (ms: number) => settle(ms, () => reject(new Error('other side closed')));
      timeline.schedule(this.#latency(), { name: 'network', isAlive: true }, () => {
        const listener = this.#find(host);
        if (!listener?.process.isAlive) return fail(1);
        const broken = () => fail(1);
        listener.inFlight.add(broken);
        timeline.schedule(0, listener.process, () => {
          const inject = async () => {
            const reply = await listener.process.step(() => listener.app.inject(request));
            listener.inFlight.delete(broken);
            if (isReplyLost) fail(this.#latency());
            else settle(this.#latency(), () => resolve(reply));
          };
          inject().catch(reject);
        });
      });
    });
  }

  #latency(): number {
    return this.#random.between(1, 40);
  }

  #sleep(ms: number, owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal?.reason as Error);
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#timeline.schedule(ms, owner, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
    });
  }

  /** The transport of a gateway's calls to the service. */
  createTransport(process: SimulatedProcess, host: string): Transport {
    return {
      isBusy: () => false,
      close: async () => {},
      send: async ({ method, path, headers, body, signal }) => {
        const reply = await this.#callService(process, host, {
          signal,
          request: {
            method,
            url: path,
            headers,
            ...(body && { payload: Buffer.from(body) }),
          },
        });
        return {
          status: reply.statusCode,
          headers: new Map(
            Object.entries(reply.headers).map(([name, value]) => [name, [value].flat()[0] ?? '']),
          ),
          body: reply.bytes,
        };
      },
    };
  }

  async #callService(
    process: SimulatedProcess,
    host: string,
    { request, signal }: { request: InjectOptions; signal: AbortSignal | undefined },
  ): Promise<RawReply> {
    if (isListOfAgencies(request))
      this.listings.set(process, [...(this.listings.get(process) ?? []), this.#timeline.now]);
    const fault =
      this.callFault && this.#random.chance(this.callFault.probability) ? this.callFault.kind : undefined;
    const name = `${process.name}: ${request.method} ${request.url as string}`;
    if (fault) this.#timeline.note(`${name} meets ${fault}`);
    const invented = fault && invent(fault, request);
    if (fault === 'refused') {
      await this.#sleep(1, process, signal);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    if (fault === 'slow') await this.#sleep(this.#random.between(...SLOW_MS), process, signal);
    if (invented) {
      await this.#sleep(this.#latency(), process, signal);
      return invented;
    }
    const reply = await this.send(host, request, {
      from: process,
      signal,
      isReplyLost: fault === 'reply-lost',
    });
    this.#timeline.note(`${name} -> ${reply.statusCode}`);
    return this.#damage(
      {
        statusCode: reply.statusCode,
        headers: reply.headers as RawReply['headers'],
        bytes: reply.rawPayload,
      },
      fault,
    );
  }

  /** Changes a true reply as the fault says. */
  #damage(reply: RawReply, fault: CallFault | undefined): RawReply {
    if (fault === 'half-body') return { ...reply, bytes: reply.bytes.subarray(0, reply.bytes.length >> 1) };
    if (fault === 'lists-lack') return { ...reply, bytes: Buffer.from(leaveOut(reply.bytes.toString())) };
    if (!isOddReply(fault) || reply.statusCode >= 300) return reply;
    this.hasDistorted = true;
    return {
      ...reply,
      ...(fault === 'wrong-type' && { headers: { ...reply.headers, 'content-type': 'text/html' } }),
      bytes: Buffer.from(distort(reply.bytes.toString(), fault, this.#random)),
    };
  }

  /** The client by which the service calls callbacks, and the gateway the partner's own system. */
  createWebhookClient(process: SimulatedProcess): WebhookClient {
    return {
      close: async () => {},
      send: async (message) => {
        try {
          return await this.#callBack(process, message);
        } catch (error) {
          if (process.stopsSince !== undefined && message.signal.reason instanceof WorkStoppedError)
            this.cuts.push({ program: process.name, afterMs: this.#timeline.now - process.stopsSince });
          throw error;
        }
      },
    };
  }

  async #callBack(
    process: SimulatedProcess,
    { url, headers, body, signal }: Parameters<WebhookClient['send']>[0],
  ): ReturnType<WebhookClient['send']> {
    const { host, pathname } = new URL(url);
    const message = readMessage({ headers, body }, this.#timeline.now);
    if (host !== RELAY_HOST) this.messages.push(message);
    const fault =
      this.callbackFault && this.#random.chance(this.callbackFault.probability)
        ? this.callbackFault.kind
        : undefined;
    if (fault) this.#timeline.note(`${process.name}: a callback meets ${fault}`);
    const timeout = AbortSignal.any([signal, process.clock.timeout(15_000)]);
    if (fault === 'hang') await this.#sleep(60_000, process, timeout);
    if (fault === 'slow') await this.#sleep(this.#random.between(300, 1500), process, timeout);
    if (fault === 'refuse') {
      await this.#sleep(1, process, timeout);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    if (fault?.startsWith('status-')) {
      await this.#sleep(this.#latency(), process, timeout);
      return { status: Number(fault.slice(-3)), retryAfter: fault === 'status-429' ? '120' : undefined };
    }
    if (host === RELAY_HOST) {
      await this.#sleep(this.#latency(), process, timeout);
      this.relayed.push(headers['notification-hook-id'] ?? '');
      await this.#sleep(this.#latency(), process, timeout);
      if (fault === 'reply-lost') throw new Error('other side closed');
      return { status: 204 };
    }
    const request: InjectOptions = {
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    };
    if (fault === 'twice') void this.send(host, request, { from: process }).catch(() => {});
    const reply = await this.send(host, request, {
      from: process,
      signal: timeout,
      isReplyLost: fault === 'reply-lost',
    });
    if (reply.statusCode === 204) message.acknowledgedAt = this.#timeline.now;
    this.#timeline.note(
      `${process.name}: callback ${String(headers['notification-hook-id'])} -> ${reply.statusCode}`,
    );
    return { status: reply.statusCode, retryAfter: [reply.headers['retry-after']].flat()[0]?.toString() };
  }
}

const isListOfAgencies = ({ method, url }: InjectOptions) =>
  method === 'GET' && /\/v3\/agencias(?:\?|$)/.test(url as string);

const SINGLE_INQUIRY = /\/v3\/consultas\/[^/]+\/[^/?]+$/;

const isOddReply = (fault: CallFault | undefined): fault is OddReply =>
  (ODD_REPLIES as readonly (string | undefined)[]).includes(fault);

const EMPTY_WINDOW = {
  Desde: '2026-01-01T00:00:00-03:00',
  Hasta: '2026-12-31T00:00:00-03:00',
  Pagina: 1,
  Total: 0,
  PerPagina: 25,
};

/** Returns a reply that the service never gave; undefined: the fault changes a true one. */
function invent(fault: CallFault, { method, url }: InjectOptions): RawReply | undefined {
  const problem = (status: number, more: Record<string, string> = {}): RawReply => ({
    statusCode: status,
    headers: { ...PROBLEM, ...more },
    bytes: Buffer.from(JSON.stringify({ Type: 'about:blank', Title: 'Error', Status: status, Detail: '' })),
  });
  const isRead = method === 'GET';
  switch (fault) {
    case 'status-500':
      return problem(500);
    case 'status-503':
      return problem(503, { 'retry-after': '30' });
    case 'status-429':
      return problem(429, { 'retry-after': '60' });
    case 'garbage':
      return { statusCode: 200, headers: { 'content-type': 'text/html' }, bytes: Buffer.from('<h1>hola') };
    case 'empty-list':
      return isRead && /\/v3\/(?:consultas\/[^/]+(?:\?|$)|agencias(?:\?|$))/.test(url as string)
        ? {
            statusCode: 200,
            headers: { 'content-type': 'application/json' },
            bytes: Buffer.from(JSON.stringify({ ...EMPTY_WINDOW, _links: {}, _entries: [] })),
          }
        : undefined;
    // A single inquiry cannot be read while lists lack it.
    case 'lists-lack':
      return isRead && SINGLE_INQUIRY.test(url as string) ? problem(500) : undefined;
    case 'not-found':
      return isRead ? { statusCode: 404, headers: {}, bytes: Buffer.alloc(0) } : undefined;
    default:
      return undefined;
  }
}
