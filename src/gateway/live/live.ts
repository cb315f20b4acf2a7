import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { PULSE_INTERVAL_MS } from '#contract/desk/live.ts';
import type { ConnectionWatch } from '#gateway/connection/connection.ts';
import { type PeopleTables, type Person, personById } from '#gateway/people/store.ts';
import { isLimitedIn } from '#gateway/permissions/own-inquiries.ts';
import { isAllowed } from '#gateway/permissions/permissions.ts';
import { refusal } from '#gateway/problems.ts';
import {
  type FoundSession,
  type SessionRules,
  type SessionTables,
  openSessions,
} from '#gateway/sessions/store.ts';
import { type Loop, startLoop } from '#outbox/loop.ts';
import { type LiveTables, type LoggedEvent, eventsAfter, isKnownSince, lastEventId } from './log.ts';
import { type LookingTables, sweepLooks } from './looking.ts';

type Tables = LiveTables & LookingTables & PeopleTables & SessionTables;

// decided: what other instances on one database wrote, sessions that ended and rights that changed are looked for so
// often; what this one wrote is told at once.
const LOOK_EVERY_MS = 1000;
const RETRY_MS = 2000;
const BATCH = 500;
// decided: a browser needs one, and each tab of one that cannot share it.
const MOST_OF_A_SESSION = 10;
// decided: two browsers that cannot share one.
const MOST_OF_A_PERSON = 20;
const MOST = 5000;
/** What may wait for a reader. */
const MOST_UNREAD_BYTES = 256 * 1024;

/** The endpoint that whoever is told of something may call to read it. */
const READ_BY = {
  inquiry: 'viewInquiry',
  agency: 'viewAgency',
  webhook: 'viewWebhook',
  'follow-up': 'viewFollowUp',
  looking: 'viewInquiry',
} as const;

const RESET = 'event: reset\ndata: {}\n\n';

interface Client {
  session: string;
  person: Person;
  /** Of the rights that `person` has; undefined: not compared yet. */
  version: number | undefined;
  /** The last event that was looked at. */
  position: number;
  response: ServerResponse;
  /** It had not read what was said before the last heartbeat. */
  behind: boolean;
}

