import type { Kysely } from 'kysely';
import type { DemoFault } from '#contract/desk/demo-faults.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Transport } from '#gateway/forward/transport.ts';
import { createProblem } from '#gateway/problems.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { WebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import {
  type WebhookSecret,
  type WebhookSettings,
  createWebhookSecretStore,
  toWebhookBody,
} from '#gateway/webhooks/store.ts';
import { fetchWebhookSettings, putWebhook } from '#gateway/webhooks/webhook-client.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';

/** Difference of the clock that signs calls; the service accepts less. */
const CLOCK_ERROR_MS = -25 * MINUTE_MS;
/** Nobody listens there. */
const DEAD_CALLBACK = 'http://127.0.0.1:9/hooks/gone';
/** Inquiries that arrive after a fault of webhooks, so that it shows at once. */
const ARRIVALS = 3;

const ARRIVAL_MS = 5000;

interface Dependencies {
  db: Kysely<GatewayTables>;
  upstream: Upstream;
  connection: { invalidate(): void };
  receiver: Pick<WebhookReceiver, 'url'>;
  secrets: SecretBox;
  random: Random;
  clock: Clock;
}

/**
 * Faults of a demo, one at a time: calls to the embedded service fail or carry a wrong time, and its webhook settings are
 * changed without the console's knowledge, as somebody else would.
 */
export class DemoFaults {
  readonly #transport: Transport;
  readonly #agency: string;
  #current: DemoFault | null = null;

  /** `transport` leads to the service, which has a simulator; `agency` receives inquiries when webhooks fail. */
  constructor(transport: Transport, agency: string) {
    this.#transport = transport;
    this.#agency = agency;
  }

  get current(): DemoFault | null {
    return this.#current;
  }

  /** Clock and transport of all other calls. */
  wrapCalls(clock: Clock): { clock: Clock; transport: Transport } {
    return {
      clock: { ...clock, now: () => clock.now() + (this.#current === 'clock-wrong' ? CLOCK_ERROR_MS : 0) },
      transport: {
        ...this.#transport,
        send: async (request) =>
          this.#current === 'service-down'
            ? { status: 503, headers: new Map(), body: new Uint8Array() }
            : this.#transport.send(request),
      },
    };
  }

  /** Ends the fault there is, and begins another; null: none. */
  async set(gateway: Dependencies, fault: DemoFault | null): Promise<void> {
    this.#current = null;
    const { upstream, receiver, db, secrets, random, clock } = gateway;
    const settings = await fetchWebhookSettings(upstream, INQUIRY_TOPIC);
    if (settings) {
      const save = async (changes: Partial<WebhookSettings>, secret: WebhookSecret) => {
        const { status } = await putWebhook(upstream, {
          topic: INQUIRY_TOPIC,
          isUpdate: true,
          body: Buffer.from(JSON.stringify(toWebhookBody({ ...settings, ...changes }, secret))),
        });
        if (status >= 300) throw createProblem('upstream-failed');
      };
      const secret = await createWebhookSecretStore(db, secrets).getSecret(INQUIRY_TOPIC);
      const working = { callback: receiver.url, active: true };
      await save(working, secret);
      if (fault === 'wrong-secret')
        await save(working, { state: 'kept', secret: random.bytes(24).toString('hex') });
      if (fault === 'topic-off') await save({ ...working, active: false }, secret);
      if (fault === 'callback-gone') await save({ ...working, callback: DEAD_CALLBACK }, secret);
      if (fault === 'wrong-secret' || fault === 'callback-gone')
        for (let arrival = 0; arrival < ARRIVALS; arrival++)
          await this.#transport.send({
            method: 'POST',
            path: `/simulator/consultas/${this.#agency}`,
            headers: {},
            signal: clock.timeout(ARRIVAL_MS),
          });
    }
    this.#current = fault;
    gateway.connection.invalidate();
  }
}

/** Creates the faults of a demo with the embedded service; undefined: it is none, and has no faults. */
export function createDemoFaults(
  { demo, embeddedService }: { demo: boolean; embeddedService: boolean },
  transport: Transport,
  agency: string | undefined,
): DemoFaults | undefined {
  return demo && embeddedService && agency !== undefined ? new DemoFaults(transport, agency) : undefined;
}
