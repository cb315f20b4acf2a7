import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Database } from '#database/database.ts';
import { isFull } from '#database/full.ts';
import { isUnavailable } from '#database/unavailable.ts';
import { lockDatabase } from '#database/lock.ts';
import { serveHealth } from '#http/health.ts';
import { ProblemError, sendProblem } from '#http/problem.ts';
import { createServer, logRequests } from '#http/server.ts';
import type { Credentials } from '#signing/request.ts';
import { createMailer } from '#mail/mail.ts';
import { createAgencyChanges } from './agencies/changes.ts';
import { agencyEndpoints } from './agencies/routes.ts';
import { createAgencyStore } from './agencies/store.ts';
import { createAppStore } from './apps/store.ts';
import { createAuthentication } from './authentication.ts';
import { catalogEndpoints } from './catalogs/routes.ts';
import type { ServiceConfig } from './config.ts';
import { fillDemo } from './demo/fill.ts';
import { rootEndpoints } from './entry-points/routes.ts';
import { serveEndpoints } from './endpoint.ts';
import { inquiryEndpoints } from './inquiries/routes.ts';
import { createInquiryStore } from './inquiries/store.ts';
import { serveOpenApi } from './openapi/routes.ts';
import { NotFound, failed, full, invalid, tooLarge, unavailable, unsupportedMediaType } from './problems.ts';
import { createMailRoom } from '#outbox/mails.ts';
import { serveRegistration } from './registration/routes.ts';
import { type ReplayStore, openReplayStore } from './replays.ts';
import { serveSimulator } from './simulator/routes.ts';
import { openServiceDatabase } from './store.ts';
import type { Tables } from './tables.ts';
import { createPoster } from './webhooks/post.ts';
import { webhookEndpoints } from './webhooks/routes.ts';
import { createWebhookStore } from './webhooks/store.ts';
import { createWorker } from './webhooks/worker.ts';

export interface ServiceOptions {
  /** The app that exists after the start. */
  credentials: Credentials;
  now?: () => number;
  logger?: FastifyServerOptions['logger'];
}

export interface OpenService {
  app: FastifyInstance;
  /**
   * Begins to deliver webhooks; once everything listens that may receive them.
   * @param ownCallback the receiver of this very process, where it has one
   */
  deliver(ownCallback?: string): Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens everything the service needs and builds it, not yet listening. `close` finishes the answers in flight.
 * @throws DatabaseInUse when another server has the embedded database.
 */
export async function openService(
  config: ServiceConfig,
  { credentials, now = Date.now, logger }: ServiceOptions,
): Promise<OpenService> {
  const opened: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    if (!config.database.url) opened.push(lockDatabase(config.database.file));
    const database = await openServiceDatabase(config.database);
    opened.push(() => database.close());
    const replays = await openReplayStore(config.database);
    opened.push(() => replays.close());

    const caller = await createAppStore(database.db).ensure(credentials, 'Vitrina', now());
    if (config.demo) await fillDemo(database.db, caller, { now: now(), timeZone: config.timeZone });

    const app = buildService(config, {
      database,
      replays,
      now,
      logger,
      wake: { mails: () => mailing.wake(), deliveries: () => worker.wake() },
    });
    const { log } = app;
    const poster = createPoster({ allowLocal: config.allowLocalCallbacks });
    const worker = createWorker(database, { poster, now, log });
    opened.push(() => worker.stop());
    const mailer = createMailer(config.mail);
    const mailing = createMailRoom(database, { mailer, now, keep: config.simulator, log }).start();
    opened.push(() => mailer.close());
    opened.push(() => mailing.stop());
    opened.push(() => app.close());
    await app.ready();
    return {
      app,
      async deliver(ownCallback) {
        await worker.start(ownCallback);
        await database.keepReserve();
      },
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

interface Parts extends Pick<ServiceOptions, 'logger'> {
  database: Database<Tables>;
  replays: ReplayStore;
  now: () => number;
  /** Called when a mail or a webhook has been queued. */
  wake?: { mails: () => void; deliveries: () => void };
}

const NOBODY = { mails: () => {}, deliveries: () => {} };

/** The service over open stores; its rooms, in order. */
export function buildService(
  config: ServiceConfig,
  { database, replays, now, logger = false, wake = NOBODY }: Parts,
): FastifyInstance {
  const { db } = database;
  const { timeZone, publicUrl, allowLocalCallbacks } = config;
  const app = createServer({ logger, rewriteUrl: ({ url = '/' }) => decodable(url) });
  const agencies = createAgencyStore(db);
  const inquiries = createInquiryStore(db);
  const authentication = createAuthentication(config, { apps: createAppStore(db), replays, now });

  // Also what is no method of the interface is authenticated first, and then told what is.
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  logRequests(app);
  answerErrors(app);
  serveHealth(app, () => database.check());
  serveOpenApi(app, config);
  serveEndpoints(app, { vendor: config.vendor, authentication, agencies }, [
    ...agencyEndpoints({
      agencies,
      changes: createAgencyChanges(database, publicUrl),
      timeZone,
      publicUrl,
      now,
      mailQueued: wake.mails,
    }),
    ...inquiryEndpoints({ inquiries, agencies, database, timeZone, now, announced: wake.deliveries }),
    ...webhookEndpoints(createWebhookStore(db), { allowLocalCallbacks, configured: wake.deliveries }),
    ...catalogEndpoints(config),
    ...rootEndpoints(),
  ]);
  const rooms = { database, timeZone, now, announced: wake.deliveries };
  serveRegistration(app, rooms);
  if (config.simulator) serveSimulator(app, { ...rooms, agencies, inquiries });
  return app;
}

/** A path whose percent-encoding is broken is taken literally, so that the contract refuses it in its usual order. */
function decodable(url: string): string {
  const [path = '', ...search] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...search].join('?');
  }
}

/** The one place that writes refusals and failures. */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof NotFound) return reply.code(404).header('cache-control', 'private, no-store').send();
    if (error instanceof ProblemError) return sendProblem(reply, error);
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    if (isFull(error)) return sendProblem(reply, full());
    return sendProblem(reply, isUnavailable(error) ? unavailable() : refusalOf(status));
  });
}

function refusalOf(status: number): ProblemError {
  if (status === 400) return invalid({ _: ['la solicitud no se puede leer'] });
  if (status === 413) return tooLarge();
  if (status === 415) return unsupportedMediaType();
  return failed(status);
}
