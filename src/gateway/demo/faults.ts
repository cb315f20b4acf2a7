import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DemoFault } from '#contract/desk/demo-faults.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { addressOf } from '#contract/endpoint.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { dayAt } from '#contract/window.ts';
import { recordPackage } from '#gateway/agencies/package-readings.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { ConnectionMonitor } from '#gateway/connection/connection-monitor.ts';
import type { Transport, TransportReply, TransportRequest } from '#gateway/forward/transport.ts';
import { createProblem } from '#gateway/problems.ts';
import { type Upstream, callEndpoint } from '#gateway/forward/upstream.ts';
import { hideDisassociatedAgency } from '#gateway/inquiries/absent-agencies.ts';
import { recordSend, recordSendReply } from '#gateway/invitations/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { WebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import {
  type WebhookSecret,
  type WebhookSettings,
  createWebhookSecretStore,
  toWebhookBody,
} from '#gateway/webhooks/store.ts';
import { fetchWebhookSettings, putWebhook } from '#gateway/webhooks/webhook-client.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { enqueueMail } from '#work/mails.ts';

/** Difference of the clock that signs calls; the service accepts less. */
const CLOCK_ERROR_MS = -25 * MINUTE_MS;
/** Nobody listens there. */
const DEAD_CALLBACK = 'http://127.0.0.1:9/hooks/gone';
/** Inquiries that arrive after a fault of webhooks, so that it shows at once. */
const ARRIVALS = 3;

const ARRIVAL_MS = 15_000;
const ARRIVAL_POLL_MS = 100;
/** Its registration and its inquiry. */
const MESSAGES_OF_NEW_AGENCY = 2;
const FAULTS_OF_MESSAGES: ReadonlySet<DemoFault> = new Set([
  'wrong-secret',
  'topic-off',
  'callback-gone',
  'callback-failing',
  'callback-slow',
  'certificate-expired',
  'receiver-down',
  'message-repeated',
  'clock-wrong',
  'seller-limited',
]);
/** Longer than the service waits for a callback. */
const SLOW_CALLBACK_MS = 20_000;
/** More than the connection calls slow. */
const DELAY_MS = 2500;

interface Dependencies {
  db: Kysely<GatewayTables>;
  upstream: Upstream;
  config: Pick<GatewayConfig, 'timeZone'>;
  connection: Pick<ConnectionMonitor, 'invalidate' | 'getStatus'>;
  wake: (name: 'mails') => void;
  receiver: Pick<WebhookReceiver, 'url'>;
  secrets: SecretBox;
  random: Random;
  clock: Clock;
}

