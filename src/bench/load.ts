import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { desk } from '#contract/desk/desk.ts';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import { SignInAnswer } from '#contract/desk/signing-in.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readKeylessConfiguration } from '#server/configuration.ts';

// Gateway and service on data of their own, with sessions of the three roles: a steady load that is timed, more
// connections than there is room for, and `kill -9` of the gateway while people work.

const { values } = parseArgs({
  options: {
    inquiries: { type: 'string', default: '100000' },
    agencies: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '300' },
    crowd: { type: 'string', default: '30' },
    kills: { type: 'string', default: '20' },
    port: { type: 'string', default: '4820' },
  },
});

const A_SECOND = 50;
const P95_MS = 150;
const CROWD = 256;
const CROWD_ANSWERS = new Set([200, 201, 202, 204, 429, 503]);
const BACK_MS = 5000;
/** Of each role: one session may use a fifth of what the app may. */
const SESSIONS = 4;

const port = Number(values.port);
const origin = `http://127.0.0.1:${port}`;
const folder = await mkdtemp(join(tmpdir(), 'vitrina-load-'));
const environment = {
  ...process.env,
  DATA_DIR: folder,
  PORT: String(port),
  SERVICE_PORT: String(port + 1),
  PUBLIC_URL: origin,
  DEMO: '1',
};
const ours = { [CONSOLE_HEADER]: '1', origin };

interface Person {
  cookie: string;
  role: string;
  agencies: readonly string[];
}
/** What somebody does. */
type Call = { method: 'GET' | 'PUT' | 'POST'; path: string; cookie: string; body?: string };

const pool = new Pool(origin, { connections: CROWD, headersTimeout: 30_000, bodyTimeout: 30_000 });
const running: ChildProcess[] = [];
try {
  await command('../commands/demo.ts', ['--inquiries', values.inquiries, '--agencies', values.agencies]);
  const service = start('../commands/service.ts');
  await ready(`http://127.0.0.1:${port + 1}`);
  let gateway = startGateway();
  await ready(origin);
  const people = await signInAll();
  const works = callsOf(people);

  const steady = await paced(works, Number(values.seconds));
  console.log(
    `${A_SECOND} a second for ${values.seconds} s: ${steady.times.length} answered, ${steady.wrong.length} not as they should be, p50 ${at(steady.times, 0.5)} ms, p95 ${at(steady.times, 0.95)} ms, p99 ${at(steady.times, 0.99)} ms`,
  );

  const crowd = await unpaced(works, Number(values.crowd));
  const odd = [...crowd.statuses.keys()].filter((status) => !CROWD_ANSWERS.has(status));
  const back = await backToNormal(people);
  console.log(
    `${CROWD} connections for ${values.crowd} s: ${[...crowd.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}; back to normal after ${back} ms`,
  );

  let acknowledged = 0;
  let lost = 0;
  let signedOut = 0;
  for (let round = 0; round < Number(values.kills); round += 1) {
    const from = Date.now();
    const writing = writers(people);
    await pause(500 + Math.random() * 1000);
    gateway.kill('SIGKILL');
    await once(gateway, 'exit');
    const written = await Promise.all(writing);
    acknowledged += written.reduce((sum, { noted, invited }) => sum + noted + invited.length, 0);
    lost += await missing(from, written);
    gateway = startGateway();
    await ready(origin);
    for (const { cookie } of people)
      if ((await ask({ method: 'GET', path: addressOf(desk.viewMe), cookie })).status !== 200) signedOut += 1;
  }
  console.log(
    `${values.kills} times kill -9 of the gateway: ${acknowledged} writes acknowledged, ${lost} lost, ${signedOut} sessions lost`,
  );
  service.kill();
  if (
    steady.wrong.length > 0 ||
    at(steady.times, 0.95) > P95_MS ||
    odd.length > 0 ||
    back > BACK_MS ||
    lost + signedOut > 0 ||
    (acknowledged === 0 && Number(values.kills) > 0)
  )
    process.exitCode = 1;
} finally {
  for (const child of running) child.kill('SIGKILL');
  await pool.destroy();
  await rm(folder, { recursive: true, force: true });
}

function startGateway(): ChildProcess {
  return start('gateway-alone.ts', { UPSTREAM_URL: `http://127.0.0.1:${port + 1}` });
}

