import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** A server in a process of its own. */
export interface ServerProcess {
  origin: string;
  pid: number;
  /** From the fork to the first answer of /readyz, ms. */
  startMs: number;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const SERVICE_PORT = 4801;
const PORT = 4802;

/**
 * Starts `npm run service` with this environment and waits until it is ready.
 * @throws Error when it ends before
 */
export function startService(environment: Record<string, string>): Promise<ServerProcess> {
  return start(resolve(import.meta.dirname, '../commands/service.ts'), SERVICE_PORT, {
    SERVICE_PORT: String(SERVICE_PORT),
    ...environment,
  });
}

/**
 * Starts the gateway, without the page, before a service and waits until it is ready.
 * @throws Error when it ends before
 */
export function startGateway(
  service: ServerProcess,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  return start(resolve(import.meta.dirname, 'gateway-alone.ts'), PORT, {
    PORT: String(PORT),
    UPSTREAM_URL: service.origin,
    ...environment,
  });
}

async function start(
  file: string,
  port: number,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const started = performance.now();
  const child = fork(file, {
    env: { ...process.env, ...environment },
    execArgv: ['--max-semi-space-size=8'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const ready = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error(`The server of ${file} did not start`);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  return {
    origin,
    pid: child.pid ?? 0,
    startMs: Math.round(performance.now() - started),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
    },
  };
}
