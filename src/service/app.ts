import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { startDatabaseClock } from '#database/clock.ts';
import type { Database } from '#database/database.ts';
import { isDiskFullError } from '#database/disk-full-error.ts';
import { isDatabaseUnavailableError } from '#database/database-unavailable-error.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { SharedRateLimiter } from '#database/shared-rate-limiter.ts';
import { type NameLookup, createNameLookup } from '#http/name-resolver.ts';
import { registerHealthRoutes } from '#http/health.ts';
import { registerLoadShedding } from '#http/load-shedding.ts';
import { Metrics } from '#http/metrics.ts';
import { ProblemError, sendProblem } from '#http/problem-error.ts';
import { buildCommonHeaders } from '#http/security-headers.ts';
import { createServer, logRequests } from '#http/server.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import type { Credentials } from '#signing/request.ts';
import type { Clock } from '#system/clock.ts';
import { type Random, systemRandom } from '#system/random.ts';
import { type Mailer, createMailer } from '#mail/mailer.ts';
import { Worker } from '#work/worker.ts';
import { createAgencyRoutes } from './agencies/routes.ts';
import { createAgencyStore } from './agencies/store.ts';
import { findUnreadableSecrets } from './apps/sealed-secrets.ts';
import { createAppStore } from './apps/store.ts';
import { createAttemptRoutes } from './attempts/routes.ts';
import { createAuthentication } from './authentication.ts';
import { createCatalogRoutes } from './catalogs/routes.ts';
import type { ServiceConfig } from './config.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { createEntryPointRoutes } from './entry-points/routes.ts';
import { registerEndpoints } from './endpoint.ts';
import { createInquiryRoutes } from './inquiries/routes.ts';
import { createInquiryStore } from './inquiries/store.ts';
import { registerOpenApiRoutes } from './openapi/routes.ts';
import {
  NotFoundError,
  genericProblem,
  payloadTooLarge,
  serviceUnavailable,
  storageFull,
  unsupportedMediaType,
  validationFailed,
} from './problems.ts';
import { startParts } from '#work/part.ts';
import { type SendingAddresses, openSendingHold } from '#work/sending-hold.ts';
import { createPublisherRoutes, publisherScope } from './publisher/routes.ts';
import { registerRegistrationPages } from './registration/routes.ts';
import { type ReplayStore, openReplayStore } from './replay-store.ts';
import { registerSimulatorRoutes } from './simulator/routes.ts';
import { openServiceDatabase } from './store.ts';
import type { Tables } from './tables.ts';
import type { Service } from './service.ts';
import { getCallbackRules } from '#http/callback-addresses.ts';
import { type WebhookClient, createWebhookClient } from '#http/webhook-client.ts';
import { createWebhookRoutes } from './webhooks/routes.ts';
import { createWebhookStore } from './webhooks/store.ts';
import { retryNow } from './webhooks/delivery-store.ts';
import { SERVICE_WEB_WORK, type ServiceWorkName, createServiceWork } from './work.ts';

export interface ServiceOptions {
  /** Credentials of the calling app that is created on start. */
  credentials: Credentials;
  /** The time on both engines; default: the database's. */
  clock?: Clock;
  random?: Random;
  mailer?: Mailer;
  webhookClient?: WebhookClient;
  /** Resolves the names of callbacks that are saved. */
  lookup?: NameLookup;
  /** Opens the migrated database; default: that of the configuration, locked for this process. */
  openDatabase?: () => Promise<Database<Tables>>;
  /** Opens the signatures that were used, for as long as they are valid. */
  openReplayStore?: () => Promise<ReplayStore>;
  logger?: FastifyServerOptions['logger'];
  /** True: requests are refused while the event loop is overloaded. */
  shedsLoad?: boolean;
  /** The metrics of the process; default: nobody reads them. */
  metrics?: Metrics;
  /** false: answers no requests. */
  web?: boolean;
  /** false: other processes on the database send mails and webhooks. */
  worker?: boolean;
}