function start(file: string, more: Record<string, string> = {}): ChildProcess {
  const child = fork(`${import.meta.dirname}/${file}`, {
    env: { ...environment, ...more },
    execArgv: ['--max-semi-space-size=8'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  running.push(child);
  return child;
}

async function command(file: string, args: string[]): Promise<void> {
  const child = fork(`${import.meta.dirname}/${file}`, args, { env: environment });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`${file} failed`);
}

async function ready(of: string): Promise<void> {
  for (;;) {
    const { ok } = await fetch(`${of}/readyz`).catch(() => ({ ok: false }));
    if (ok) return;
    if (running.some(({ exitCode }) => exitCode !== null && exitCode !== 0))
      throw new Error('A server did not start');
    await pause(50);
  }
}

/** Several sessions of each of the demo's people. */
async function signInAll(): Promise<Person[]> {
  const lines = (await readFile(join(folder, 'demo-people.txt'), 'utf8')).split('\n');
  const known = lines
    .map((line) => line.split('\t'))
    .flatMap(([, mail, password]) => (mail && password ? [{ mail, password }] : []));
  const people: Person[] = [];
  for (const { mail, password } of known)
    for (let session = 0; session < SESSIONS; session += 1) {
      const answer = await fetch(origin + addressOf(desk.signIn), {
        method: 'POST',
        headers: { ...ours, 'content-type': 'application/json' },
        body: JSON.stringify({ mail, password }),
      });
      if (!answer.ok) throw new Error(`${mail} could not sign in: ${answer.status}`);
      const { session: opened } = SignInAnswer.parse(await answer.json());
      if (!opened) throw new Error(`${mail} is asked for a second factor`);
      const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      people.push({
        cookie,
        role: opened.person.role,
        agencies: opened.agencies ?? (await agenciesOf(cookie)),
      });
    }
  if (people.length === 0) throw new Error('The demo has no people');
  return people;
}

async function agenciesOf(cookie: string): Promise<string[]> {
  const { body } = await ask({ method: 'GET', path: addressOf(v3.listAgencies), cookie });
  const { _entries: entries } = JSON.parse(body) as { _entries: { AdminMail: string }[] };
  return entries.map(({ AdminMail }) => AdminMail);
}

/** Seven lists, two agencies and a catalog in ten: by somebody, about one of their agencies. */
function callsOf(people: readonly Person[]): () => Call {
  let turn = 0;
  return () => {
    turn += 1;
    const { cookie, agencies } = people[turn % people.length] ?? { cookie: '', agencies: [] };
    const adminMail = agencies[Math.floor(Math.random() * agencies.length)] ?? '';
    const kind = turn % 10;
    const path =
      kind < 7
        ? addressOf(v3.listInquiries, { adminMail }, { pagina: 1 + (turn % 3) })
        : kind < 9
          ? addressOf(v3.viewAgency, { adminMail })
          : addressOf(v3.listMakes, {}, { q: 'fi' });
    return { method: 'GET', path, cookie };
  };
}

async function ask({
  method,
  path,
  cookie,
  body,
}: Call): Promise<{ status: number; body: string; ms: number }> {
  const began = performance.now();
  const answer = await pool.request({
    method,
    path,
    headers: { ...ours, cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body ?? null,
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: text, ms: performance.now() - began };
}

/** So many calls a second, whether or not the ones before are answered. */
async function paced(next: () => Call, seconds: number): Promise<{ times: number[]; wrong: number[] }> {
  const times: number[] = [];
  const wrong: number[] = [];
  const asked: Promise<void>[] = [];
  const began = performance.now();
  for (let count = 0; count < seconds * A_SECOND; count += 1) {
    await pause(began + (count * 1000) / A_SECOND - performance.now());
    asked.push(timed(next(), times, wrong));
  }
  await Promise.all(asked);
  return { times, wrong };
}

async function timed(call: Call, times: number[], wrong: number[]): Promise<void> {
  const { status, ms } = await ask(call).catch(() => ({ status: 0, ms: Infinity }));
  times.push(ms);
  if (status !== 200) wrong.push(status);
}

/** Everybody again and again, as fast as they are answered. */
async function unpaced(next: () => Call, seconds: number): Promise<{ statuses: Map<number, number> }> {
  const statuses = new Map<number, number>();
  const end = performance.now() + seconds * 1000;
  const one = async () => {
    while (performance.now() < end) {
      const status = await ask(next()).then(
        (answer) => answer.status,
        () => 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CROWD }, one));
  return { statuses };
}

/** Until what the crowd has not used up is answered in the usual time again, ms. */
async function backToNormal([person]: readonly Person[]): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { status, ms } = await ask({
      method: 'GET',
      path: addressOf(desk.viewMe),
      cookie: person?.cookie ?? '',
    });
    if (status === 200 && ms <= P95_MS) return Math.round(performance.now() - began);
  }
}

/** What was acknowledged to somebody: writes that the audit must know, and mails of people invited. */
interface Written {
  noted: number;
  invited: string[];
}

/** Each writes until the gateway is gone: partner admins invite, the others change a password, which is refused. */
function writers(people: readonly Person[]): Promise<Written>[] {
  return people.map(async ({ cookie, role }) => {
    const written: Written = { noted: 0, invited: [] };
    try {
      for (;;) {
        const mail = `${randomUUID()}@a.example`;
        const { status } =
          role === 'partner'
            ? await ask({
                method: 'POST',
                path: addressOf(desk.invitePerson),
                cookie,
                body: JSON.stringify({ mail, name: 'Alguien', role: 'support', agencies: [] }),
              })
            : await ask({ method: 'PUT', path: addressOf(desk.changePassword), cookie, body: '{}' });
        if (status === 201) written.invited.push(mail);
        if (status === 201 || status === 400) written.noted += 1;
      }
    } catch {
      // The connection broke: the gateway was killed.
    }
    return written;
  });
}

/** How much of it is not there. */
async function missing(from: number, written: readonly Written[]): Promise<number> {
  const { gateway: config } = readKeylessConfiguration(environment);
  const { db, ...database } = await openGatewayDatabase(config.database);
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', 'in', ['changePassword', 'invitePerson'])
    .where('status', 'in', [201, 400])
    .where('at', '>=', from)
    .executeTakeFirstOrThrow();
  const mails = new Set((await db.selectFrom('person').select('mail').execute()).map(({ mail }) => mail));
  await database.close();
  const noted = written.reduce((sum, one) => sum + one.noted, 0);
  const invited = written.flatMap((one) => one.invited);
  return Math.max(0, noted - count) + invited.filter((mail) => !mails.has(mail)).length;
}

function at(times: readonly number[], part: number): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Infinity);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms));
  });
}
