import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { openGateway } from '#gateway/app.ts';
import type { DemoPerson } from '#gateway/people/demo.ts';
import { listen } from '#http/server.ts';
import { openService } from '#service/app.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import type { Configuration } from './configuration.ts';

export interface RunningServer {
  demoPeople: DemoPerson[] | undefined;
  /** Stops listening, finishes the answers in flight and closes the databases. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** The service without the gateway. */
  serviceOnly?: boolean;
  /** false: the gateway without the page, which the development server makes. */
  page?: boolean;
  logger?: FastifyServerOptions['logger'];
}

/**
 * Starts the service, unless another deployment of it is used, and the gateway.
 * @throws DatabaseInUse, OtherInstallation, PortInUse; what had been opened is closed again.
 */
export async function startServer(
  configuration: Configuration,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const open: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of open.splice(0).toReversed()) await step();
  };
  const start = async (
    program: { app: FastifyInstance; close(): Promise<void> },
    at: { host: string; port: number },
    variable: string,
  ) => {
    open.push(() => program.close());
    await listen(program.app, at, variable);
  };
  const logger = options.logger ?? false;
  try {
    const { service, gateway, credentials } = configuration;
    if (service) await start(await openService(service, { credentials, logger }), service, 'SERVICE_PORT');
    if (options.serviceOnly) return { demoPeople: undefined, close };
    const opened = await openGateway(gateway, {
      demoAgency: BUSY_AGENCY,
      page: options.page ?? true,
      logger,
    });
    await start(opened, gateway, 'PORT');
    if (service && gateway.demo) await opened.receiveDemo();
    return { demoPeople: opened.demoPeople, close };
  } catch (error) {
    await close();
    throw error;
  }
}
