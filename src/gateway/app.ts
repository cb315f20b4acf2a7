import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { DemoFault } from '#contract/desk/demo-faults.ts';
import { gatewayCode } from '#contract/problem.ts';
import type { RunBackup } from '#backup/scheduled-backup.ts';
import { startDatabaseClock } from '#database/clock.ts';
import type { Database } from '#database/database.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { getCallbackRules } from '#http/callback-addresses.ts';
import { type NameLookup, createNameLookup } from '#http/name-resolver.ts';
import { Metrics } from '#http/metrics.ts';
import { sendProblem } from '#http/problem-error.ts';
import { createServer, logRequests } from '#http/server.ts';
import { type WebhookClient, createWebhookClient } from '#http/webhook-client.ts';
import { type Mailer, createMailer } from '#mail/mailer.ts';
import { startParts } from '#work/part.ts';
import { openSendingHold } from '#work/sending-hold.ts';
import type { GatewayConfig } from './config.ts';
import { ExportSlots } from './export/export-slots.ts';
import { createAuditIds } from './audit/store.ts';
import { registerClientAddress } from './client-address.ts';
import { storeAssets } from './console/asset-retention.ts';
import { type ContentSecurityPolicy, buildPolicy } from './console/content-security-policy.ts';
import { ConnectionMonitor } from './connection/connection-monitor.ts';
import { createDemoFaults, wrapMailer } from './demo/faults.ts';
import { prepareDemo } from './demo/prepare-demo.ts';
import { createStory } from './demo/story.ts';
import type { StoryCast } from './demo/story-agencies.ts';
import { readPage } from './console/routes.ts';
import { prepareChecks } from './doctor/prepare-checks.ts';
import { type Machine, createMachine } from './doctor/machine.ts';
import { DriftCollector } from './drift/drift-collector.ts';
import { endResendSlots } from './deliveries/resend-slot.ts';
import { type Transport, createHttpTransport } from './forward/transport.ts';
import { ServicePace } from './forward/service-pace.ts';
import { Upstream, type UpstreamTimeouts } from './forward/upstream.ts';
import { isAbortError } from './disconnect-signal.ts';
import type { Gateway, WorkName } from './gateway.ts';
import { OpenIdProvider } from './openid/provider.ts';
import { buildSecurityHeaders, createClientErrorHandler, setSecurityHeaders } from './security-headers.ts';
import { registerRoutes } from './register-routes.ts';
import { loadWebhookReceiver } from './webhook-receiver/receiver.ts';
import { SearchMatches } from './inquiries/search-matches.ts';
import { verifyInstallation } from './installation.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { getLiveNotifications } from './live/event-log.ts';
import { LiveEventHub } from './live/live-event-hub.ts';
import { createMeters } from './metrics/meters.ts';
import { registerGatewayMetrics } from './metrics/figures.ts';
import { prepareRollUps } from './overview/roll-ups.ts';
import type { DemoPerson } from './people/demo.ts';
import { InquiryNotVisibleError } from './permissions/own-inquiries.ts';
import { createProblem, toProblem } from './problems.ts';
import { readJson } from './read-json.ts';
import { PersonRateLimiter } from './sessions/person-rate-limiter.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import { type Random, systemRandom } from '#system/random.ts';
import { Worker } from '#work/worker.ts';
import { logUnreadableSecrets } from './sealed-secrets.ts';
import { type GatewayTables, openGatewayDatabase } from './store.ts';
import { configureDemoTopics } from './webhooks/demo.ts';
import { TopicWriteLock } from './webhooks/topic-write-lock.ts';
import { WEB_WORK, createWork } from './work.ts';

export interface GatewayOptions {
  /** AdminMail of the agency that the demo's seller works for. */
  demoAgency?: string | undefined;
  /** The people whose history `startDemoStory` writes. */
  demoCast?: StoryCast;
  /** The time on both engines; default: the database's. */
  clock?: Clock;
  random?: Random;
  /** Calls the service. */
  transport?: Transport;
  /** Calls the addresses to which messages are relayed. */
  webhookClient?: WebhookClient;
  mailer?: Mailer;
  /** Resolves names. */
  lookup?: NameLookup;
  /** Opens the migrated database; default: that of the configuration, locked for this process. */
  openDatabase?: () => Promise<Database<GatewayTables>>;
  logger?: FastifyServerOptions['logger'];
  /** True: requests are refused while the event loop is overloaded. */
  shedsLoad?: boolean;
  /** The metrics of the process; default: nobody reads them. */
  metrics?: Metrics;
  /** false: serves only the API. */
  page?: boolean;
  /** false: answers no requests. */
  web?: boolean;
  /** false: other processes on the database do the background work. */
  worker?: boolean;
  /**
   * Sweeps the service's lists into the inquiry index, and keeps the overview's figures; otherwise only webhooks and reads
   * do.
   */
  sweeps?: boolean;
  /** Runs the checks of the installation; otherwise only the command does. */
  checks?: boolean;
  /** Answers these checks; default: this machine. */
  machine?: Machine;
  /** Makes a backup and proves it. */
  runBackup?: RunBackup | undefined;
  upstreamTimeouts?: Partial<UpstreamTimeouts>;
  livePollMs?: number;
}

