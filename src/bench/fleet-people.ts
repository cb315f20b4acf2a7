import { randomUUID } from 'node:crypto';
import { type IncomingMessage, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { desk } from '#contract/desk/desk.ts';
import { type Endpoint, type QueryValues, addressOf } from '#contract/endpoint.ts';
import { randomBelow } from './number-options.ts';
import type { GatewaySession } from './sign-in.ts';

/** Same delays as in `src/console/api/retry-with-backoff.ts`. */
const CLIENT_RETRY_DELAYS_MS = [500, 1000, 2000, 4000];
/** The gateway tells pages to reconnect after this time. */
const STREAM_RECONNECT_MS = 2000;

/** `performance.now()` ms. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** A reply that a person should not have got. */
export interface FailedRequest {
  /** `performance.now()` ms. */
  at: number;
  /** 0: the connection broke. */
  status: number;
  endpoint: string;
  /** Position in a series of attempts, from 1. */
  attempt: number;
}

/** Requests that people made, and the acknowledged changes. */
export interface Work {
  requests: number;
  failed: FailedRequest[];
  times: number[];
  notes: Set<string>;
  invited: Set<string>;
}

export interface Inquiry {
  adminMail: string;
  sid: string;
}

/** Makes one random request of a person: three quarters read, a quarter writes, of which a few invite people by mail. */
export async function actAsPerson(
  work: Work,
  {
    people,
    partners,
    inquiries,
  }: Record<'people' | 'partners', readonly GatewaySession[]> & { inquiries: readonly Inquiry[] },
): Promise<void> {
  const person = people[randomBelow(people.length)];
  const partner = partners[randomBelow(partners.length)];
  const inquiry = inquiries[randomBelow(inquiries.length)];
  if (!person || !partner || !inquiry) throw new Error('Nobody is signed in');
  const { adminMail, sid } = inquiry;
  const kind = randomBelow(100);
  if (kind < 50)
    await callAsPerson(work, person, desk.findInquiries, {
      query: { agencia: [adminMail], vista: 'esperando' },
    });
  else if (kind < 60)
    await callAsPerson(work, person, desk.countInquiries, { query: { agencia: [adminMail] } });
  else if (kind < 75) await callAsPerson(work, person, desk.viewFollowUp, { params: { adminMail, sid } });
  else if (kind < 98) {
    const id = randomUUID();
    const change = { kind: 'note', text: 'Llamar a la tarde', contact: false };
    await callAsPerson(work, person, desk.changeFollowUp, {
      params: { adminMail, sid },
      body: { id, version: 0, change },
    });
    work.notes.add(id);
  } else {
    const mail = `${randomUUID()}@a.example`;
    const body = { mail, name: 'Alguien', role: 'support', agencies: [] };
    // A repeat after a broken reply finds the person invited.
    await callAsPerson(work, partner, desk.invitePerson, { body }, [409]);
    work.invited.add(mail);
  }
}

/** Calls as the console does. @throws Error when the last attempt failed, or the status is none that can be expected */
async function callAsPerson(
  work: Work,
  { url, headers }: GatewaySession,
  { method, path, success }: Endpoint,
  { params, query, body }: { params?: Record<string, string>; query?: QueryValues; body?: object },
  alsoExpected: readonly number[] = [],
): Promise<void> {
  work.requests++;
  const address = url + addressOf({ path }, params, query);
  for (let attempt = 1; ; attempt++) {
    const sentAt = performance.now();
    const status = await fetch(address, { method, headers, body: body ? JSON.stringify(body) : null })
      .then(async (reply) => {
        await reply.arrayBuffer();
        return reply.status;
      })
      .catch(() => 0);
    if (status === success || (attempt > 1 && alsoExpected.includes(status))) {
      work.times.push(performance.now() - sentAt);
      return;
    }
    work.failed.push({ at: performance.now(), status, endpoint: `${method} ${path}`, attempt });
    const delay = status === 0 || status >= 500 ? CLIENT_RETRY_DELAYS_MS[attempt - 1] : undefined;
    if (delay === undefined) return;
    await setTimeout(delay);
  }
}

/** An open page's stream of live events, which connects again when it breaks and goes on after the last event. */
export class LivePage {
  /** `performance.now()` of the event of each inquiry, by sid. */
  readonly inquiries = new Map<string, number>();
  repeated = 0;
  resets = 0;
  /** Times without a stream. */
  readonly gaps: TimeSpan[] = [];
  readonly #session: GatewaySession;
  readonly #stop = new AbortController();
  #lastId = '';

  constructor(session: GatewaySession) {
    this.#session = session;
    void this.#run();
  }

  close(): void {
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    let from = performance.now();
    while (!this.#stop.signal.aborted) {
      const stream = await this.#connect().catch(() => undefined);
      if (stream) {
        this.gaps.push({ from, to: performance.now() });
        await this.#read(stream).catch(() => {});
        from = performance.now();
      }
      await setTimeout(STREAM_RECONNECT_MS);
    }
  }

  #connect(): Promise<IncomingMessage | undefined> {
    const { url, headers } = this.#session;
    const resume = this.#lastId ? { 'last-event-id': this.#lastId } : {};
    return new Promise((resolve, reject) => {
      get(
        url + addressOf(desk.streamEvents),
        { headers: { ...headers, ...resume }, agent: false, signal: this.#stop.signal },
        (reply) => {
          if (reply.statusCode === 200) resolve(reply);
          else reply.resume().once('close', () => resolve(undefined));
        },
      ).on('error', reject);
    });
  }

  async #read(stream: IncomingMessage): Promise<void> {
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) {
      const events = (text + String(chunk)).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) this.#receive(event);
    }
  }

  #receive(event: string): void {
    const [, id] = /^id: (.+)$/m.exec(event) ?? [];
    if (id) this.#lastId = id;
    const [, kind] = /^event: (.+)$/m.exec(event) ?? [];
    if (kind === 'reset') this.resets++;
    if (kind !== 'inquiry') return;
    const [, sid = ''] = /"sid":"([^"]+)"/.exec(event) ?? [];
    if (this.inquiries.has(sid)) this.repeated++;
    else this.inquiries.set(sid, performance.now());
  }
}
