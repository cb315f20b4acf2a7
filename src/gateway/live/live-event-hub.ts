import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { PULSE_INTERVAL_MS } from '#contract/desk/live.ts';
import type { ConnectionMonitor } from '#gateway/connection/connection-monitor.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import { type PeopleTables, type Person, findPersonById } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import {
  type ActiveSession,
  type SessionRules,
  type SessionTables,
  fetchRightsVersions,
} from '#gateway/sessions/store.ts';
import { type Listener, startListener } from '#database/listen.ts';
import type { Clock } from '#system/clock.ts';
import { every } from '#work/work.ts';
import { Worker } from '#work/worker.ts';
import { type LiveTables, fetchEventsAfter, fetchLastEventId, hasEventsSince } from './event-log.ts';
import { createEventFormatters } from './visible-events.ts';

type Tables = LiveTables & PeopleTables & SessionTables & InquiryTables;

// decided: polling interval for ended sessions and changed rights, and for events of other instances where no notification
// of the database tells of them; own events go out at once.
const EVENT_POLL_MS = 1000;
const CLIENT_RECONNECT_MS = 2000;
const EVENTS_PER_READ = 500;
// decided: browsers share one stream between tabs; those that cannot need one per tab.
const MAX_PER_SESSION = 10;
// decided: enough for two browsers that cannot share streams.
const MAX_PER_PERSON = 20;
const MAX_STREAMS = 5000;
/** Unread bytes after which a slow client is disconnected. */
const MAX_UNREAD_BYTES = 256 * 1024;

const RESET_EVENT = 'event: reset\ndata: {}\n\n';

interface Subscriber {
  session: string;
  person: Person;
  /** Version of the rights in `person`; undefined: not checked yet. */
  version: number | undefined;
  /** Id of the last event processed. */
  position: number;
  response: ServerResponse;
  /** Had unread data at the last heartbeat. */
  isBehind: boolean;
}

/** Sends events to open pages, filtered by the person's rights, until their session ends. */
export class LiveEventHub {
  readonly #dependencies: HubDependencies;
  readonly #subscribers = new Set<Subscriber>();
  /** True if the service sends webhooks of inquiries here; undefined: unknown. */
  #isReceiving: boolean | undefined;
  #log: FastifyBaseLogger | undefined;
  #worker: Worker<'live-events' | 'heartbeats'> | undefined;
  #isStopped = false;
  #listener: Listener | undefined;

  constructor(dependencies: HubDependencies) {
    this.#dependencies = dependencies;
  }

  /** Number of open streams. */
  get streams(): number {
    return this.#subscribers.size;
  }