export interface OpenGateway {
  app: FastifyInstance;
  /** @throws Error when the database does not answer or cannot be written, or background work stands still */
  checkReadiness(): Promise<void>;
  getPoolState: Database<GatewayTables>['getPoolState'];
  worker: Pick<Worker, 'getStates' | 'fetchBacklogs'>;
  /** undefined outside demos, and when the file with their passwords is gone. */
  demoPeople: DemoPerson[] | undefined;
  /** Callback URL for webhooks. */
  receiverUrl: string;
  /** Reserves disk space for when the disk is full. */
  allocateReserve(): Promise<void>;
  /** Points the demo's topics at this gateway; call once it and the embedded service listen. */
  configureDemoWebhooks(): Promise<void>;
  /** Writes, in the background, the history of the demo's people after its first start. Resolves once it is there. */
  startDemoStory(): Promise<void>;
  /** Begins a fault of the demo, or ends the one there is. */
  setDemoFault(fault: DemoFault | null): Promise<void>;
  /** The fault that the demo has. */
  getDemoFault(): DemoFault | null;
  /** Stops the background work; `close` waits for it. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database and builds the app, without listening.
 * @throws DatabaseInUseError, InstallationMismatchError, ConsoleNotBuiltError
 */
export async function openGateway(config: GatewayConfig, options: GatewayOptions = {}): Promise<OpenGateway> {
  const { random = systemRandom, lookup = createNameLookup() } = options;
  const { web: isWeb = true, worker: isWorker = true, sweeps: hasSweeps = false } = options;
  const html = isWeb && options.page !== false ? readPage(config.consoleDir) : undefined;
  const policy = buildPolicy(html ?? '', { https: config.publicUrl.startsWith('https:') });
  await using opened = new AsyncDisposableStack();
  if (!options.openDatabase) opened.use(lockDatabase(config.database));
  const database = await (options.openDatabase?.() ?? openGatewayDatabase(config.database));
  const { db } = database;
  opened.defer(() => database.close());
  await verifyInstallation(db, config);
  await prepareRollUps(db, config.timeZone);

  const secrets = createSecretBox(config.consoleKey, random);

  const clock = await startDatabaseClock(database, options.clock);
  opened.defer(clock.stop);
  const { now } = clock;
  const demoPeople = config.demo ? await prepareDemo(db, config, options, { now: now(), random }) : undefined;

  const transport = options.transport ?? createHttpTransport(config.upstreamUrl, lookup);
  const demoFaults = createDemoFaults(config, transport, options.demoAgency);
  const calls = demoFaults?.wrapCalls(clock) ?? { clock, transport };
  const drift = new DriftCollector(now);
  const { metrics = new Metrics(clock) } = options;
  const meters = createMeters(metrics);
  const observed = { ...calls, transport: meters.observeTransport(calls.transport, clock) };
  const sendingHold = await openSendingHold(database, { PUBLIC_URL: config.publicUrl });
  // The embedded service is restored together with the gateway, and holds what it sends by itself.
  const isHeld = config.embeddedService ? undefined : sendingHold.isHeld;
  const upstream = new Upstream(config, { ...observed, random, drift, isHeld }, options.upstreamTimeouts);
  opened.defer(() => upstream.close());
  const openId =
    config.openId && new OpenIdProvider(config.openId, { publicUrl: config.publicUrl, lookup, now });
  opened.defer(() => openId?.close());
  const receiver = await loadWebhookReceiver(db, config.publicUrl, { clock, random, lookup });
  const webhookClient =
    options.webhookClient ?? createWebhookClient({ ...getCallbackRules(config), clock, lookup });
  const connection = new ConnectionMonitor({ db, upstream, config, receiver, sendingHold, secrets, now });
  const liveEvents = new LiveEventHub({
    db,
    clock,
    rules: config,
    connection,
    notifications: getLiveNotifications(config.database),
    pollMs: options.livePollMs,
  });
  const app = isWeb
    ? createGatewayServer(config, policy, { logger: options.logger, clock, random })
    : createServer({ logger: options.logger ?? false, clock, random });
  const { log } = app;
  clock.logJumpsTo(log);
  sendingHold.logTo(log);
  await logUnreadableSecrets(db, secrets, log);

  const worker = new Worker<WorkName>({ clock, log });
  const pace = new ServicePace(db, clock, config);
  const gateway: Gateway = {
    config,
    isWorker,
    db,
    readAs: (owner) => database.readAs(owner),
    searches: new SearchMatches(now),
    async checkReadiness() {
      await database.check();
      worker.assertProgress();
    },
    upstream,
    openId,
    drift,
    now,
    clock,
    random,
    stamp: () => ({ now: now(), random }),
    createAuditId: createAuditIds(random),
    meters,
    pace,
    rateLimiter: new PersonRateLimiter(pace, now),
    connection,
    demoFaults,
    liveEvents,
    exportSlots: new ExportSlots(),
    topicWriteLock: new TopicWriteLock(db),
    secrets,
    sendingHold,
    receiver,
    webhookClient,
    lookup,
    hasSweeps,
    wake: (name) => worker.wake(name),
  };
  const mailer = wrapMailer(options.mailer ?? createMailer(config.mail, { clock, lookup }), demoFaults);
  const jobs = createJobRunner(gateway, { database, worker, log });
  const { runBackup } = options;
  const machine = options.checks ? (options.machine ?? createMachine({ clock, lookup })) : undefined;
  if (machine && isWorker) await prepareChecks(db, config, now());
  const fetchBacklogs = () => worker.fetchBacklogs();
  const hasPage = html !== undefined;
  worker.add(
    ...createWork(gateway, { database, mailer, jobs, runBackup, machine, fetchBacklogs, hasPage, log }),
  );
  registerGatewayMetrics(metrics, gateway);
  const page = html === undefined ? undefined : { html, policy };
  if (isWeb) {
    metrics.observeRequests(app, 'gateway');
    meters.observeSignIns(app);
    await registerRoutes(app, { gateway, jobs, page, shedsLoad: options.shedsLoad ?? false });
  }

  await startParts(opened, [
    { stop: () => mailer.close() },
    { stop: () => webhookClient.close() },
    // Its routes stop it before the app closes, as streams would keep that waiting.
    isWeb && { start: () => liveEvents.start(log) },
    page !== undefined && {
      start: () =>
        storeAssets(gateway).catch((error: unknown) =>
          log.error({ err: error }, 'the assets of this version could not be stored'),
        ),
    },
    database.engine === 'sqlite' && { start: () => ignoreDiskFull(endResendSlots(db)) },
    { start: () => worker.start(isWorker ? undefined : WEB_WORK), stop: () => worker.stop() },
    { stop: () => app.close() },
  ]);
  const running = opened.move();
  return {
    app,
    checkReadiness: gateway.checkReadiness,
    getPoolState: database.getPoolState,
    worker,
    demoPeople,
    receiverUrl: receiver.url,
    allocateReserve: () => database.allocateReserve(),
    configureDemoWebhooks: () => configureDemoTopics(gateway, log),
    startDemoStory: () =>
      new Promise((onTold) => {
        const { demoCast } = options;
        if (demoCast) worker.add(createStory(gateway, demoCast, onTold));
        else onTold();
      }),
    async setDemoFault(fault) {
      if (!demoFaults) throw new Error('Only a demo has faults');
      await demoFaults.set(gateway, fault);
    },
    getDemoFault: () => demoFaults?.current ?? null,
    stopWork: () => worker.stop(),
    close: () => running.disposeAsync(),
  };
}

/** Creates the server of the gateway: what holds for every request, and no routes yet. */
function createGatewayServer(
  { publicUrl, trustProxy }: GatewayConfig,
  policy: ContentSecurityPolicy,
  { logger, ...seams }: { logger: FastifyServerOptions['logger']; clock: Clock; random: Random },
): FastifyInstance {
  const headers = buildSecurityHeaders({ policy, https: publicUrl.startsWith('https:') });
  const app = createServer({
    ...seams,
    logger: logger ?? false,
    // The first hop is the connection itself.
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    // These occur before routing, so the header hook does not run.
    frameworkErrors: (error, _request, reply) => void sendProblem(reply.headers(headers), toProblem(error)),
    clientErrorHandler: createClientErrorHandler(headers),
  });
  logRequests(app);
  registerClientAddress(app);
  app.setErrorHandler((error, request, reply) => {
    // decided: as nginx logs requests whose client has left.
    if (isAbortError(error) && reply.raw.destroyed) return reply.code(499).send();
    if (error instanceof InquiryNotVisibleError) {
      request.audit.code = 'not-yours';
      return reply.code(404).header('cache-control', 'private, no-store').send();
    }
    const problemError = toProblem(error, request.session?.person.role);
    request.audit.code = gatewayCode(problemError.problem.Type);
    if (problemError.problem.Status >= 500) request.log.error({ err: error }, problemError.problem.Title);
    return sendProblem(reply, problemError);
  });
  app.setNotFoundHandler(() => {
    throw createProblem('not-found');
  });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJson);

  setSecurityHeaders(app, headers);
  return app;
}
