import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type * as z from 'zod/mini';
import type { ConsultaPublicada } from '#contract/publisher.ts';
import type { Database, Engine } from '#database/database.ts';
import type { NameLookup } from '#http/name-resolver.ts';
import { createMailer } from '#mail/mailer.ts';
import { type SecretBox, createSecretBox } from '#signing/secret-box.ts';
import { type Credentials, computeDigest, signRequest } from '#signing/request.ts';
import {
  type AgencyStore,
  EMPTY_AGENCY_DATA,
  type NewAgency,
  createAgencyStore,
} from '#service/agencies/store.ts';
import { createAppStore } from '#service/apps/store.ts';
import { buildService } from '#service/app.ts';
import type { ServiceConfig } from '#service/config.ts';
import { type InquiryContent, type InquiryStore, createInquiryStore } from '#service/inquiries/store.ts';
import { type ReplayStore, openReplayStore } from '#service/replay-store.ts';
import { openServiceDatabase } from '#service/store.ts';
import type { Tables } from '#service/tables.ts';
import { createWebhookClient } from '#http/webhook-client.ts';
import { type DeliveryOptions, createDeliveries } from '#service/webhooks/deliveries.ts';
import { createMails } from '#work/mails.ts';
import type { Work } from '#work/work.ts';
import { Worker } from '#work/worker.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { createTestClock } from './clocks.ts';
import { cloneDatabase } from './engines.ts';
import { createOpenApiValidator } from './openapi-validator.ts';
import { shareFixture } from './share-fixture.ts';

export const ZONE = 'America/Argentina/Buenos_Aires';
/** Friday, 12:00 in Buenos Aires. */
export const NOON = Date.parse('2026-11-20T12:00:00-03:00');

/** A service with its own database, a calling app, and a clock that the test sets. */
export interface ServiceWorld extends AsyncDisposable {
  app: FastifyInstance;
  config: ServiceConfig;
  credentials: Credentials;
  clock: { now: number };
  database: Database<Tables>;
  replays: ReplayStore;
  secrets: SecretBox;
  agencies: AgencyStore;
  inquiries: InquiryStore;
  /** Deliveries, which tests do with `drain`. */
  worker: Worker<'deliveries'>;
  mails: Worker<'mails'>;
  /** Sends a signed request. @throws Error if the reply does not match the OpenAPI document */
  call(path: string, request?: RequestOptions): Promise<LightMyRequestResponse>;
  /** Adds an agency with its administrator and collaborators, by default of the world's app. */
  agency(
    mail: string,
    agency?: Partial<NewAgency>,
    collaborators?: string[],
    app?: Credentials,
  ): Promise<void>;
  /** Adds another app. */
  otherApp(rights?: { isPublisher?: boolean }): Promise<Credentials>;
}

export interface RequestOptions {
  method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  /** Calling app; default: the world's. */
  as?: Credentials;
}

