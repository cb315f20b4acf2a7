import type { IncomingMessage } from 'node:http';
import { type ClientRequest, get } from 'node:http';
import { vi } from 'vitest';
import { LIVE_EVENTS, type LiveKind } from '#contract/desk/live.ts';
import type { Engine } from '#database/database.ts';
import { createPeople } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { stampAt } from './clocks.ts';
import {
  CONSOLE,
  FOREIGN,
  OWN,
  SID,
  type World,
  cookieOf,
  json,
  openWorld,
  signIn,
} from './gateway-world.ts';
import { appendEvent } from '#gateway/live/event-log.ts';

const PASSWORD = 'una clave bien larga';

export const ZOE = 'zoe@ruta9.example';

export const LIVE_POLL_MS = 25;

interface Told {
  id: number;
  kind: string;
  data: Record<string, unknown>;
}

const openStreams = new Set<ClientRequest>();

/** Closes the streams of a test, after it. */
export function closeStreams(): void {
  for (const stream of openStreams) stream.destroy();
  openStreams.clear();
}

/** Parses a stream like EventSource. */
export class Stream {
  readonly told: Told[] = [];
  /** Values of `receiving` in pulses. */
  readonly pulses: unknown[] = [];
  readonly #request: ClientRequest;
  lastId: string | undefined;
  ended = false;
  status = 0;
  headers: IncomingMessage['headers'] = {};
  #rest = '';

  constructor(url: string, headers: Record<string, string>) {
    this.#request = get(url, { headers, agent: false }, (response) => {
      this.status = response.statusCode ?? 0;
      this.headers = response.headers;
      response.setEncoding('utf8');
      response.on('data', (text: string) => this.#read(text));
      response.on('close', () => (this.ended = true));
      response.on('error', () => {});
    });
    this.#request.on('error', () => (this.ended = true));
    openStreams.add(this.#request);
  }

  #read(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      this.lastId = fields.id ?? this.lastId;
      const { data, event } = fields;
      if (!data || !event) continue;
      const parsed = LIVE_EVENTS[event as LiveKind].parse(JSON.parse(data));
      if (event === 'pulse') this.pulses.push(parsed);
      else this.told.push({ id: Number(fields.id), kind: event, data: parsed });
    }
  }

  get kinds(): string[] {
    return this.told.map(({ kind }) => kind);
  }

  close(): void {
    this.#request.destroy();
  }

  async begun(): Promise<this> {
    await vi.waitUntil(() => this.ended || this.pulses.length > 0, { timeout: 10_000 });
    return this;
  }
}

export const listening = async (gateway: { app: World['gateway']['app'] }) =>
  gateway.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });

/** Valeria and Zoe work for one agency, Bruno for another; Zoe can be limited to her own inquiries. */
export async function openLiveWorld(engine: Engine, { limited = false } = {}) {
  const inquiry = {
    OperadorResponsable: null as string | null,
    Momento: '2026-03-05T10:00:00-03:00',
    Auto: {},
    Interesado: {},
    _links: {},
  };
  const world = await openWorld({
    engine,
    livePollMs: LIVE_POLL_MS,
    answer: (request, response) => json(inquiry)(request, response),
  });
  const database = await openGatewayDatabase(world.config.database);
  const seller = { role: 'seller' as const, password: PASSWORD };
  await createPeople(
    database.db,
    [
      { ...seller, name: 'Zoe', mail: ZOE, agencies: [OWN] },
      { ...seller, name: 'Bruno', mail: 'bruno@otra.example', agencies: [FOREIGN] },
    ],
    stampAt(1),
  );
  if (limited)
    await database.db
      .updateTable('person_agency')
      .set({ own_inquiries_only: 1 })
      .where('person_id', 'in', (eb) => eb.selectFrom('person').select('id').where('mail', '=', ZOE))
      .execute();
  const origin = await listening(world.gateway);
  const as = (cookie: string) => ({
    cookie,
    ask: (method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, payload?: object) =>
      world.call(url, { method, headers: { ...CONSOLE, cookie }, ...(payload && { payload }) }),
    stream: (more: Record<string, string> = {}, search = '', at = origin) =>
      new Stream(`${at}/desk/events${search}`, { cookie, accept: 'text/event-stream', ...more }).begun(),
  });
  const entered = async (mail: string) =>
    as(cookieOf(await signIn(world.call, { mail, password: PASSWORD })));
  const tell = (kind: 'agency' | 'webhook' | 'inquiry', about: { agency?: string; operator?: string } = {}) =>
    database.db.transaction().execute((transaction) =>
      kind === 'webhook'
        ? appendEvent(transaction, {
            kind,
            agency_key: null,
            operator_key: null,
            data: { topic: 'consulta-recibida' },
          })
        : appendEvent(transaction, {
            kind,
            agency_key: about.agency ?? OWN,
            operator_key: about.operator ?? null,
            data: { adminMail: about.agency ?? OWN, sid: SID },
          }),
    );
  return {
    world,
    db: database.db,
    inquiry,
    origin,
    tell,
    as,
    valeria: as(await world.signIn('seller')),
    partner: as(await world.signIn('partner')),
    zoe: () => entered(ZOE),
    bruno: () => entered('bruno@otra.example'),
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

export const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 10_000, interval: 20 });
