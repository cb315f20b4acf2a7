import { setTimeout } from 'node:timers/promises';
import type { DemoFault } from '#contract/desk/demo-faults.ts';
import { PACKAGE_VERSION } from '#http/server.ts';
import { type Configuration, readConfiguration } from '#server/configuration.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import { buildConsole } from './build.ts';
import { CommandError } from './run-command.ts';
import { createLogger, runUntilStopped } from './run-until-stopped.ts';

const MAX_FILL_MS = 90_000;

/** Runs what the environment asks for until the process is stopped; a demo with a fault, once it is filled. */
export async function runServer(
  environment: Record<string, string | undefined>,
  fault?: DemoFault,
): Promise<void> {
  await runUntilStopped(async () => {
    const configuration = readConfiguration(environment);
    if (fault && !(configuration.gateway?.demo && configuration.gateway.embeddedService))
      throw new CommandError('--fault: only a demo with its own service has faults');
    if (configuration.roles.has('gateway')) await buildConsole();
    const logger = createLogger(configuration.logLevel);
    const server = await startServer(configuration, { logger, story: true });
    return {
      ...server,
      drainMs: configuration.drainMs,
      announcement: waitUntilFilled(server).then(async () => {
        if (fault) await server.setDemoFault(fault);
        return formatAnnouncement(configuration, server);
      }),
    };
  });
}

/** Waits until the demo has its past, or is still being filled after a long time. */
async function waitUntilFilled({ demoFilled }: RunningServer): Promise<void> {
  if (!demoFilled) return;
  console.log('Filling the demo…');
  await Promise.race([demoFilled, setTimeout(MAX_FILL_MS, undefined, { ref: false })]);
}

function formatAnnouncement(
  { roles, gateway, service, credentials, host, workerPort }: Configuration,
  { demoPeople }: RunningServer,
): string {
  const hasGateway = gateway && roles.has('gateway');
  const hasService = service && roles.has('service');
  return [
    hasGateway && `\nVitrina ${PACKAGE_VERSION} is at ${gateway.publicUrl}`,
    hasService &&
      `${hasGateway ? '' : `\nVitrina ${PACKAGE_VERSION}. `}The service is at ${service.publicUrl}${hasGateway ? '' : `; its app key is ${credentials.key}`}`,
    hasGateway && !hasService && `It forwards to ${gateway.upstreamUrl}`,
    !hasGateway &&
      !hasService &&
      `\nVitrina ${PACKAGE_VERSION}. The worker works; http://${host}:${workerPort}/readyz says whether it can`,
    demoPeople && `\nDemo people (also in ${gateway?.dataDir}/demo-people.txt):`,
    ...(demoPeople ?? []).map(({ role, mail, password }) => `  ${role.padEnd(8)} ${mail}  ${password}`),
    '\nCtrl+C stops it.',
  ]
    .filter(Boolean)
    .join('\n');
}
