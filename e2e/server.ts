import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Role } from '#contract/desk/sessions.ts';

const root = resolve(import.meta.dirname, '..');

export interface Person {
  mail: string;
  password: string;
}

/** A whole Vitrina of its own: processes, ports and data folder. */
export interface Vitrina {
  url: string;
  serviceUrl: string;
  dataDir: string;
  people: Record<Role, Person>;
  /** Starts the same command again on the same data, after `kill`. */
  start(): Promise<void>;
  /** Ends it as power loss would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Vitrina as a person would, on free ports and an empty folder (or `dataDir`). */
export async function startVitrina(environment: Record<string, string> = {}): Promise<Vitrina> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'vitrina-e2e-'));
  const [port, servicePort] = await Promise.all([freePort(), freePort()]);
  const env = { PORT: String(port), SERVICE_PORT: String(servicePort), DATA_DIR: dataDir, ...environment };
  let running = await run('start.ts', env, 'Ctrl+C');
  return {
    url: `http://localhost:${port}`,
    serviceUrl: `http://localhost:${servicePort}`,
    dataDir,
    people: readPeople(dataDir),
    start: async () => {
      running = await run('start.ts', env, 'Ctrl+C');
    },
    kill: () => end(running, 'SIGKILL'),
    stop: async () => {
      await end(running, 'SIGTERM');
      if (!environment.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs a command until it prints `ready`. */
export async function run(
  command: string,
  env: Record<string, string>,
  ready: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'src/commands', command)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes(ready)) return child;
    said += `${line}\n`;
  }
  throw new Error(`${command} ended before it was ready:\n${said}`);
}

/** Runs a command to its end and gives what it printed. */
export async function output(command: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'src/commands', command), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return said;
}

export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  child.kill(signal);
  await closed;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (!address || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

function readPeople(dataDir: string): Record<Role, Person> {
  const lines = readFileSync(join(dataDir, 'demo-people.txt'), 'utf8').trim().split('\n');
  const people = Object.fromEntries(
    lines.map((line) => line.split('\t')).map(([role, mail, password]) => [role, { mail, password }]),
  );
  return people as Record<Role, Person>;
}
