import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Database } from '#database/database.ts';
import { lockDatabase } from '#database/lock.ts';
import { ProblemError, sendProblem } from '#http/problem.ts';
import { createServer, logRequests } from '#http/server.ts';
import type { Credentials } from '#signing/request.ts';
import { agencyEndpoints } from './agencies/routes.ts';
import { createAgencyStore } from './agencies/store.ts';
import { createAppStore } from './apps/store.ts';
import { createAuthentication } from './authentication.ts';
import { catalogEndpoints } from './catalogs/routes.ts';
import type { ServiceConfig } from './config.ts';
import { fillDemo } from './demo/fill.ts';
import { serveEndpoints } from './endpoint.ts';
import { rootEndpoints } from './entry-points/routes.ts';
import { inquiryEndpoints } from './inquiries/routes.ts';
import { createInquiryStore } from './inquiries/store.ts';
import { NotFound, failed, invalid, tooLarge, unsupportedMediaType } from './problems.ts';
import { type ReplayStore, openReplayStore } from './replays.ts';
import { serveSimulator } from './simulator/routes.ts';
import { openServiceDatabase } from './store.ts';
import type { Tables } from './tables.ts';

export interface ServiceOptions {
  /** The app that exists after the start. */
  credentials: Credentials;
  now?: () => number;
  logger?: FastifyServerOptions['logger'];
}

/**
 * Opens everything the service needs and builds it, not yet listening. `close` finishes the answers in flight.
 * @throws DatabaseInUse when another server has the embedded database.
 */
export async function openService(
  config: ServiceConfig,
  { credentials, now = Date.now, logger }: ServiceOptions,
): Promise<{ app: FastifyInstance; close: () => Promise<void> }> {
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

    const app = buildService(config, { database, replays, now, logger });
    opened.push(() => app.close());
    await app.ready();
    return { app, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

interface Parts extends Pick<ServiceOptions, 'logger'> {
  database: Database<Tables>;
  replays: ReplayStore;
  now: () => number;
}

/** The service over open stores; its rooms, in order. */
export function buildService(
  config: ServiceConfig,
  { database: { db }, replays, now, logger = false }: Parts,
): FastifyInstance {
  const app = createServer({ logger, rewriteUrl: ({ url = '/' }) => decodable(url) });
  const agencies = createAgencyStore(db);
  const inquiries = createInquiryStore(db);
  const authentication = createAuthentication(config, { apps: createAppStore(db), replays, now });

  logRequests(app);
  answerErrors(app);
  app.get('/healthz', () => ({ status: 'ok' }));
  serveEndpoints(app, { vendor: config.vendor, authentication, agencies }, [
    ...agencyEndpoints(agencies, config.timeZone),
    ...inquiryEndpoints(inquiries, { timeZone: config.timeZone, now }),
    ...catalogEndpoints(config),
    ...rootEndpoints(),
  ]);
  if (config.simulator) serveSimulator(app, { agencies, inquiries, timeZone: config.timeZone, now });
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
    return sendProblem(reply, refusalOf(status));
  });
}

function refusalOf(status: number): ProblemError {
  if (status === 400) return invalid({ _: ['la solicitud no se puede leer'] });
  if (status === 413) return tooLarge();
  if (status === 415) return unsupportedMediaType();
  return failed(status);
}
