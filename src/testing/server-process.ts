import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Role } from '#contract/desk/sessions.ts';

const root = resolve(import.meta.dirname, '../..');
/** The last line that each server command prints, once everything listens. */
const READY = 'Ctrl+C';
const STDERR_TAIL = 4000;
const PORT_TRIES = 50;

type Environment = Record<string, string>;

/** A command of `src/commands/` that runs until it is stopped. */
export interface ServerProcess extends AsyncDisposable {
  pid: number;
  /** Startup time until ready, ms. */
  startMs: number;
  /** Stops the process; SIGKILL simulates a power loss. Does nothing if it has ended. @returns its exit code; null: killed */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/**
 * Starts a command and waits until it is ready.
 * @param release folder of another copy of the product (`createRelease`)
 * @throws Error with its output if it ends before that
 */
export async function spawnServer(
  command: string,
  environment: Environment,
  release: string = root,
): Promise<ServerProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=8', join(release, 'src/commands', command)], {
    cwd: release,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let isServing = false;
  // Kills the child also if this process crashes.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-STDERR_TAIL)));
  child.once('exit', (code, signal) => {
    if (isServing) process.stderr.write(`${command} ended by itself (${signal ?? code}):\n${output}\n`);
  });
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    isServing = false;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    return child.exitCode;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes(READY)) {
      isServing = true;
      return {
        pid: child.pid ?? 0,
        startMs: Math.round(performance.now() - started),
        stop,
        [Symbol.asyncDispose]: async () => void (await stop()),
      };
    }
    output += `${line}\n`;
  }
  await exited;
  throw new Error(`${command} ended before it was ready:\n${output}`);
}

/**
 * Runs a command until it exits.
 * @returns its standard output
 * @throws Error if its exit code is not 0
 */
export async function runCommand(command: string, args: string[], environment: Environment): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'src/commands', command), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[code], output] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
  return output;
}

/** Key and secret in the output of `app-create.ts`. */
export function readAppCredentials(output: string): [key: string, secret: string] {
  const [, key = '', secret = ''] = /^key: (.+)\nsecret: (.+)$/m.exec(output) ?? [];
  return [key, secret];
}

/** A free port below the ephemeral range, so that no outgoing connection takes it before it is used. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    const port = randomInt(10_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      // The port is in use.
      continue;
    }
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error('No free port');
}

export interface Person {
  mail: string;
  password: string;
}

/** A running Vitrina with its own processes, ports and data folder. */
export interface Vitrina extends AsyncDisposable {
  url: string;
  serviceUrl: string;
  dataDir: string;
  people: Record<Role, Person>;
  /** Starts it again on the same data after `kill`. */
  start(): Promise<void>;
  /** Kills it, like a power loss. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Vitrina with `start.ts`, on free ports and an empty folder (or `DATA_DIR`). */
export async function startVitrina(environment: Environment = {}): Promise<Vitrina> {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'vitrina-')));
  const [port, servicePort] = await Promise.all([freePort(), freePort()]);
  const env = { PORT: String(port), SERVICE_PORT: String(servicePort), DATA_DIR: dataDir, ...environment };
  let server = await spawnServer('start.ts', env);
  const stop = async () => {
    await server.stop();
    if (!environment.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
  };
  return {
    url: `http://localhost:${port}`,
    serviceUrl: `http://localhost:${servicePort}`,
    dataDir,
    people: await readDemoPeople(dataDir),
    start: async () => {
      server = await spawnServer('start.ts', env);
    },
    kill: async () => void (await server.stop('SIGKILL')),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

export async function readDemoPeople(dataDir: string): Promise<Record<Role, Person>> {
  const lines = (await readFile(join(dataDir, 'demo-people.txt'), 'utf8')).trim().split('\n');
  const people = Object.fromEntries(
    lines.map((line) => line.split('\t')).map(([role, mail, password]) => [role, { mail, password }]),
  );
  return people as Record<Role, Person>;
}