export interface OpenService {
  app: FastifyInstance;
  /** @throws Error when the database does not answer or cannot be written, or background work stands still */
  checkReadiness(): Promise<void>;
  getPoolState: Database<Tables>['getPoolState'];
  worker: Pick<Worker, 'getStates' | 'fetchBacklogs'>;
  /**
   * Starts webhook deliveries; call it once the receivers listen.
   * @param ownCallback callback that this process itself serves, if any
   */
  startDelivery(ownCallback?: string): Promise<void>;
  /** Stops the background work; `close` waits for it. */
  stopWork(): Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens the service's databases and builds its server, not yet listening. `close` completes requests in flight.
 * @throws DatabaseInUseError when another server has the embedded database; AppSecretError
 */
export async function openService(
  config: ServiceConfig,
  { credentials, logger, web: isWeb = true, worker: isWorker = true, ...options }: ServiceOptions,
): Promise<OpenService> {
  await using opened = new AsyncDisposableStack();
  if (!options.openDatabase) opened.use(lockDatabase(config.database));
  const database = await (options.openDatabase?.() ?? openServiceDatabase(config.database));
  opened.defer(() => database.close());
  const clock = await startDatabaseClock(database, options.clock);
  opened.defer(clock.stop);
  const { now } = clock;
  const { random = systemRandom } = options;
  const replays = isWeb ? await (options.openReplayStore?.() ?? openReplayStore(config.database)) : undefined;
  opened.defer(() => replays?.close());

  const secrets = createSecretBox(config.secretKey, random);
  const caller = await createAppStore(database.db, secrets).upsert(credentials, 'Vitrina', now());
  if (config.demo) await fillDemo(database.db, caller, { now: now(), timeZone: config.timeZone });

  const app = createServiceServer({ logger, clock, random });
  const { log } = app;
  clock.logJumpsTo(log);
  const unreadable = await findUnreadableSecrets(database.db, secrets);
  if (unreadable.length > 0)
    log.error(
      { secrets: unreadable },
      'SERVICE_KEY is not the one that these secrets were sealed with: their apps are refused, and their webhooks wait. Give the previous key, or make the secrets anew (npm run app:rotate; saving the webhook)',
    );
  if (!config.secretKey)
    log.warn(
      'SERVICE_KEY is not set: the secrets of apps and webhooks are stored in plain text. Give every service and worker the same key (`openssl rand -base64 32`); a start then encrypts them',
    );
  const sendingHold = await openSendingHold(database, getSendingAddresses(config, isWeb));
  sendingHold.logTo(log);
  const mailer = options.mailer ?? createMailer(config.mail, { clock });
  const webhookClient = options.webhookClient ?? createWebhookClient({ ...getCallbackRules(config), clock });
  let areReceiversReady = false;
  const worker = new Worker<ServiceWorkName>({ clock, log });
  worker.add(
    ...createServiceWork({
      database,
      replays,
      mailer,
      webhookClient,
      secrets,
      clock,
      random,
      config,
      isHeld: sendingHold.isHeld,
      areReceiversReady: () => areReceiversReady,
      log,
    }),
  );
  const wake = (name: ServiceWorkName) => worker.wake(name);
  const checkReadiness = async () => {
    await database.check();
    worker.assertProgress();
  };
  const { lookup, metrics, shedsLoad } = options;
  const seams = { clock, random, wake, lookup, metrics, shedsLoad, checkReadiness };
  if (replays) registerService(app, config, { database, replays, ...seams });
  await startParts(opened, [
    { stop: () => mailer.close() },
    { stop: () => webhookClient.close() },
    { start: () => worker.start(isWorker ? undefined : SERVICE_WEB_WORK), stop: () => worker.stop() },
    { start: () => app.ready(), stop: () => app.close() },
  ]);
  const running = opened.move();
  return {
    app,
    checkReadiness,
    getPoolState: database.getPoolState,
    worker,
    async startDelivery(ownCallback) {
      if (isWorker && ownCallback !== undefined) await retryNow(database.db, ownCallback, now());
      areReceiversReady = true;
      wake('deliveries');
      await database.allocateReserve();
    },
    stopWork: () => worker.stop(),
    close: () => running.disposeAsync(),
  };
}

/** A process that only does background work knows the address of the console, and not that of the service. */
export function getSendingAddresses(
  { consoleUrl, publicUrl }: Pick<ServiceConfig, 'consoleUrl' | 'publicUrl'>,
  isWeb: boolean,
): SendingAddresses {
  return {
    ...(consoleUrl !== undefined && { PUBLIC_URL: consoleUrl }),
    ...(isWeb && { SERVICE_PUBLIC_URL: publicUrl }),
  };
}

interface ServiceDependencies {
  database: Database<Tables>;
  replays: ReplayStore;
  clock: Clock;
  random: Random;
  /** Called when a mail or a webhook delivery was queued. */
  wake?: (name: 'mails' | 'deliveries') => void;
  /** Resolves the names of callbacks that are saved. */
  lookup?: NameLookup | undefined;
  metrics?: Metrics | undefined;
  shedsLoad?: boolean | undefined;
  /** Default: checks the database. */
  checkReadiness?: () => Promise<void>;
}

/** Builds the server of the service on open stores, without its background work. */
export function buildService(
  config: ServiceConfig,
  { logger, ...dependencies }: ServiceDependencies & Pick<ServiceOptions, 'logger'>,
): FastifyInstance {
  const app = createServiceServer({ logger, ...dependencies });
  registerService(app, config, dependencies);
  return app;
}

function createServiceServer({
  logger = false,
  ...seams
}: {
  logger: ServiceOptions['logger'];
  clock: Clock;
  random: Random;
}): FastifyInstance {
  return createServer({
    ...seams,
    logger,
    acceptsRequestIds: true,
    rewriteUrl: ({ url = '/' }) => escapeInvalidPath(url),
  });
}

function registerService(
  app: FastifyInstance,
  config: ServiceConfig,
  {
    database,
    replays,
    clock,
    random,
    wake = () => {},
    // Somebody waits for the answer.
    lookup = createNameLookup({ timeoutMs: 1000, tries: 1 }),
    metrics = new Metrics(clock),
    shedsLoad = false,
    checkReadiness = () => database.check(),
  }: ServiceDependencies,
): void {
  const { db } = database;
  const { now } = clock;
  const agencies = createAgencyStore(db);
  const secrets = createSecretBox(config.secretKey, random);
  const apps = createAppStore(db, secrets);
  const service: Service = {
    config,
    database,
    agencies,
    apps,
    inquiries: createInquiryStore(db),
    webhooks: createWebhookStore(db, secrets, random),
    now,
    random,
    lookup,
    wake,
  };
  const authentication = createAuthentication(config, {
    apps,
    replays,
    rateLimiter: new SharedRateLimiter(db, { limit: config.rateLimit, now }),
    now,
  });

  // Register every method: an unknown one is authenticated first and then answered 405.
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  logRequests(app);
  metrics.observeRequests(app, 'service');
  const securityHeaders = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...buildCommonHeaders({ https: config.publicUrl.startsWith('https:') }),
  };
  app.addHook('onRequest', async (_, reply) => void reply.headers(securityHeaders));
  registerErrorHandlers(app);
  if (shedsLoad) void registerLoadShedding(app, { createRefusal: serviceUnavailable });
  registerHealthRoutes(app, checkReadiness, clock);
  registerOpenApiRoutes(app, config);
  registerEndpoints(app, { vendor: config.vendor, authentication, agencies }, [
    ...createAgencyRoutes(service),
    ...createInquiryRoutes(service),
    ...createWebhookRoutes(service),
    ...createCatalogRoutes(config),
    ...createEntryPointRoutes(),
    ...createAttemptRoutes(service),
  ]);
  registerEndpoints(
    app,
    { vendor: config.vendor, authentication, agencies: publisherScope(agencies), root: '/publisher' },
    createPublisherRoutes(service),
  );
  registerRegistrationPages(app, service);
  if (config.simulator) registerSimulatorRoutes(app, service);
}

/** Escapes a path with invalid percent-encoding, so that it is rejected after authentication, like any unknown path. */
function escapeInvalidPath(url: string): string {
  const [path = '', ...search] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...search].join('?');
  }
}

/** Sends every error reply of the service. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof NotFoundError)
      return reply.code(404).header('cache-control', 'private, no-store').send();
    if (error instanceof ProblemError) return sendProblem(reply, error);
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    if (isDiskFullError(error)) return sendProblem(reply, storageFull());
    return sendProblem(
      reply,
      isDatabaseUnavailableError(error)
        ? serviceUnavailable()
        : problemForStatus(status, request.routeOptions.bodyLimit),
    );
  });
}

function problemForStatus(status: number, bodyLimit: number): ProblemError {
  if (status === 400) return validationFailed({ _: ['la solicitud no se puede leer'] });
  if (status === 413) return payloadTooLarge(bodyLimit);
  if (status === 415) return unsupportedMediaType();
  return genericProblem(status);
}
