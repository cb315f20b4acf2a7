import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './server-process.ts';

interface User {
  uid: number;
  gid: number;
}

const run = promisify(execFile);

export interface Postgres {
  url: string;
  /** `SIGINT` closes connections and shuts down, `SIGQUIT` crashes; it starts again `pauseMs` later. */
  restart(signal: 'SIGINT' | 'SIGQUIT', pauseMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL cluster in a temporary folder, which `stop` deletes; undefined: PostgreSQL is not installed. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const binaries = await findBinaries();
  if (!binaries) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-postgres-'));
  try {
    const user = await unprivilegedUser();
    if (user) await chown(folder, user.uid, user.gid);
    const cluster = join(folder, 'cluster');
    const as = { cwd: folder, ...user };
    await run(
      join(binaries, 'initdb'),
      ['-D', cluster, '-U', 'vitrina', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      as,
    );
    const port = await freePort();
    const settings = [
      'listen_addresses=127.0.0.1',
      'fsync=off',
      'full_page_writes=off',
      'wal_level=minimal',
      'max_wal_senders=0',
      'max_connections=300',
      `port=${port}`,
    ];
    const start = async () => {
      const server = spawn(
        join(binaries, 'postgres'),
        ['-D', cluster, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
        { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      await waitUntilReady(server);
      return server;
    };
    let server = await start();
    const end = async (signal: NodeJS.Signals) => {
      const ended = once(server, 'exit');
      server.kill(signal);
      await ended;
    };
    return {
      url: `postgres://vitrina@127.0.0.1:${port}/postgres`,
      async restart(signal, pauseMs = 0) {
        await end(signal);
        await setTimeout(pauseMs);
        server = await start();
      },
      async stop() {
        // A fast shutdown, which does not wait for open connections.
        await end('SIGINT');
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Creates an empty database in a cluster. @returns its URL */
export async function createDatabase(server: string, name: string, template = 'template0'): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Folder with `initdb` and `postgres`: Debian's, newest version first, or on PATH. */
async function findBinaries(): Promise<string | undefined> {
  const debian = (await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'))).toSorted().toReversed();
  for (const folder of [...debian, ...(process.env.PATH ?? '').split(delimiter)]) {
    const found = await Array.fromAsync(glob(['initdb', 'postgres'], { cwd: folder }));
    if (found.length === 2) return folder;
  }
  return undefined;
}

/** User to run PostgreSQL as, because it refuses to run as root; undefined: the current user. */
async function unprivilegedUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].flatMap((name) => users.filter(([login]) => login === name));
  const [, , uid, gid] = found[0] ?? [];
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root, and no other user was found');
  return { uid: Number(uid), gid: Number(gid) };
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  if (!server.stderr) throw new Error('PostgreSQL has no output');
  const output: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    output.push(line);
    if (line.includes('ready to accept connections')) {
      server.stderr.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start:\n${output.join('\n')}`);
}