  start(log: FastifyBaseLogger): void {
    this.#log = log;
    const { clock, notifications, pollMs = EVENT_POLL_MS } = this.#dependencies;
    // Its own, as the events of open pages wait for nothing that pages do not see.
    this.#worker = new Worker({ clock, log });
    this.#worker.add(
      every(pollMs, { name: 'live-events', clock, run: () => this.#sendEvents() }),
      every(PULSE_INTERVAL_MS, { name: 'heartbeats', clock, run: () => this.#sendHeartbeat() }),
    );
    this.#worker.start();
    if (notifications)
      this.#listener = startListener({
        ...notifications,
        onNotification: () => this.wake(),
        onDisconnect: (error) =>
          log.warn(
            { err: error },
            'live events of other instances are polled until PostgreSQL notifies again',
          ),
      });
  }

  /** Sends new events of the log now. */
  wake(): void {
    this.#worker?.wake('live-events');
  }

  /** Invalidates the cached connection state after a change of webhook settings, and sends its event. */
  publishTopicChange(): void {
    this.#dependencies.connection.invalidate();
    this.wake();
  }

  /** Ends all streams; browsers reconnect after the `retry` they were given, to a process that still listens. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#listener?.stop();
    await this.#worker?.stop();
    for (const { response } of this.#subscribers) response.end();
    this.#subscribers.clear();
  }

  /**
   * Starts a stream after the event `after`, or from now on. At the limit of a session or person the oldest stream is
   * ended: its network connection may be dead.
   * @throws ProblemError `busy` at the total limit and during shutdown
   */
  async subscribe(
    { id: session, person }: ActiveSession,
    after: number | undefined,
    openStream: () => ServerResponse,
  ): Promise<void> {
    const { db } = this.#dependencies;
    const lastId = await fetchLastEventId(db);
    const isResumed = after !== undefined && (await hasEventsSince(db, after, lastId));
    // No `await` between this check and `add`, so that concurrent calls cannot exceed the limits.
    const ownStreams = [...this.#subscribers].filter((subscriber) => subscriber.person.id === person.id);
    const sessionStreams = ownStreams.filter((subscriber) => subscriber.session === session);
    const oldest =
      sessionStreams.length >= MAX_PER_SESSION
        ? sessionStreams[0]
        : ownStreams.length >= MAX_PER_PERSON
          ? ownStreams[0]
          : undefined;
    if (this.#isStopped || (!oldest && this.#subscribers.size >= MAX_STREAMS))
      throw createProblem('busy', { headers: { 'retry-after': '5' } });
    if (oldest) {
      this.#subscribers.delete(oldest);
      oldest.response.end();
    }
    const response = openStream();
    // `close` was already emitted.
    if (response.destroyed) return;
    const position = isResumed ? after : lastId;
    const subscriber: Subscriber = {
      session,
      person,
      version: undefined,
      position,
      response,
      isBehind: false,
    };
    response.once('close', () => this.#subscribers.delete(subscriber));
    // The state is not updated without clients.
    if (this.#subscribers.size === 0) this.#isReceiving = undefined;
    this.#subscribers.add(subscriber);
    const hasGap = after !== undefined && !isResumed;
    writeToSubscriber(
      subscriber,
      `retry: ${CLIENT_RECONNECT_MS}\nid: ${position}\n\n${hasGap ? RESET_EVENT : ''}`,
    );
    this.#sendPulse([subscriber]);
    void this.#checkReceiving();
    this.wake();
  }

  async #sendEvents(): Promise<number | undefined> {
    // Copied: clients that subscribe meanwhile are served in the next step.
    const subscribers = [...this.#subscribers];
    if (subscribers.length === 0) return undefined;
    const after = subscribers.reduce((min, { position }) => Math.min(min, position), Infinity);
    const { db, clock, connection } = this.#dependencies;
    const events = await fetchEventsAfter(db, after, EVENTS_PER_READ);
    await this.#renewRights(subscribers);
    const formatters = await createEventFormatters(
      db,
      events,
      subscribers.map(({ person }) => person),
    );
    for (const subscriber of subscribers) {
      const messages = events.flatMap(({ id }, at) =>
        id > subscriber.position ? (formatters[at]?.(subscriber.person) ?? []) : [],
      );
      subscriber.position = Math.max(subscriber.position, events.at(-1)?.id ?? 0);
      if (messages.length > 0) writeToSubscriber(subscriber, messages.join(''));
    }
    if (events.some(({ kind }) => kind === 'webhook')) {
      connection.invalidate();
      void this.#checkReceiving();
    }
    return events.length === EVENTS_PER_READ ? clock.now() : undefined;
  }

  /** Ends streams whose session has ended, and reloads people whose rights have changed. */
  async #renewRights(subscribers: readonly Subscriber[]): Promise<void> {
    const sessions = [...new Set(subscribers.map(({ session }) => session))];
    const { db, rules, clock } = this.#dependencies;
    const rightsVersions = await fetchRightsVersions(db, rules, clock.now(), sessions);
    for (const subscriber of subscribers) {
      const version = rightsVersions.get(subscriber.session);
      if (version === subscriber.version && version !== undefined) continue;
      const person = version === undefined ? undefined : await findPersonById(db, subscriber.person.id);
      if (!person) {
        this.#subscribers.delete(subscriber);
        subscriber.response.end();
        continue;
      }
      if (subscriber.version !== undefined) writeToSubscriber(subscriber, RESET_EVENT);
      subscriber.person = person;
      subscriber.version = version;
    }
  }

  /** Keeps streams open, sends their position, and drops clients that do not read. */
  async #sendHeartbeat(): Promise<void> {
    for (const subscriber of this.#subscribers) {
      if (subscriber.isBehind && subscriber.response.writableNeedDrain) subscriber.response.destroy();
      subscriber.isBehind = subscriber.response.writableNeedDrain;
    }
    this.#sendPulse(this.#subscribers);
    void this.#checkReceiving();
  }

  /** Checks whether webhooks of inquiries arrive here, and sends a pulse on a change. */
  async #checkReceiving(): Promise<void> {
    if (this.#subscribers.size === 0) return;
    let isReceiving = false;
    try {
      isReceiving = await this.#dependencies.connection.receivesInquiries();
    } catch (error) {
      this.#log?.error({ err: error }, 'the webhook settings of the service could not be fetched');
    }
    if (isReceiving === this.#isReceiving) return;
    this.#isReceiving = isReceiving;
    this.#sendPulse(this.#subscribers);
  }

  #sendPulse(subscribers: Iterable<Subscriber>): void {
    for (const subscriber of subscribers)
      writeToSubscriber(
        subscriber,
        this.#isReceiving === undefined
          ? `:\nid: ${subscriber.position}\n\n`
          : `id: ${subscriber.position}\nevent: pulse\ndata: {"receiving":${this.#isReceiving}}\n\n`,
      );
  }
}

type ReceivingState = Pick<ConnectionMonitor, 'receivesInquiries' | 'invalidate'>;

interface HubDependencies {
  db: Kysely<Tables>;
  clock: Clock;
  rules: SessionRules;
  connection: ReceivingState;
  /**
   * Channel of PostgreSQL's notifications of events, including those of other instances; undefined on SQLite.
   */
  notifications?: { url: string; channel: string } | undefined;
  pollMs?: number | undefined;
}

/** Writes to a stream; slow clients are disconnected and resume later. */
function writeToSubscriber({ response }: Subscriber, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  else response.write(text);
}
