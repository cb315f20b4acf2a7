import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { gatewayCode } from '#contract/problem.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { registerHealthRoutes } from '#http/health.ts';
import { sendProblem } from '#http/problem-error.ts';
import { createServer, logRequests } from '#http/server.ts';
import { createMailer } from '#mail/mailer.ts';
import { createMailQueue } from '#outbox/mail-queue.ts';
import type { GatewayConfig } from './config.ts';
import { ExportSlots } from './audit/exports.ts';
import { recordAudit } from './audit/recording.ts';
import { auditRoutes } from './audit/routes.ts';
import { readClientAddresses } from './client-address.ts';
import { policyOf } from './console/policy.ts';
import { agencyRoutes } from './agencies/routes.ts';
import { ConnectionWatch } from './connection/connection.ts';
import { connectionRoutes } from './connection/routes.ts';
import { consoleRoutes, readPage } from './console/routes.ts';
import { startErasing } from './deliveries/erasing.ts';
import { ResendPace } from './deliveries/resends.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { followUpRoutes } from './follow-up/routes.ts';
import { forwardRoutes } from './forward/routes.ts';
import { Upstream, type UpstreamLimits } from './forward/upstream.ts';
import type { Gateway } from './gateway.ts';
import { answerClientErrors, securityHeadersOf, setSecurityHeaders } from './headers.ts';
import { receiverOf } from './hooks/receiver.ts';
import { hookRoutes } from './hooks/routes.ts';
import { hoursRoutes } from './hours/routes.ts';
import { inquiryRoutes } from './inquiries/routes.ts';
import { callsAMinute, startSweeps } from './inquiries/sweeps.ts';
import { rememberInstallation } from './installation.ts';
import { startChecks } from './invitations/checks.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { Live } from './live/live.ts';
import { liveRoutes } from './live/routes.ts';
import { startRecoveries } from './links/recoveries.ts';
import { linkRoutes } from './links/routes.ts';
import { meRoutes } from './people/me.ts';
import { methodNotAllowed } from './methods.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { refuseCrossSite } from './origin.ts';
import { type DemoPerson, demoPeople } from './people/demo.ts';
import { peopleRoutes } from './people/routes.ts';
import { policyReportRoutes } from './policy-reports/routes.ts';
import { Unseen } from './permissions/own-inquiries.ts';
import { refusal, refusalOf } from './problems.ts';
import { sealSecondFactors } from './second-factor/store.ts';
import { SessionRates } from './sessions/rates.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { secretBox } from './secrets.ts';
import { openGatewayDatabase } from './store.ts';
import { templateRoutes } from './templates/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { pointTopicsHere } from './webhooks/demo.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export interface GatewayOptions {
  /** AdminMail of the agency that the demo's seller works for. */
  demoAgency?: string | undefined;
  /** Milliseconds since 1970. */
  now?: () => number;
  logger?: FastifyServerOptions['logger'];
  /** false: the interface alone, the page comes from elsewhere. */
  page?: boolean;
  /** Fills the index of the inquiries from the service's lists, and keeps it true; else it has what arrives alone. */
  sweeps?: boolean;
  upstreamLimits?: UpstreamLimits;
}

