import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import type { DemoFault } from '#contract/desk/demo-faults.ts';
import { openGateway } from '#gateway/app.ts';
import { checkInstallation } from '#gateway/check-installation.ts';
import type { DemoPerson } from '#gateway/people/demo.ts';
import { getCallbackRules } from '#http/callback-addresses.ts';
import { registerHealthRoutes } from '#http/health.ts';
import { Metrics } from '#http/metrics.ts';
import { createServer, listen } from '#http/server.ts';
import { type WebhookClient, createWebhookClient } from '#http/webhook-client.ts';
import { openService } from '#service/app.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { STORY_CAST } from '#service/demo/story-cast.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { runBackupThread } from '#backup/scheduled-backup.ts';
import type { Configuration } from './configuration.ts';
import { createMetricsServer, registerProcessMetrics } from './process-metrics.ts';

const BACKUP_THREAD = new URL('./backup-thread.ts', import.meta.url);

export interface RunningServer {
  demoPeople: DemoPerson[] | undefined;
  /** Resolves once the history of the demo's people is written. */
  demoFilled?: Promise<void> | undefined;
  /** Begins a fault of the demo, or ends the one there is. @throws Error when this process runs no demo */
  setDemoFault(fault: DemoFault | null): Promise<void>;
  log: FastifyBaseLogger;
  /** Turns unready, and still answers: balancers choose another process meanwhile. */
  startDrain(): void;
  /** Stops listening, completes requests in flight and closes the databases. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** False: the gateway does not serve the console; the Vite dev server does. */
  page?: boolean;
  logger?: FastifyServerOptions['logger'];
  /** True if the history of the demo's people is written in the background at the first start. */
  story?: boolean;
}

/**
 * Starts what the process does by its roles.
 * @throws DatabaseInUseError, InstallationMismatchError, PortInUseError; everything opened before is closed.
 */
export async function startServer(
  { roles, service, gateway, credentials, host, workerPort, metrics: metricsAddress, backups }: Configuration,
  { page = true, logger = false, story = false }: ServerOptions = {},
): Promise<RunningServer> {
  const worker = roles.has('worker');
  const metrics = metricsAddress && new Metrics(systemClock);
  return runPrograms(async (start) => {
    // The service registers the app when it opens, which must not happen if the gateway then refuses to start.
    if (service && gateway) await checkInstallation(gateway);
    // The service logs only warnings in the demo: hundreds of calls that fill the index would hide the
    // printed addresses and people.
    const serviceLogger = gateway?.demo && typeof logger === 'object' ? { ...logger, level: 'warn' } : logger;
    const web = { service: roles.has('service'), gateway: roles.has('gateway') };
    const webhookClient =
      service && gateway?.demo
        ? wrapWebhookClient(createWebhookClient({ ...getCallbackRules(service), clock: systemClock }), () =>
            openedGateway?.getDemoFault(),
          )
        : undefined;
    const openedService =
      service &&
      (await openService(service, {
        credentials,
        logger: serviceLogger,
        web: web.service,
        worker,
        shedsLoad: true,
        ...(metrics && { metrics }),
        ...(webhookClient && { webhookClient }),
      }));
    if (openedService) await start(openedService, web.service && { ...service, variable: 'SERVICE_PORT' });
    const openedGateway =
      gateway &&
      (await openGateway(gateway, {
        demoAgency: BUSY_AGENCY,
        demoCast: STORY_CAST,
        page,
        logger,
        web: web.gateway,
        worker,
        sweeps: true,
        checks: true,
        shedsLoad: true,
        ...(metrics && { metrics }),
        runBackup: (signal) => runBackupThread(BACKUP_THREAD, backups, signal),
      }));
    if (openedGateway) await start(openedGateway, web.gateway && { ...gateway, variable: 'PORT' });
    if (!web.service && !web.gateway)
      await start(createProbes([openedService, openedGateway], logger), {
        host,
        port: workerPort,
        variable: 'WORKER_PORT',
      });
    if (metrics) {
      registerProcessMetrics(metrics, [
        ...(openedService ? [{ name: 'service' as const, ...openedService }] : []),
        ...(openedGateway ? [{ name: 'gateway' as const, ...openedGateway }] : []),
      ]);
      await start(createMetricsProgram(metrics, logger), { ...metricsAddress, variable: 'METRICS_PORT' });
    }

    const isDemo = gateway?.demo && openedService !== undefined;
    if (isDemo) await openedGateway?.configureDemoWebhooks();
    await openedService?.startDelivery(openedGateway?.receiverUrl);
    await openedGateway?.allocateReserve();
    const demoFilled = story && isDemo ? openedGateway?.startDemoStory() : undefined;
    const log = (openedGateway ?? openedService)?.app.log;
    if (!log) throw new Error('A process has at least one role');
    return {
      demoPeople: openedGateway?.demoPeople,
      demoFilled,
      async setDemoFault(fault) {
        await openedGateway?.setDemoFault(fault);
      },
      log,
    };
  });
}

/** A client of callbacks that the fault of a demo can stop. */
function wrapWebhookClient(
  client: WebhookClient,
  getFault: () => DemoFault | null | undefined,
): WebhookClient {
  return {
    ...client,
    async send(request) {
      if (getFault() === 'certificate-expired')
        throw Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
      return client.send(request);
    },
  };
}

interface Program {
  app: FastifyInstance;
  /** Stops the background work; `close` waits for it. */
  stopWork?: () => Promise<void>;
  close(): Promise<void>;
}

/** Server that answers only the probes of a process that is only a worker. */
function createProbes(
  programs: readonly ({ checkReadiness(): Promise<void> } | undefined)[],
  logger: FastifyServerOptions['logger'],
): Program {
  const app = createServer({ logger: logger ?? false, clock: systemClock, random: systemRandom });
  registerHealthRoutes(
    app,
    () => Promise.all(programs.map(async (program) => program?.checkReadiness())),
    systemClock,
  );
  return { app, close: () => app.close() };
}

function createMetricsProgram(metrics: Metrics, logger: FastifyServerOptions['logger']): Program {
  const app = createMetricsServer(metrics, logger);
  return { app, close: () => app.close() };
}

interface Listener {
  host: string;
  port: number;
  /** Environment variable of the port. */
  variable: string;
}

/** Runs `work` with a `start` function. `close`, or a failure of `work`, closes everything started in reverse order. */
async function runPrograms(
  work: (
    start: (program: Program, listener: Listener | false) => Promise<void>,
  ) => Promise<Omit<RunningServer, 'close' | 'startDrain'>>,
): Promise<RunningServer> {
  const open: Program[] = [];
  const listening: FastifyInstance[] = [];
  const close = async () => {
    const programs = open.splice(0).toReversed();
    // Together: the time that attempts have to end is not added up.
    const stopped = Promise.allSettled(programs.map(async (program) => program.stopWork?.()));
    for (const program of programs) await program.close();
    await stopped;
  };
  try {
    const running = await work(async (program, listener) => {
      open.push(program);
      if (!listener) return;
      await listen(program.app, listener, listener.variable);
      if (program.app.hasDecorator('startDrain')) listening.push(program.app);
    });
    return { ...running, close, startDrain: () => listening.forEach((app) => app.startDrain()) };
  } catch (error) {
    await close();
    throw error;
  }
}
