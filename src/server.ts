import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import { openGateway } from '#gateway/app.ts';
import { checkInstallation } from '#gateway/check-installation.ts';
import type { DemoPerson } from '#gateway/people/demo.ts';
import { listen } from '#http/server.ts';
import { openService } from '#service/app.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { STORY_CAST } from '#service/demo/story-cast.ts';
import type { Configuration, KeylessConfiguration } from './configuration.ts';

export interface RunningServer {
  demoPeople: DemoPerson[] | undefined;
  log: FastifyBaseLogger;
  /** Stops listening, completes requests in flight and closes the databases. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** False: the gateway does not serve the console; the Vite dev server does. */
  page?: boolean;
  logger?: FastifyServerOptions['logger'];
  /** At the first start of the demo, tells in the background what its people did before. */
  story?: boolean;
}

/**
 * Starts the gateway, and the service unless UPSTREAM_URL names another deployment.
 * @throws DatabaseInUseError, InstallationMismatchError, PortInUseError; everything opened before is closed.
 */
export async function startServer(
  { service, gateway, credentials }: Configuration,
  { page = true, logger = false, story = false }: ServerOptions = {},
): Promise<RunningServer> {
  return runPrograms(async (start) => {
    // Before the service creates its app: a refused start leaves none behind.
    await checkInstallation(gateway);
    // In the demo, hundreds of calls that fill the index would hide the printed addresses and people.
    const serviceLogger = gateway.demo && typeof logger === 'object' ? { ...logger, level: 'warn' } : logger;
    const embedded = service && (await openService(service, { credentials, logger: serviceLogger }));
    if (embedded) await start(embedded, service, 'SERVICE_PORT');
    const opened = await openGateway(gateway, { demoAgency: BUSY_AGENCY, page, logger, sweeps: true });
    await start(opened, gateway, 'PORT');
    if (embedded && gateway.demo) await opened.configureDemoWebhooks();
    await embedded?.startDelivery(opened.receiverUrl);
    await opened.allocateReserve();
    if (story && embedded && gateway.demo) opened.startDemoStory(STORY_CAST);
    return { demoPeople: opened.demoPeople, log: opened.app.log };
  });
}

/**
 * Starts the service without the gateway.
 * @throws DatabaseInUseError, PortInUseError; everything opened before is closed.
 */
export async function startService(
  { service, credentials }: Pick<KeylessConfiguration, 'service' | 'credentials'>,
  { logger = false }: Pick<ServerOptions, 'logger'> = {},
): Promise<RunningServer> {
  return runPrograms(async (start) => {
    if (!service) throw new Error('The configuration has no embedded service');
    const opened = await openService(service, { credentials, logger });
    await start(opened, service, 'SERVICE_PORT');
    await opened.startDelivery();
    return { demoPeople: undefined, log: opened.app.log };
  });
}

type StartProgram = (
  program: { app: FastifyInstance; close(): Promise<void> },
  at: { host: string; port: number },
  variable: string,
) => Promise<void>;

/** Runs `work` with a `start` function. `close`, or a failure of `work`, closes everything started in reverse order. */
async function runPrograms(
  work: (start: StartProgram) => Promise<Omit<RunningServer, 'close'>>,
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
