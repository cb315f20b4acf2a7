import type { Kysely } from 'kysely';
import type { Connection } from '#contract/desk/connection.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { DeliveryTables } from '#gateway/deliveries/store.ts';
import { signalsOf } from '#gateway/deliveries/reading.ts';
import type { Probe, Upstream } from '#gateway/forward/upstream.ts';
import type { Receiver } from '#gateway/hooks/receiver.ts';
import { readWebhook, topicsOf } from '#gateway/webhooks/upstream.ts';
import { ProblemError } from '#http/problem-error.ts';

/** An answer serves all who ask within this time. */
const KEPT_MS = 5000;

type Topics = Connection['topics'];
type Found = Pick<Connection, 'state' | 'latencyMs' | 'clockAheadMs' | 'refusal'>;

/** How the gateway finds the service now: asked at most every few seconds, whoever looks. */
export class ConnectionWatch {
  readonly #db: Kysely<DeliveryTables>;
  readonly #upstream: Upstream;
  readonly #config: GatewayConfig;
  readonly #receiver: Receiver;
  readonly #now: () => number;
  #etag: string | undefined;
  #known: { until: number; connection: Promise<Connection> } | undefined;

  constructor({
    db,
    upstream,
    config,
    receiver,
    now,
  }: {
    db: Kysely<DeliveryTables>;
    upstream: Upstream;
    config: GatewayConfig;
    receiver: Receiver;
    now: () => number;
  }) {
    this.#db = db;
    this.#upstream = upstream;
    this.#config = config;
    this.#receiver = receiver;
    this.#now = now;
  }

  look(): Promise<Connection> {
    if (this.#known && this.#now() < this.#known.until) return this.#known.connection;
    const connection = this.#look();
    this.#known = { until: this.#now() + KEPT_MS, connection };
    connection.catch(() => {
      if (this.#known?.connection === connection) this.#known = undefined;
    });
    return connection;
  }

  /** Its settings were written: whoever asks next is told how they are now. */
  forget(): void {
    this.#known = undefined;
  }

  /** Whether the service tells this console's receiver of inquiries. */
  async receivesInquiries(): Promise<boolean> {
    const { topics } = await this.look();
    return topics.some(
      ({ topic, active, here, unseenAt }) =>
        topic.toLowerCase() === INQUIRY_TOPIC && active !== false && here === true && unseenAt === null,
    );
  }

  async #look(): Promise<Connection> {
    const found = await this.#probe();
    const topics = found.state === 'working' ? await this.#topics() : undefined;
    return {
      upstream: this.#config.upstreamUrl,
      ...found,
      state: found.state === 'working' && !topics ? 'broken' : found.state,
      lastSuccessAt: this.#upstream.lastSuccessAt,
      appKey: this.#config.credentials.key,
      topics: topics ?? [],
    };
  }

  async #probe(): Promise<Found> {
    const nothing = { latencyMs: null, clockAheadMs: null, refusal: null };
    try {
      const probe = await this.#upstream.probe(addressOf(v3.entryPoints), this.#etag);
      const { status, etag, latencyMs } = probe;
      const works = status === 200 || status === 304;
      if (works) this.#etag = etag ?? this.#etag;
      return {
        state: works ? 'working' : failingState(probe),
        latencyMs: Math.round(latencyMs),
        clockAheadMs: clockAhead(probe),
        refusal: status === 401 ? (probe.detail ?? '') : null,
      };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const broken = error.problem.Type === '/problems/upstream-broken';
      return { ...nothing, state: broken ? 'broken' : 'unreachable' };
    }
  }

  /** undefined: the service did not say. */
  async #topics(): Promise<Topics | undefined> {
    try {
      const topics = await topicsOf(this.#upstream);
      const vantage = { receiver: this.#receiver.masked, now: this.#now() };
      return await Promise.all(
        topics.map(async ({ topic, configured, active }) => {
          const here = configured ? await this.#isHere(topic) : null;
          const { lastHeardAt, unseenAt } = await signalsOf(this.#db, topic, vantage);
          return { topic, configured, active, here, lastHeardAt, unseenAt };
        }),
      );
    } catch (error) {
      if (error instanceof ProblemError) return undefined;
      throw error;
    }
  }

  async #isHere(topic: string): Promise<boolean | null> {
    const settings = await readWebhook(this.#upstream, topic);
    return settings ? settings.callback === this.#receiver.url : null;
  }
}

/** What answers without the service's own problem in its place is a proxy before one that is down. */
function failingState({ status, detail }: Probe): Connection['state'] {
  if (status === 401) return 'refused';
  if (status === 429) return 'limited';
  const isProxy = detail === undefined && [502, 503, 504].includes(status);
  if (status >= 500) return isProxy ? 'unreachable' : 'failing';
  return 'broken';
}

/** `Date` has no fractions, so half a second is what is missing of it on average. */
function clockAhead({ date, sentAt, latencyMs }: Probe): number | null {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? null : Math.round(theirs + 500 - (sentAt + latencyMs / 2));
}
