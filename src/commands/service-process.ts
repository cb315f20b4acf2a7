import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A service in a process of its own. */
export interface ServiceProcess {
  origin: string;
  pid: number;
  /** From the fork to the first answer of /readyz, ms. */
  startMs: number;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const PORT = 4801;

/**
 * Starts `npm run service` with this environment and waits until it is ready.
 * @throws Error when it ends before
 */
export async function startService(environment: Record<string, string>): Promise<ServiceProcess> {
  const started = performance.now();
  const child = fork(`${import.meta.dirname}/service.ts`, {
    env: { ...process.env, SERVICE_PORT: String(PORT), ...environment },
    execArgv: ['--max-semi-space-size=8'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  const origin = `http://127.0.0.1:${PORT}`;
  const ready = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error('The service did not start');
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
