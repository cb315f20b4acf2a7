import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

/** A server run like the commands do: `/slow` replies after the shutdown began, `/fail` throws after its reply. */
const SERVER = `
  import { systemClock } from '#system/clock.ts';
  import { systemRandom } from '#system/random.ts';
  import { registerHealthRoutes } from '#http/health.ts';
  import { createServer, listen } from '#http/server.ts';
  import { createLogger, runUntilStopped } from '#commands/run-until-stopped.ts';
  await runUntilStopped(async () => {
    const app = createServer({ logger: createLogger('info'), clock: systemClock, random: systemRandom });
    const { promise: stopped, resolve } = Promise.withResolvers();
    app.addHook('preClose', async () => resolve());
    registerHealthRoutes(app, async () => {}, systemClock);
    app.get('/slow', async () => { console.log('slow'); await stopped; return 'answered'; });
    app.get('/fail', async (request) => {
      setImmediate(() => {
        if ('rejection' in request.query) void Promise.reject(new Error('nobody expected it'));
        else throw new Error('nobody expected it');
      });
      return 'answered';
    });
    app.get('/raw', async (request, reply) => {
      reply.hijack();
      reply.raw.end('answered');
      reply.raw.write('more');
    });
    await listen(app, { host: '127.0.0.1', port: 0 }, 'PORT');
    const announcement = String(app.server.address().port);
    const drainMs = Number(process.env.DRAIN_MS ?? 0);
    return { announcement, log: app.log, drainMs, startDrain: () => app.startDrain(), close: async () => {
      await app.close();
      if (process.env.CLOSE_FAILS) throw new Error('not closed');
    } };
  });
`;

async function run(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER], {
    cwd: process.cwd(),
    env: { ...process.env, ...environment },
  });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: port } = await lines.next();
  return {
    get: async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text(),
    line: async () => (await lines.next()).value as unknown,
    errors: () => errors,
    exitCode: async () => (await exited)[0] as unknown,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: () => child.kill('SIGTERM'),
  };
}

it.each(['/fail', '/fail?rejection'])(
  'an error that nothing catches is logged and said: %s',
  async (path) => {
    await using server = await run();
    const slow = server.get('/slow');
    expect(await server.line()).toBe('slow');
    expect(await server.get(path)).toBe('answered');
    expect(await slow).toBe('answered');
    expect(await server.exitCode()).toBe(1);
    const logged = server
      .errors()
      .split('\n')
      .find((line) => line.includes('uncaught exception'));
    expect(JSON.parse(logged ?? '')).toMatchObject({ level: 60, err: { message: 'nobody expected it' } });
    expect(server.errors()).toContain(
      '\nVitrina ends because of an error that it did not expect: nobody expected it\n',
    );
  },
);

it('a response that is written to after its end is no such error', async () => {
  await using server = await run();
  expect(await server.get('/raw')).toBe('answered');
  expect(await server.get('/raw')).toBe('answered');
  server.stop();
  expect(await server.exitCode()).toBe(0);
  expect(server.errors()).toContain('ERR_STREAM_WRITE_AFTER_END');
});

it('a process that is told to stop is unready, and still answers until the drain is over or it is told again', async () => {
  await using server = await run({ DRAIN_MS: '60000' });
  expect(JSON.parse(await server.get('/readyz'))).toEqual({ status: 'ready' });
  server.stop();
  await vi.waitFor(async () =>
    expect(JSON.parse(await server.get('/readyz'))).toEqual({ status: 'stopping' }),
  );
  expect(JSON.parse(await server.get('/healthz'))).toEqual({ status: 'ok' });
  server.stop();
  expect(await server.exitCode()).toBe(0);
});

it('the drain ends by itself', async () => {
  await using server = await run({ DRAIN_MS: '50' });
  server.stop();
  expect(await server.exitCode()).toBe(0);
});

it('a stop that fails is one that failed', async () => {
  await using server = await run({ CLOSE_FAILS: '1' });
  server.stop();
  expect(await server.exitCode()).toBe(1);
  expect(server.errors()).toContain('not closed');
});

const UNUSABLE = [
  ['person-create.ts --mail ana@x.example --role partner', 'gateway.db'],
  ['start.ts', 'console-key'],
  ['service.ts', 'service.db'],
  ['app-create.ts --name a', 'service.db'],
  ['start.ts', 'app-credentials.json'],
] as const;

// Each runs as a process; the first two cover both places that print errors.
it.each(process.env.TEST_FULL ? UNUSABLE : UNUSABLE.slice(0, 2))(
  '%s says which file it cannot start with: %s',
  async (command, file) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-start-'));
    await writeFile(join(dataDir, file), '');
    const [script = '', ...options] = command.split(' ');
    const child = spawn(process.execPath, [join(import.meta.dirname, script), ...options], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', SERVICE_PORT: '0' },
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    expect(await once(child, 'close')).toEqual([1, null]);
    const [sentence, ...more] = errors.split('\n');
    expect(sentence).toContain(`${join(dataDir, file)} `);
    expect(more).toEqual(['']);
    await rm(dataDir, { recursive: true });
  },
);
