import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Database, Engine } from '#database/database.ts';
import { createMailer } from '#mail/mail.ts';
import { type Credentials, digestOf, signRequest } from '#signing/request.ts';
import { type AgencyStore, NO_DATA, type NewAgency, createAgencyStore } from '#service/agencies/store.ts';
import { createAppStore } from '#service/apps/store.ts';
import { buildService } from '#service/app.ts';
import type { ServiceConfig } from '#service/config.ts';
import { type InquiryStore, type Received, createInquiryStore } from '#service/inquiries/store.ts';
import { createMailRoom } from '#outbox/mails.ts';
import { type ReplayStore, openReplayStore } from '#service/replays.ts';
import { openServiceDatabase } from '#service/store.ts';
import type { Tables } from '#service/tables.ts';
import type { Resolve } from '#service/webhooks/addresses.ts';
import { createPoster } from '#service/webhooks/post.ts';
import { type Worker, createWorker } from '#service/webhooks/worker.ts';
import { cloneDatabase } from './engines.ts';
import { describedBy } from './openapi-check.ts';
import { shared } from './shared.ts';

export const ZONE = 'America/Argentina/Buenos_Aires';
/** Friday, 12:00 in Buenos Aires. */
export const NOON = Date.parse('2026-11-20T12:00:00-03:00');

/** A service with its own database, an app, and a clock that the test moves. */
export interface World extends AsyncDisposable {
  app: FastifyInstance;
  config: ServiceConfig;
  credentials: Credentials;
  clock: { now: number };
  database: Database<Tables>;
  replays: ReplayStore;
  agencies: AgencyStore;
  inquiries: InquiryStore;
  /** What the service does by itself, done when the test says so: `settle`, `step`. */
  worker: Worker;
  mails: ReturnType<typeof createMailRoom>;
  /** Signs and sends. @throws Error when the answer is not as the OpenAPI document describes it */
  call(path: string, request?: Sent): Promise<LightMyRequestResponse>;
  /** Adds an agency of the app, or of another, with its administrator and collaborators. */
  agency(
    mail: string,
    agency?: Partial<NewAgency>,
    collaborators?: string[],
    app?: Credentials,
  ): Promise<void>;
  /** Adds an app beside the first. */
  otherApp(): Promise<Credentials>;
}

export interface Sent {
  method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  /** Another app than the world's own. */
  as?: Credentials;
}

export async function openWorld(
  engine: Engine,
  given: Partial<ServiceConfig> = {},
  more: { resolve?: Resolve } = {},
): Promise<World> {
  const clone = await cloneDatabase(engine, 'service');
  const config: ServiceConfig = {
    ...CONFIG,
    database: clone.target,
    mail: { ...CONFIG.mail, outboxDir: join(clone.folder, 'outbox') },
    ...given,
  };
  const database = await openServiceDatabase(config.database);
  const replays = await openReplayStore(config.database);
  const apps = createAppStore(database.db);
  const agencies = createAgencyStore(database.db);
  const credentials = newCredentials();
  await apps.ensure(credentials, 'Prueba', NOON);
  const clock = { now: NOON };
  const app = buildService(config, { database, replays, now: () => clock.now });
  await app.ready();
  const now = () => clock.now;
  const poster = createPoster({ allowLocal: config.allowLocalCallbacks, resolve: more.resolve });
  const worker = createWorker(database, { poster, now, random: () => 0.5 });
  const mailer = createMailer(config.mail);
  const judge = describedBy(config);

  return {
    app,
    config,
    credentials,
    clock,
    database,
    replays,
    agencies,
    inquiries: createInquiryStore(database.db),
    worker,
    mails: createMailRoom(database, { mailer, now, keep: config.simulator }),
    async call(path, sent) {
      const reply = await app.inject(signed(path, { as: credentials, now: clock.now, ...sent }));
      judge(sent?.method ?? 'GET', path, reply);
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
    async otherApp() {
      const other = newCredentials();
      await apps.ensure(other, 'Otra', NOON);
      return other;
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await worker.stop();
      mailer.close();
      await replays.close();
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

/** One world for a table of refusals, which change nothing in it. */
export function refusalWorld(
  engine: Engine,
  prepare: (world: World) => Promise<unknown>,
  given: Partial<ServiceConfig> = {},
): () => World {
  return shared(async () => {
    const world = await openWorld(engine, given);
    await prepare(world);
    return world;
  });
}

/** A signed request, ready to be injected. */
export function signed(
  path: string,
  { method = 'GET', headers, body, as, now }: Sent & { as: Credentials; now: number },
): InjectOptions {
  const own = signRequest({ method, path, body }, as, { prefix: 'SVC', now, nonce: randomUUID() });
  const type = body === undefined ? {} : { 'content-type': 'application/json', digest: digestOf(body) };
  return {
    method,
    url: path,
    headers: { ...type, ...own, ...headers },
    ...(body !== undefined && { payload: body }),
  };
}

/** A whole inquiry, with what the test changes. */
export function inquiry(changes: Partial<Received> = {}): Received {
  return { ...INQUIRY, ...changes };
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
  mail: { smtpUrl: undefined, sender: 'no-responder@vitrina.example', outboxDir: '' },
  simulator: true,
  demo: false,
};

const AGENCY: NewAgency = {
  ...NO_DATA,
  mail: '',
  invited_at: NOON - 86_400_000,
  registered_at: NOON,
  name: 'Agencia',
};

const INQUIRY: Received = {
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
