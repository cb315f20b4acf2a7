import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '#testing/postgres.ts';
import { freePort, spawnServer } from '#testing/server-process.ts';
import { parseNumberOptions } from './number-options.ts';
import { createPostgresEnvironment, fillService } from './service-process.ts';
import { signInNewPartners } from './sign-in.ts';

// A gateway on PostgreSQL whose index is filled: its share of a core without requests, and its memory before and after people
// sign in, each with a password hash.

const CPU_LIMIT = 0.01;
const MEMORY_LIMIT_MB = 256;
/** Clock ticks a second of /proc (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;
const options = parseNumberOptions({
  inquiries: 20_000,
  agencies: 20,
  people: 150,
  settle: 240,
  seconds: 120,
});

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
await using stack = new AsyncDisposableStack();
const cluster = await startPostgres();
if (!cluster) throw new Error('PostgreSQL is not installed');
stack.defer(() => cluster.stop());
const servicePort = String(await freePort());
const environment = {
  ...(await createPostgresEnvironment(cluster)),
  DATA_DIR: folder.path,
  SERVICE_PORT: servicePort,
  DEMO: '1',
};
await fillService(environment, options);
await using _service = await spawnServer('service.ts', environment);
const port = String(await freePort());
const gatewayEnvironment = { ...environment, PORT: port, UPSTREAM_URL: `http://localhost:${servicePort}` };
// The first start may build the console, in the same process.
await (await spawnServer('start.ts', gatewayEnvironment)).stop();
await using gateway = await spawnServer('start.ts', gatewayEnvironment);

await setTimeout(options.settle * 1000);
const before = await readCpuSeconds(gateway.pid);
await setTimeout(options.seconds * 1000);
const share = ((await readCpuSeconds(gateway.pid)) - before) / options.seconds;
const idleMb = await readResidentMb(gateway.pid);
await signInNewPartners(`http://localhost:${port}`, environment, options.people);
const signedInMb = await readResidentMb(gateway.pid);
console.log(
  `${(share * 100).toFixed(2)} % of a core; ${idleMb} MB resident, ${signedInMb} MB after ${options.people} sign-ins`,
);
if (share >= CPU_LIMIT || signedInMb > MEMORY_LIMIT_MB) process.exitCode = 1;

/** CPU time that a process has used, in user and kernel mode (`man 5 proc_pid_stat`: fields 14 and 15). */
async function readCpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function readResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}
