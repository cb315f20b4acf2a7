import type { Kysely } from 'kysely';
import type { Connection } from '#contract/desk/connection.ts';
import { isPointedHere } from '#contract/desk/webhooks.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { ProbeResult, Upstream } from '#gateway/forward/upstream.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { countUnreadableSecrets } from '#gateway/sealed-secrets.ts';
import type { WebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { type TopicState, fetchTopicStates } from '#gateway/webhooks/topic-states.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { SendingHold } from '#work/sending-hold.ts';

const CONNECTION_TTL_MS = 5000;
/** decided: people notice it on each page that needs the service. */
const SLOW_MS = 2000;

type MonitoredConnection = Omit<
  Connection,
  'demo' | 'version' | 'topics' | 'drift' | 'pageLatencies' | 'refusedMails'
> & {
  topics: TopicState[];
};
type ProbeStatus = Pick<MonitoredConnection, 'state' | 'latencyMs' | 'clockAheadMs' | 'refusal'>;

interface Dependencies {
  db: Kysely<GatewayTables>;
  upstream: Upstream;
  config: GatewayConfig;
  receiver: WebhookReceiver;
  sendingHold: Pick<SendingHold, 'fetchChanges'>;
  secrets: SecretBox;
  now: () => number;
}

/** Probes the service, at most once per `CONNECTION_TTL_MS` for all callers. */
export class ConnectionMonitor {
  readonly #dependencies: Dependencies;
  #etag: string | undefined;
  #isSlow = false;
  #cached: { expiresAt: number; connection: Promise<MonitoredConnection> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  getStatus(): Promise<MonitoredConnection> {
    const now = this.#dependencies.now();
    if (this.#cached && now < this.#cached.expiresAt) return this.#cached.connection;
    const connection = this.#load();
    this.#cached = { expiresAt: now + CONNECTION_TTL_MS, connection };
    connection.catch(() => {
      if (this.#cached?.connection === connection) this.#cached = undefined;
    });
    return connection;
  }

  /** True if the last probe was answered late. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Drops the cached result after webhook settings changed. */
  invalidate(): void {
    this.#cached = undefined;
  }

  /** Returns true if the service sends webhooks of inquiries to this gateway. */
  async receivesInquiries(): Promise<boolean> {
    const { topics } = await this.getStatus();
    return topics.some(
      (topic) =>
        topic.topic.toLowerCase() === INQUIRY_TOPIC &&
        topic.active !== false &&
        isPointedHere(topic) &&
        topic.unseenAt === null,
    );
  }

  async #load(): Promise<MonitoredConnection> {
    const { db, config, upstream, sendingHold, secrets } = this.#dependencies;
    const status = await this.#probe();
    const isWorking = status.state === 'working' || status.state === 'slow';
    const topics = isWorking ? await this.#fetchTopics() : undefined;
    return {
      upstream: config.upstreamUrl,
      ...status,
      state: isWorking && !topics ? 'broken' : status.state,
      lastSuccessAt: upstream.lastSuccessAt,
      appKey: config.credentials.key,
      held: await sendingHold.fetchChanges(),
      unreadableSecrets: await countUnreadableSecrets(db, secrets),
      topics: topics ?? [],
    };
  }

  async #probe(): Promise<ProbeStatus> {
    const empty = { latencyMs: null, clockAheadMs: null, refusal: null };
    try {
      const probe = await this.#dependencies.upstream.probe(addressOf(v3.entryPoints), this.#etag);
      const { status, etag, latencyMs } = probe;
      const isWorking = status === 200 || status === 304;
      if (isWorking) this.#etag = etag ?? this.#etag;
      this.#isSlow = isWorking && latencyMs >= SLOW_MS;
      return {
        state: isWorking ? (this.#isSlow ? 'slow' : 'working') : toFailureState(probe),
        latencyMs: Math.round(latencyMs),
        clockAheadMs: getClockAhead(probe),
        refusal: status === 401 ? (probe.detail ?? '') : null,
      };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const isBroken = error.problem.Type === '/problems/upstream-broken';
      return { ...empty, state: isBroken ? 'broken' : 'unreachable' };
    }
  }

  /** undefined: the service did not reply. */
  async #fetchTopics(): Promise<TopicState[] | undefined> {
    try {
      return await fetchTopicStates(this.#dependencies);
    } catch (error) {
      if (error instanceof ProblemError) return undefined;
      throw error;
    }
  }
}

/** A 502–504 without a problem body comes from a proxy: the service behind it is down. */
function toFailureState({ status, detail }: ProbeResult): Connection['state'] {
  if (status === 401) return 'refused';
  if (status === 429) return 'limited';
  const isProxy = detail === undefined && [502, 503, 504].includes(status);
  if (status >= 500) return isProxy ? 'unreachable' : 'failing';
  return 'broken';
}

/** `Date` has whole seconds: half a second is added for the fraction it lacks on average. */
function getClockAhead({ date, sentAt, latencyMs }: ProbeResult): number | null {
  const serverTime = Date.parse(date ?? '');
  return Number.isNaN(serverTime) ? null : Math.round(serverTime + 500 - (sentAt + latencyMs / 2));
}
