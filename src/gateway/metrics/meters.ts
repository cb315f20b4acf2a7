import { Counter, Histogram } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import type { DeskName } from '#contract/desk/desk.ts';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import type { GatewayCode } from '#contract/problem.ts';
import { DISASSOCIATION_TOPIC, INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { topicKey } from '#gateway/webhooks/store.ts';
import { BrokenReplyError, type Transport } from '#gateway/forward/transport.ts';
import { DURATION_BUCKETS, type Metrics } from '#http/metrics.ts';
import type { Clock } from '#system/clock.ts';

/** Counters of the gateway, which count while it works. */
export interface Meters {
  /** Counts a webhook that was received, or why it was refused. */
  countDelivery(topic: string, outcome: 'received' | RefusalReason): void;
  /** Observes the calls of the service. */
  observeTransport(transport: Transport, clock: Pick<Clock, 'monotonic'>): Transport;
  /** Counts refused sign-ins and tokens. */
  observeSignIns(app: FastifyInstance): void;
}

/** Anybody can send a webhook, of any topic. */
const TOPICS: ReadonlySet<string> = new Set([INQUIRY_TOPIC, REGISTRATION_TOPIC, DISASSOCIATION_TOPIC]);
const OTHER_LABEL = 'other';

const SIGN_IN_ENDPOINTS: ReadonlySet<string> = new Set<DeskName>([
  'signIn',
  'completeOpenIdSignIn',
  'completePasskeySignIn',
  'proveSecondFactor',
  'provePasskey',
]);
const SIGN_IN_REASONS: ReadonlySet<string> = new Set<GatewayCode>([
  'wrong-credentials',
  'wrong-code',
  'openid-unreachable',
  'openid-failed',
  'passkey-failed',
  'token-refused',
  'too-many-attempts',
]);

export function createMeters({ registry }: Metrics): Meters {
  const registers = [registry];
  const deliveries = new Counter({
    name: 'vitrina_deliveries_total',
    help: 'Webhooks that were received, or the reason of their refusal.',
    labelNames: ['topic', 'outcome'],
    registers,
  });
  const calls = new Histogram({
    name: 'vitrina_upstream_request_duration_seconds',
    help: 'Time until the service answered, or did not; each retry counts.',
    labelNames: ['outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const refusedSignIns = new Counter({
    name: 'vitrina_sign_ins_refused_total',
    help: 'Refused passwords, passkeys, sign-ins by OpenID Connect, codes of second factors and API tokens.',
    labelNames: ['reason'],
    registers,
  });
  // Series that begin at 0 let an alert see the first refusal.
  for (const reason of [...SIGN_IN_REASONS, OTHER_LABEL]) refusedSignIns.inc({ reason }, 0);

  return {
    countDelivery(topic, outcome) {
      const key = topicKey(topic);
      deliveries.inc({ topic: TOPICS.has(key) ? key : OTHER_LABEL, outcome });
    },

    observeTransport: (transport, clock) => ({
      isBusy: () => transport.isBusy(),
      close: () => transport.close(),
      async send(request) {
        const startedAt = clock.monotonic();
        const observe = (outcome: string) =>
          calls.observe({ outcome }, (clock.monotonic() - startedAt) / 1000);
        try {
          const reply = await transport.send(request);
          observe(toCallOutcome(reply.status));
          return reply;
        } catch (error) {
          observe(toCallFailure(error, request.signal));
          throw error;
        }
      },
    }),

    observeSignIns(app) {
      app.addHook('onResponse', async ({ routeOptions, audit }, { statusCode }) => {
        const { endpoint } = routeOptions.config;
        const { code = OTHER_LABEL, hasRefusedToken } = audit;
        if (statusCode < 400 || !(hasRefusedToken || SIGN_IN_ENDPOINTS.has(endpoint ?? ''))) return;
        refusedSignIns.inc({ reason: SIGN_IN_REASONS.has(code) ? code : OTHER_LABEL });
      });
    },
  };
}

/** Names the outcome by the states of the connection. */
function toCallOutcome(status: number): string {
  if (status === 401) return 'refused';
  if (status === 429) return 'limited';
  if (status >= 500) return 'failing';
  return status >= 400 ? 'not-accepted' : 'ok';
}

function toCallFailure(error: unknown, { aborted, reason }: AbortSignal): string {
  if (aborted) return reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'cancelled';
  return error instanceof BrokenReplyError ? 'broken' : 'unreachable';
}