export interface OpenGateway {
  app: FastifyInstance;
  /** Missing unless this is a demo, and once their passwords are not on file any more. */
  demoPeople: DemoPerson[] | undefined;
  /** Where webhooks arrive. */
  receiverUrl: string;
  /** Sets room on the disk aside, for when it is full. */
  allocateReserve(): Promise<void>;
  /** Once it and the embedded service listen: the demo's topics are made to arrive here, at its first start. */
  receiveDemo(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds the gateway, not yet listening.
 * @throws DatabaseInUseError, OtherInstallation, ConsoleNotBuilt
 */
export async function openGateway(config: GatewayConfig, options: GatewayOptions = {}): Promise<OpenGateway> {
  const page = options.page === false ? undefined : readPage(config.consoleDir);
  const undo: (() => unknown)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    if (!config.database.url) undo.push(lockDatabase(config.database.file));
    const database = await openGatewayDatabase(config.database);
    undo.push(() => database.close());
    await rememberInstallation(database.db, config);

    const secrets = secretBox(config.consoleKey);
    await sealSecondFactors({ db: database.db, secrets });

    const now = options.now ?? Date.now;
    const people = config.demo
      ? await demoPeople(database.db, { dataDir: config.dataDir, agency: options.demoAgency, now: now() })
      : undefined;
    const upstream = new Upstream(config, now, options.upstreamLimits);
    undo.push(() => upstream.close());
    const receiver = await receiverOf(database.db, config.publicUrl);
    const connection = new ConnectionWatch({ db: database.db, upstream, config, receiver, now });
    const gateway: Gateway = {
      config,
      db: database.db,
      checkDatabase: () => database.check(),
      upstream,
      now,
      rates: new SessionRates(config.rateLimit, now),
      connection,
      live: new Live({ db: database.db, now, rules: config, connection }),
      exportSlots: new ExportSlots(),
      resends: new ResendPace(now),
      topicWrites: new OneAtATime(),
      secrets,
      receiver,
      sweepsDue() {
        sweeps?.wake();
        return sweeps !== undefined;
      },
      checksDue: () => checks.wake(),
      mailQueued: () => mailing.wake(),
      recoveryAsked: (id) => recovering.asked(id),
    };
    const app = await buildApp(gateway, page, options.logger);
    gateway.live.start(app.log);
    const mailer = createMailer(config.mail);
    const mailing = createMailQueue(database, { mailer, now, keepSent: false, log: app.log }).start();
    const recovering = startRecoveries({ ...gateway, log: app.log });
    const checks = startChecks({ ...gateway, engine: database.engine, log: app.log });
    const erasing = startErasing({ ...gateway, days: config.deliveryDays, log: app.log });
    const sweeps = options.sweeps
      ? startSweeps({
          ...gateway,
          engine: database.engine,
          zone: config.timeZone,
          callsAMinute: callsAMinute(config),
          days: config.inquiryDays,
          log: app.log,
        })
      : undefined;
    undo.push(() => mailer.close());
    undo.push(() => mailing.stop());
    undo.push(() => recovering.stop());
    undo.push(() => checks.stop());
    undo.push(() => sweeps?.stop());
    undo.push(() => erasing.stop());
    undo.push(() => app.close());
    return {
      app,
      demoPeople: people,
      receiverUrl: receiver.url,
      allocateReserve: () => database.allocateReserve(),
      receiveDemo: () => pointTopicsHere(gateway, app.log),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function buildApp(
  gateway: Gateway,
  page: string | undefined,
  logger: FastifyServerOptions['logger'],
): Promise<FastifyInstance> {
  const { publicUrl, trustProxy } = gateway.config;
  const https = publicUrl.startsWith('https:');
  const policy = policyOf(page ?? '', { https });
  const headers = securityHeadersOf({ policy, https });
  const app = createServer({
    logger: logger ?? false,
    // The first hop is the connection itself.
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    // Before there is a route, and so without its hooks.
    frameworkErrors: (error, _request, reply) => void sendProblem(reply.headers(headers), refusalOf(error)),
    clientErrorHandler: answerClientErrors(headers),
  });
  logRequests(app);
  readClientAddresses(app);
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Unseen) {
      request.audit.code = 'not-yours';
      return reply.code(404).header('cache-control', 'private, no-store').send();
    }
    const refused = refusalOf(error, request.admitted?.person.role);
    request.audit.code = gatewayCode(refused.problem.Type);
    if (refused.problem.Status >= 500) request.log.error({ err: error }, refused.problem.Title);
    return sendProblem(reply, refused);
  });
  app.setNotFoundHandler(() => {
    throw refusal('not-found');
  });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJson);

  setSecurityHeaders(app, headers);
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  recordAudit(app, gateway);
  refuseCrossSite(app, publicUrl);

  // The rooms.
  registerHealthRoutes(app, () => gateway.checkDatabase());
  sessionRoutes(app, gateway);
  linkRoutes(app, gateway);
  meRoutes(app, gateway);
  peopleRoutes(app, gateway);
  auditRoutes(app, gateway);
  forwardRoutes(app, gateway);
  agencyRoutes(app, gateway);
  invitationRoutes(app, gateway);
  inquiryRoutes(app, gateway);
  followUpRoutes(app, gateway);
  templateRoutes(app, gateway);
  hoursRoutes(app, gateway);
  liveRoutes(app, gateway);
  viewRoutes(app, gateway);
  exportRoutes(app, gateway);
  webhookRoutes(app, gateway);
  hookRoutes(app, gateway);
  deliveryRoutes(app, gateway);
  connectionRoutes(app, gateway);
  policyReportRoutes(app, gateway);
  if (page !== undefined) consoleRoutes(app, gateway, { html: page, policy });
  methodNotAllowed(app);

  await app.ready();
  return app;
}

function readJson(
  _: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  try {
    done(null, body.length === 0 ? undefined : JSON.parse(String(body)));
  } catch {
    done(refusal('invalid-request'));
  }
}
