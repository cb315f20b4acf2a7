import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import { openGateway } from '#gateway/app.ts';
import type { DemoPerson } from '#gateway/people/demo.ts';
import { listen } from '#http/server.ts';
import { openService } from '#service/app.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import type { Configuration, KeylessConfiguration } from './configuration.ts';

export interface RunningServer {
  demoPeople: DemoPerson[] | undefined;
  log: FastifyBaseLogger;
  /** Stops listening, finishes the answers in flight and closes the databases. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** false: the gateway without the page, which the development server makes. */
  page?: boolean;
  logger?: FastifyServerOptions['logger'];
}

/**
 * Starts the service, unless another deployment of it is used, and the gateway.
 * @throws DatabaseInUse, InstallationMismatchError, PortInUse; what had been opened is closed again.
 */
export async function startServer(
  { service, gateway, credentials }: Configuration,
  { page = true, logger = false }: ServerOptions = {},
): Promise<RunningServer> {
  return started(async (start) => {
    // Hundreds of calls fill the index of a demo: their lines would hide its addresses and people.
    const ofService = gateway.demo && typeof logger === 'object' ? { ...logger, level: 'warn' } : logger;
    const embedded = service && (await openService(service, { credentials, logger: ofService }));
    if (embedded) await start(embedded, service, 'SERVICE_PORT');
    const opened = await openGateway(gateway, { demoAgency: BUSY_AGENCY, page, logger, sweeps: true });
    await start(opened, gateway, 'PORT');
    if (embedded && gateway.demo) await opened.configureDemoWebhooks();
    await embedded?.deliver(opened.receiverUrl);
    await opened.keepReserve();
    return { demoPeople: opened.demoPeople, log: opened.app.log };
  });
}

/**
 * Starts the service without the gateway.
 * @throws DatabaseInUse, PortInUse; what had been opened is closed again.
 */
export async function startService(
  { service, credentials }: Pick<KeylessConfiguration, 'service' | 'credentials'>,
  { logger = false }: Pick<ServerOptions, 'logger'> = {},
): Promise<RunningServer> {
  return started(async (start) => {
    if (!service) throw new Error('The configuration has no embedded service');
    const opened = await openService(service, { credentials, logger });
    await start(opened, service, 'SERVICE_PORT');
    await opened.deliver();
    return { demoPeople: undefined, log: opened.app.log };
  });
}

type Start = (
  program: { app: FastifyInstance; close(): Promise<void> },
  at: { host: string; port: number },
  variable: string,
) => Promise<void>;

/** Everything that was started is closed again, in the other order: at the end, or when something does not start. */
async function started(
  work: (start: Start) => Promise<Omit<RunningServer, 'close'>>,
): Promise<RunningServer> {
  const open: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of open.splice(0).toReversed()) await step();
  };
  try {
    const running = await work(async (program, at, variable) => {
      open.push(() => program.close());
      await listen(program.app, at, variable);
    });
    return { ...running, close };
  } catch (error) {
    await close();
    throw error;
  }
}