export async function openServiceWorld(
  engine: Engine,
  configChanges: Partial<ServiceConfig> = {},
  { lookup }: { lookup?: NameLookup } = {},
): Promise<ServiceWorld> {
  const clone = await cloneDatabase(engine, 'service');
  const config: ServiceConfig = {
    ...CONFIG,
    database: clone.target,
    mail: { ...CONFIG.mail, outboxDir: join(clone.folder, 'outbox') },
    ...configChanges,
  };
  const database = await openServiceDatabase(config.database);
  const replays = await openReplayStore(config.database);
  const secrets = createSecretBox(config.secretKey, systemRandom);
  const apps = createAppStore(database.db, secrets);
  const agencies = createAgencyStore(database.db);
  const credentials = newCredentials();
  await apps.upsert(credentials, 'Prueba', NOON);
  const clock = { now: NOON };
  const now = () => clock.now;
  const app = buildService(config, {
    database,
    replays,
    clock: createTestClock(now),
    random: systemRandom,
    lookup: lookup ?? ((_host, _options, done) => done(null, [])),
  });
  await app.ready();
  const webhookClient = createWebhookClient({
    clock: systemClock,
    allowLocal: config.allowLocalCallbacks,
    allowedRanges: config.callbackAllowedRanges,
    lookup,
  });
  const mailer = createMailer(config.mail, { clock: systemClock });
  const mails = createMails(database, { mailer, clock: createTestClock(now), keepSent: config.simulator });
  const validateReply = createOpenApiValidator(config);

  return {
    app,
    config,
    credentials,
    clock,
    database,
    replays,
    secrets,
    agencies,
    inquiries: createInquiryStore(database.db),
    worker: createDeliveryWorker({ database, clock, secrets }, { webhookClient }),
    mails: createQuietWorker(mails),
    async call(path, sent) {
      const reply = await app.inject(createSignedRequest(path, { as: credentials, now: clock.now, ...sent }));
      validateReply(sent?.method ?? 'GET', path, reply);
      return reply;
    },
    agency: (mail, agency, collaborators = [], { key } = credentials) =>
      agencies.add({ key }, [
        {
          agency: { ...AGENCY, ...agency, mail },
          operators: [mail, ...collaborators].map((operator) => ({
            mail: operator,
            first_name: null,
            last_name: null,
          })),
        },
      ]),
    async otherApp(rights) {
      const other = newCredentials();
      await apps.upsert(other, 'Otra', NOON, rights);
      return other;
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await webhookClient.close();
      mailer.close();
      await replays.close();
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

/** A worker of one kind, without a log. */
export function createQuietWorker<Name extends string>(work: Work<Name>): Worker<Name> {
  const worker = new Worker<Name>({ clock: systemClock, log: { error() {} } });
  worker.add(work);
  return worker;
}

/** Another process's deliveries, on the clock of the world. */
export const createDeliveryWorker = (
  { database, clock, secrets }: Pick<ServiceWorld, 'database' | 'clock' | 'secrets'>,
  options: Pick<DeliveryOptions, 'webhookClient' | 'log'>,
): Worker<'deliveries'> =>
  createQuietWorker(
    createDeliveries(database, {
      ...options,
      secrets,
      clock: createTestClock(() => clock.now),
      random: { ...systemRandom, fraction: () => 0.5 },
    }),
  );

/** Shares one world between tests of rejected requests, which do not change it. */
export function openRefusalWorld(
  engine: Engine,
  prepare: (world: ServiceWorld) => Promise<unknown>,
  configChanges: Partial<ServiceConfig> = {},
): () => ServiceWorld {
  return shareFixture(async () => {
    const world = await openServiceWorld(engine, configChanges);
    await prepare(world);
    return world;
  });
}

/** Creates a signed request for `inject`. */
export function createSignedRequest(
  path: string,
  { method = 'GET', headers, body, as, now }: RequestOptions & { as: Credentials; now: number },
): InjectOptions {
  const signature = signRequest({ method, path, body }, as, { prefix: 'SVC', now, nonce: randomUUID() });
  const type = body === undefined ? {} : { 'content-type': 'application/json', digest: computeDigest(body) };
  return {
    method,
    url: path,
    headers: { ...type, ...signature, ...headers },
    ...(body !== undefined && { payload: body }),
  };
}

/** A complete inquiry with changes. */
export function createInquiry(changes: Partial<InquiryContent> = {}): InquiryContent {
  return { ...INQUIRY, ...changes };
}

/** A complete inquiry as a publisher sends it, with changes. */
export function createPublishedInquiry(changes: Partial<z.input<typeof ConsultaPublicada>> = {}) {
  return { Id: 'aviso-1', ...INQUIRY, ...changes };
}

function newCredentials(): Credentials {
  return { key: randomBytes(16).toString('hex'), secret: randomBytes(16).toString('hex') };
}

const CONFIG = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: 'http://localhost:4001',
  vendor: 'service',
  prefix: 'SVC',
  timeZone: ZONE,
  clockToleranceS: 300,
  rateLimit: 6000,
  allowLocalCallbacks: true,
  callbackAllowedRanges: [],
  inquiryDays: 3650,
  secretKey: Buffer.alloc(32, 7),
  mail: { smtpUrl: undefined, sender: 'no-responder@vitrina.example', outboxDir: '' },
  simulator: true,
  demo: false,
};

const AGENCY: NewAgency = {
  ...EMPTY_AGENCY_DATA,
  mail: '',
  invited_at: NOON - 86_400_000,
  registered_at: NOON,
  name: 'Agencia',
};

const INQUIRY: InquiryContent = {
  Momento: '2026-11-19T10:00:00-03:00',
  OrigenLead: 'Formulario',
  TipoAnuncio: 'Usado',
  Auto: {
    ExternalId: 'Auto-1',
    RefStock: null,
    Marca: 'Fiat',
    Modelo: 'Cronos',
    Version: null,
    VersionYear: 2020,
    Kilometraje: 40_000,
    Color: null,
    BodyType: null,
    Estado: 'Usado',
    Precio: { Moneda: 'ARS', Importe: 15_000_000 },
    Anticipo: null,
    Cuota: null,
  },
  Interesado: {
    Interes: 'Comprar',
    Nombre: 'Ana',
    Apellido: 'Núñez',
    Email: 'ana@example.com',
    Telefono: null,
    DocIdentidad: null,
    Provincia: 'Córdoba',
    Ciudad: null,
    Comentario: 'Hola\n<b>¿sigue?</b> 🙂',
    InfoOperacion: null,
  },
  OperadorResponsable: null,
};