/**
 * Faults of a demo, one at a time: calls to the embedded service fail, are late or carry a wrong time, mails are refused, and
 * the service's webhook settings are changed without the console's knowledge, as somebody else would.
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

  /** Adds the faults of this console's receiver to the routes that take messages of webhooks. */
  disturbReceiver(app: FastifyInstance, clock: Clock): void {
    app.addHook('preHandler', async (_request, reply) => {
      const fault = this.#current;
      if (fault === 'callback-failing') return reply.code(500).send();
      if (fault !== 'callback-slow' && fault !== 'receiver-down') return undefined;
      if (fault === 'callback-slow') await clock.sleep(SLOW_CALLBACK_MS);
      reply.raw.destroy();
      return reply.hijack();
    });
    app.addHook('onSend', async (_request, { raw }) => {
      if (this.#current === 'message-repeated') raw.destroy();
    });
  }

  /** Error of the clock that signs calls and checks the age of messages. */
  get clockErrorMs(): number {
    return this.#current === 'clock-wrong' ? CLOCK_ERROR_MS : 0;
  }

  /** Clock and transport of all other calls. */
  wrapCalls(clock: Clock): { clock: Clock; transport: Transport } {
    return {
      clock: { ...clock, now: () => clock.now() + this.clockErrorMs },
      transport: {
        ...this.#transport,
        send: async (request) => {
          if (this.#current === 'service-down')
            return { status: 503, headers: new Map(), body: new Uint8Array() };
          if (this.#current === 'service-slow') await clock.sleep(DELAY_MS, request.signal);
          const reply = await this.#transport.send(request);
          return this.#current === 'package-spent' ? this.#spendPackage(request, reply) : reply;
        },
      },
    };
  }

  get #packagePath(): string {
    return addressOf(v3.viewPackage, { adminMail: this.#agency });
  }

  /** The package of the agency without a publication left; any other reply unchanged. */
  #spendPackage({ path }: TransportRequest, reply: TransportReply): TransportReply {
    if (path.toLowerCase() !== this.#packagePath || reply.status !== v3.viewPackage.success) return reply;
    const body = JSON.parse(Buffer.from(reply.body).toString()) as { Productos: { Contratadas: number }[] };
    const Productos = body.Productos.map((product) => ({
      ...product,
      Utilizadas: product.Contratadas,
      Disponibles: 0,
    }));
    return { ...reply, body: Buffer.from(JSON.stringify({ ...body, Productos })) };
  }

  /** Ends the fault there is, and begins another; null: none. */
  async set(gateway: Dependencies, fault: DemoFault | null): Promise<void> {
    const ended = this.#current;
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
    }
    this.#current = fault;
    if (ended === 'seller-limited' || fault === 'seller-limited')
      await limitSellers(db, this.#agency, fault === 'seller-limited');
    if (settings && fault && FAULTS_OF_MESSAGES.has(fault))
      for (let arrival = 0; arrival < ARRIVALS; arrival++)
        await this.#simulate(`/simulator/consultas/${this.#agency}`, clock);
    if (fault === 'agency-left') await this.#loseAgency(gateway);
    if (fault === 'never-registered') await inviteAsPartner(gateway);
    if (ended === 'mail-down') await retryMails(gateway);
    if (fault === 'mail-down') await queueMail(gateway);
    if (ended === 'package-spent' || fault === 'package-spent') await this.#readPackage(gateway);
    gateway.connection.invalidate();
    // The overview does not wait for a slow service, so that it has to be found slow before.
    if (fault === 'service-slow') gateway.connection.getStatus().catch(() => {});
  }

  async #simulate(path: string, clock: Clock): Promise<void> {
    await this.#transport.send({ method: 'POST', path, headers: {}, signal: clock.timeout(ARRIVAL_MS) });
  }

  /** Disassociates an agency that has just registered and received an inquiry: a new one, as none can be associated again. */
  async #loseAgency(gateway: Dependencies): Promise<void> {
    const { db, upstream, clock } = gateway;
    const adminMail = createAdminMail('retirada', gateway);
    await inviteAgency(upstream, adminMail);
    await this.#simulate(`/simulator/agencias/${adminMail}/registro`, clock);
    await this.#simulate(`/simulator/consultas/${adminMail}`, clock);
    // A message that arrived later would show the agency again.
    const selectArrived = db
      .selectFrom('delivery')
      .select('topic')
      .distinct()
      .where('agency_key', '=', adminMail);
    const isLate = clock.timeout(ARRIVAL_MS);
    while (!isLate.aborted && (await selectArrived.execute()).length < MESSAGES_OF_NEW_AGENCY)
      await clock.sleep(ARRIVAL_POLL_MS);
    await callEndpoint(upstream, v3.disassociateAgency, { adminMail });
    await hideDisassociatedAgency(db, adminMail, clock.now());
  }

  /** Reads the package as sweeps do. */
  async #readPackage({ db, upstream, clock, config }: Dependencies): Promise<void> {
    const reply = await upstream.call({ endpoint: v3.viewPackage, path: this.#packagePath });
    const day = dayAt(clock.now(), config.timeZone);
    await recordPackage(db, { agency_key: this.#agency, day }, reply);
  }
}

const createAdminMail = (name: string, { random }: Pick<Dependencies, 'random'>) =>
  `${name}-${random.bytes(3).toString('hex')}@agencia.example`;

const inviteAgency = (upstream: Upstream, AdminMail: string) =>
  callEndpoint(upstream, v3.inviteAgency, {}, { body: Buffer.from(JSON.stringify({ AdminMail })) });

/** Invites a new agency, which nobody registers, in the name of a partner. */
async function inviteAsPartner({ db, upstream, random, clock }: Dependencies): Promise<void> {
  const partner = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'partner')
    .limit(1)
    .executeTakeFirstOrThrow();
  const invited = { adminMail: createAdminMail('invitada', { random }), name: null };
  const recorded = await recordSend(db, partner.id, invited, { now: clock.now(), random });
  const { status, location } = await inviteAgency(upstream, invited.adminMail);
  const reply = { status, location: upstream.toLocalPath(location) };
  await recordSendReply(db, recorded, reply, clock.now());
}

/** Limits the sellers of an agency to their own inquiries, or lets them see all. */
async function limitSellers(db: Kysely<GatewayTables>, agency: string, isLimited: boolean): Promise<void> {
  await db
    .updateTable('person_agency')
    .set({ own_inquiries_only: isLimited ? 1 : 0 })
    .where('admin_mail', '=', agency)
    .execute();
}

/** Queues a mail, so that the fault shows at once. */
async function queueMail({ db, clock, random, wake }: Dependencies): Promise<void> {
  const text = 'Correo de prueba de la demostración.';
  const mail = { to: 'prueba@vitrina.example', subject: 'Prueba de correo', text, html: `<p>${text}</p>` };
  await db
    .transaction()
    .execute((transaction) => enqueueMail(transaction, mail, { kind: 'alarm', now: clock.now(), random }));
  wake('mails');
}

async function retryMails({ db, clock, wake }: Dependencies): Promise<void> {
  await db.updateTable('mail').set({ due_at: clock.now() }).where('due_at', 'is not', null).execute();
  wake('mails');
}

/** Creates the faults of a demo with the embedded service; undefined: it is none, and has no faults. */
export function createDemoFaults(
  { demo, embeddedService }: { demo: boolean; embeddedService: boolean },
  transport: Transport,
  agency: string | undefined,
): DemoFaults | undefined {
  return demo && embeddedService && agency !== undefined ? new DemoFaults(transport, agency) : undefined;
}

/** A mailer that the fault of a demo can stop. */
export function wrapMailer(mailer: Mailer, faults: DemoFaults | undefined): Mailer {
  if (!faults) return mailer;
  return {
    ...mailer,
    async send(message, signal) {
      if (faults.current === 'mail-down')
        throw Object.assign(new Error('Connection refused'), { code: 'ECONNREFUSED' });
      await mailer.send(message, signal);
    },
  };
}
