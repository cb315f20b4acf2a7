import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readConfiguration, readKeylessConfiguration } from '#server/configuration.ts';
import { startServer } from '#server/server.ts';
import { notificationHeaders } from '#signing/webhook.ts';
import { runUntilStopped } from '#commands/running.ts';

// Webhooks sent to the receiver while it is killed again and again, sent again until they are answered, as the service
// does: every good one must be kept, once, and none of the others.

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '5' },
    serve: { type: 'boolean', default: false },
  },
});
const [MESSAGES, KILLS] = [Number(values.messages), Number(values.kills)];
const SENDERS = 16;
const PORT = '4803';
const SECRET = randomUUID();
const ORIGIN = `http://127.0.0.1:${PORT}`;
const OURS = { [CONSOLE_HEADER]: '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

interface Message {
  id: string;
  secret: string;
}

if (values.serve) await runUntilStopped(() => startServer(readConfiguration(), { page: false }));
else await checkHooks();

async function checkHooks(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-hooks-'));
  const environment = { DATA_DIR: folder, PORT, SERVICE_PORT: '4804', SIMULATOR: '0', DEMO: '1' };
  let server = await start(environment);
  try {
    const receiver = await configure(folder);
    const good = Array.from({ length: Math.round(MESSAGES * 0.75) }, () => ({
      id: randomUUID(),
      secret: SECRET,
    }));
    const repeats = good.slice(0, Math.round(MESSAGES * 0.2));
    const bad = Array.from({ length: MESSAGES - good.length - repeats.length }, () => ({
      id: randomUUID(),
      secret: randomUUID(),
    }));
    const queue = shuffled([...good, ...repeats, ...bad]);
    const answered = { kept: 0, refused: 0, again: 0 };
    const times: number[] = [];

    const killing = (async () => {
      for (let kill = 1; kill <= KILLS; kill++) {
        const goal = (MESSAGES * kill) / (KILLS + 1);
        while (answered.kept + answered.refused < goal) await pause(5);
        await end(server, 'SIGKILL');
        server = await start(environment);
      }
    })();
    const started = performance.now();
    const sending = Array.from({ length: SENDERS }, async () => {
      for (let message = queue.pop(); message; message = queue.pop()) {
        const began = performance.now();
        const status = await send(receiver, message);
        times.push(performance.now() - began);
        if (status === 204) answered.kept += 1;
        else if (status === 401) answered.refused += 1;
        else {
          answered.again += 1;
          queue.unshift(message);
          await pause(20);
        }
      }
    });
    await Promise.all(sending);
    const seconds = (performance.now() - started) / 1000;
    await killing;
    await end(server, 'SIGTERM');
    report(await stored(environment), { good, bad, answered, times, seconds });
  } finally {
    await end(server, 'SIGKILL');
    await rm(folder, { recursive: true });
  }
}

function report(
  rows: Map<string, number>,
  {
    good,
    bad,
    answered,
    times,
    seconds,
  }: {
    good: Message[];
    bad: Message[];
    answered: { kept: number; refused: number; again: number };
    times: number[];
    seconds: number;
  },
): void {
  const lost = good.filter(({ id }) => !rows.has(id)).length;
  const twice = good.filter(({ id }) => (rows.get(id) ?? 0) > 1).length;
  const believed = bad.filter(({ id }) => rows.has(id)).length;
  const strangers = [...rows.keys()].length - good.length + lost - believed;
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  console.log(
    `${MESSAGES} messages, killed ${KILLS} times: ${good.length} good ones, ${lost} lost, ${twice} kept twice; ` +
      `${bad.length} with bad signatures, ${believed} believed; ${strangers} from nowhere`,
  );
  console.log(
    `${answered.kept} answered 204, ${answered.refused} answered 401, ${answered.again} sent again; ` +
      `${seconds.toFixed(1)} s, ${Math.round(times.length / seconds)} a second, p95 ${p95.toFixed(0)} ms`,
  );
  const right = lost + twice + believed + strangers === 0 && answered.refused >= bad.length;
  process.exitCode = right && rows.size === good.length ? 0 : 1;
}

/** How often each verified hook id was kept. */
async function stored(environment: Record<string, string>): Promise<Map<string, number>> {
  const { gateway } = readKeylessConfiguration(environment);
  const { db, ...database } = await openGatewayDatabase(gateway.database);
  const rows = await db.selectFrom('delivery').select('hook_id').where('outcome', '=', 'received').execute();
  await database.close();
  const ids = Map.groupBy(rows, ({ hook_id }) => hook_id ?? '');
  return new Map([...ids].map(([id, { length }]) => [id, length]));
}

async function send(url: string, { id, secret }: Message): Promise<number | undefined> {
  const body = JSON.stringify({ Momento: new Date().toISOString(), Comentario: 'á'.repeat(400) });
  const headers = notificationHeaders({ id, topic: INQUIRY_TOPIC, body, at: Date.now() }, secret);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    // The connection broke: the receiver was killed.
    return undefined;
  }
}

/** Gives the demo's topic a secret that is known here; the address of its receiver. */
async function configure(folder: string): Promise<string> {
  const people = await readFile(join(folder, 'demo-people.txt'), 'utf8');
  const [, mail, password] =
    people
      .split('\n')
      .map((line) => line.split('\t'))
      .find(([role]) => role === 'support') ?? [];
  const entered = await fetch(`${ORIGIN}/desk/session`, {
    method: 'POST',
    headers: OURS,
    body: JSON.stringify({ mail, password }),
  });
  const headers = { ...OURS, cookie: entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
  const known = (await (await fetch(`${ORIGIN}/desk/webhooks`, { headers })).json()) as {
    topics: WebhookDesk[];
  };
  const Callback = known.topics[0]?.receiver ?? '';
  const edited = await fetch(`${ORIGIN}${addressOf(v3.editWebhook, { topic: INQUIRY_TOPIC })}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ Callback, Secret: SECRET }),
  });
  if (edited.status !== v3.editWebhook.success)
    throw new Error(`The receiver could not be prepared: ${edited.status}`);
  return Callback;
}

async function start(environment: Record<string, string>): Promise<ChildProcess> {
  const child = fork(import.meta.filename, ['--serve'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = () =>
    fetch(`${ORIGIN}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error('The receiver did not start');
    await pause(20);
  }
  return child;
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