/** Tells open pages what happens, each what its person may read, as long as the session is open. */
export class Live {
  readonly #db: Kysely<Tables>;
  readonly #now: () => number;
  readonly #rules: SessionRules;
  readonly #clients = new Set<Client>();
  readonly #connection: Watch;
  /** Whether the service tells this console of inquiries; undefined: not known now. */
  #receiving: boolean | undefined;
  #log: FastifyBaseLogger | undefined;
  #loop: Loop | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor({ db, now, rules, connection }: Deps) {
    this.#db = db;
    this.#now = now;
    this.#rules = rules;
    this.#connection = connection;
  }

  start(log: FastifyBaseLogger): void {
    this.#log = log;
    this.#loop = startLoop(() => this.#step(), {
      now: this.#now,
      maxWaitMs: LOOK_EVERY_MS,
      onError: (error) => log.error({ err: error }, 'open pages could not be told what happens'),
    });
    this.#heartbeat = setInterval(() => this.#beat(), PULSE_INTERVAL_MS).unref();
  }

  /** Something was written to the log: it is told now. */
  wake(): void {
    this.#loop?.wake();
  }

  /** A topic's settings were written from here: whoever asks next is told how they are now. */
  topicWritten(): void {
    this.#connection.forget();
    this.wake();
  }

  /** Ends every stream: browsers come back by themselves. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#heartbeat);
    await this.#loop?.stop();
    for (const { response } of this.#clients) response.end();
    this.#clients.clear();
  }

  /**
   * Begins a stream after an event; without one, with what happens from now on. Where the session or the person
   * has many already the oldest ends: it may be one that a network dropped and nobody reads.
   * @throws ProblemError `busy` when there are too many in all, or they are being ended
   */
  async join(
    { id: session, person }: FoundSession,
    after: number | undefined,
    begin: () => ServerResponse,
  ): Promise<void> {
    const last = await lastEventId(this.#db);
    const resumed = after !== undefined && (await isKnownSince(this.#db, after, last));
    // From here to where it is counted nothing waits: many at once are no more than allowed.
    const own = [...this.#clients].filter((client) => client.person.id === person.id);
    const ofSession = own.filter((client) => client.session === session);
    const oldest =
      ofSession.length >= MOST_OF_A_SESSION
        ? ofSession[0]
        : own.length >= MOST_OF_A_PERSON
          ? own[0]
          : undefined;
    if (this.#stopped || (!oldest && this.#clients.size >= MOST))
      throw refusal('busy', { headers: { 'retry-after': '5' } });
    if (oldest) {
      this.#clients.delete(oldest);
      oldest.response.end();
    }
    const response = begin();
    // A client that left meanwhile will not emit `close` again.
    if (response.destroyed) return;
    const position = resumed ? after : last;
    const client: Client = { session, person, version: undefined, position, response, behind: false };
    response.once('close', () => this.#clients.delete(client));
    // Nobody asked meanwhile.
    if (this.#clients.size === 0) this.#receiving = undefined;
    this.#clients.add(client);
    const missed = after !== undefined && !resumed;
    say(client, `retry: ${RETRY_MS}\nid: ${position}\n\n${missed ? RESET : ''}`);
    this.#pulse([client]);
    void this.#look();
    this.wake();
  }

  async #step(): Promise<undefined | number> {
    await sweepLooks(this.#db, this.#now());
    // Those that come in between have their turn in the next step.
    const clients = [...this.#clients];
    if (clients.length === 0) return undefined;
    const after = clients.reduce((least, { position }) => Math.min(least, position), Infinity);
    const events = await eventsAfter(this.#db, after, BATCH);
    await this.#renewRights(clients);
    const texts = events.map(textOf);
    for (const client of clients) {
      const told = texts.filter((_, at) => {
        const event = events[at];
        return event && event.id > client.position && isTold(client.person, event);
      });
      client.position = Math.max(client.position, events.at(-1)?.id ?? 0);
      if (told.length > 0) say(client, told.join(''));
    }
    if (events.some(({ kind }) => kind === 'webhook')) {
      this.#connection.forget();
      void this.#look();
    }
    return events.length === BATCH ? this.#now() : undefined;
  }

  /** Ends the streams whose session ended, and reads anew the rights that changed. */
  async #renewRights(clients: readonly Client[]): Promise<void> {
    const open = await openSessions(this.#db, this.#rules, this.#now());
    for (const client of clients) {
      const version = open.get(client.session);
      if (version === client.version && version !== undefined) continue;
      const person = version === undefined ? undefined : await personById(this.#db, client.person.id);
      if (!person) {
        this.#clients.delete(client);
        client.response.end();
        continue;
      }
      if (client.version !== undefined) say(client, RESET);
      client.person = person;
      client.version = version;
    }
  }

  /** Also says how far the stream has come where there was nothing to tell of. */
  #beat(): void {
    for (const client of this.#clients) {
      if (client.behind && client.response.writableNeedDrain) client.response.destroy();
      client.behind = client.response.writableNeedDrain;
    }
    this.#pulse(this.#clients);
    void this.#look();
  }

  /** Asks whether the service tells us of inquiries, and says so when that changed. */
  async #look(): Promise<void> {
    if (this.#clients.size === 0) return;
    let receiving = false;
    try {
      receiving = await this.#connection.receivesInquiries();
    } catch (error) {
      this.#log?.error({ err: error }, 'the service could not be asked where it sends its notifications');
    }
    if (receiving === this.#receiving) return;
    this.#receiving = receiving;
    this.#pulse(this.#clients);
  }

  #pulse(clients: Iterable<Client>): void {
    for (const client of clients)
      say(
        client,
        this.#receiving === undefined
          ? `:\nid: ${client.position}\n\n`
          : `id: ${client.position}\nevent: pulse\ndata: {"receiving":${this.#receiving}}\n\n`,
      );
  }
}

type Watch = Pick<ConnectionWatch, 'receivesInquiries' | 'forget'>;

interface Deps {
  db: Kysely<Tables>;
  now: () => number;
  rules: SessionRules;
  connection: Watch;
}

/** Whoever does not read is let go, and resumes when they do. */
function say({ response }: Client, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
  else response.write(text);
}

function textOf({ id, kind, data }: LoggedEvent): string {
  return `id: ${id}\nevent: ${kind}\ndata: ${data}\n\n`;
}

function isTold(person: Person, { kind, agency_key, operator_key }: LoggedEvent): boolean {
  if (!isAllowed(person, READ_BY[kind], agency_key ?? undefined)) return false;
  // Of an agency all who work for it may know.
  if (kind === 'agency' || kind === 'webhook') return true;
  return !isLimitedIn(person, agency_key ?? undefined) || operator_key === person.mail;
}
