import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InjectOptions, Response as InjectResponse } from 'light-my-request';
import { expect, vi } from 'vitest';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Role } from '#contract/desk/sessions.ts';
import type { Engine } from '#database/database.ts';
import { type GatewayOptions, type OpenGateway, openGateway } from '#gateway/app.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { MAX_RECOVERY_DELAY_MS } from '#gateway/links/recoveries.ts';
import { type Random, systemRandom } from '#system/random.ts';
import { createTestClock } from './clocks.ts';
import { cloneDatabase } from './engines.ts';
import { shareFixture } from './share-fixture.ts';

export const OWN = 'ventas@ruta9.example';
export const FOREIGN = 'ventas@otra.example';
export const SECRET = 'ffeeddccbbaa99887766554433221100';
export const KEY = '00112233445566778899aabbccddeeff';
export const SID = '01JCXXXXXXXXXXXXXXXXXXXXXX';

/** Delays before the retries of a read; the service of a test does not recover meanwhile. */
const RETRY_DELAYS_MS = [2, 6];

/** Headers of the console's calls. */
export const CONSOLE = { 'sec-fetch-site': 'same-origin', [CONSOLE_HEADER]: '1' };

const PAGE = `<!doctype html><html><head><!--desk--><script>start()</script>
<script type="module" src="/assets/main-1.js"></script><style>body{margin:0}</style></head><body></body></html>`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A gateway with demo people, a built console, and an upstream service that replies with `upstream.answer`. */
export interface World extends AsyncDisposable {
  readonly gateway: OpenGateway;
  config: GatewayConfig;
  /** Requests that the upstream received. */
  upstreamRequests: IncomingMessage[];
  upstream: { answer: Answer; origin: string };
  clock: { now: number };
  password: (role: Role) => string;
  mail: (role: Role) => string;
  /** Signs in and returns the cookie to send. */
  signIn: (role: Role) => Promise<string>;
  call: (url: string, options?: Omit<InjectOptions, 'url'>) => Promise<InjectResponse>;
  /** Restarts the gateway on the same data; its loops then read the current `clock`. */
  restart: () => Promise<void>;
}

export interface WorldOptions extends GatewayOptions {
  answer?: Answer;
  config?: Partial<GatewayConfig>;
  engine?: Engine;
  html?: string;
}

/** Creates an upstream answer with a JSON body. */
export function json(body: unknown, status = 200, type = 'application/json'): Answer {
  return (_, response) => response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}

/** An empty list. */
const EMPTY = json({ _links: {}, _entries: [] });

/** Shares one world between the tests of a file that do not change it; recorded upstream requests are reset per test. */
export function openSharedWorld(): () => World {
  const opened = shareFixture(openWorld);
  return () => {
    const world = opened();
    world.upstreamRequests.length = 0;
    world.upstream.answer = EMPTY;
    return world;
  };
}

/** Random values; recoveries, which are delayed by one, are due at once, as the clock stands still. */
const DUE_AT_ONCE: Random = {
  ...systemRandom,
  integer: (below) => (below === MAX_RECOVERY_DELAY_MS ? 0 : systemRandom.integer(below)),
};

/** Creates a world for one test. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { answer = EMPTY, config: given, engine = 'sqlite', html = PAGE, ...rest } = options;
  const database = await cloneDatabase(engine, 'gateway');
  const dataDir = database.folder;
  const consoleDir = join(dataDir, 'dist');
  await mkdir(join(consoleDir, 'assets'), { recursive: true });
  await writeFile(join(consoleDir, 'index.html'), html);
  await writeFile(join(consoleDir, 'favicon.svg'), '<svg/>');
  await writeFile(join(consoleDir, 'assets/main-1.js'), 'start();');
  await writeFile(join(consoleDir, 'assets/main-1.js.br'), 'precompressed');

  const upstreamRequests: IncomingMessage[] = [];
  const upstream = { answer, origin: '' };
  const server = createServer((request, response) => {
    upstreamRequests.push(request);
    upstream.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  upstream.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const clock = { now: Date.parse('2026-03-05T14:30:00Z') };
  const config: GatewayConfig = {
    host: '127.0.0.1',
    port: 4000,
    publicUrl: 'http://localhost:4000',
    dataDir,
    backupDir: join(dataDir, 'backups'),
    database: database.target,
    upstreamUrl: upstream.origin,
    embeddedService: true,
    credentials: { key: KEY, secret: SECRET },
    vendor: 'service',
    prefix: 'SVC',
    timeZone: 'America/Argentina/Buenos_Aires',
    sessions: { idleMs: 30 * 60_000, absoluteMs: 12 * 60 * 60_000 },
    requireSecondFactor: [],
    trustProxy: false,
    mail: { smtpUrl: undefined, sender: 'consola@vitrina.example', outboxDir: join(dataDir, 'outbox') },
    rateLimit: 6000,
    consoleKey: Buffer.alloc(32, 7),
    deliveryDays: 30,
    inquiryDays: 400,
    followUpDays: 1825,
    auditDays: 1825,
    hookSignatureJoin: '\n',
    allowLocalCallbacks: true,
    callbackAllowedRanges: [],
    demo: true,
    consoleDir,
    ...given,
  };
  const upstreamTimeouts = { retryDelaysMs: RETRY_DELAYS_MS, ...rest.upstreamTimeouts };
  const start = () =>
    openGateway(config, {
      demoAgency: OWN,
      clock: createTestClock(() => clock.now),
      random: DUE_AT_ONCE,
      ...rest,
      upstreamTimeouts,
    });
  let gateway = await start();
  // The first steps of background work are over, which would block on a transaction of a test's own
  // connection.
  await gateway.checkReadiness();
  const person = (role: Role) => {
    const demoPerson = gateway.demoPeople?.find((candidate) => candidate.role === role);
    if (!demoPerson) throw new Error(`The demo has no ${role}`);
    return demoPerson;
  };
  const call: World['call'] = (url, more) =>
    url.startsWith('/desk/events') && more?.method !== 'HEAD'
      ? readStreamHead({ url, ...more })
      : gateway.app.inject({ url, ...more });
  /** Reads the head of an event stream, which does not end; of an error also the body. */
  const readStreamHead = async (options: InjectOptions): Promise<InjectResponse> => {
    const answer = await gateway.app.inject({ ...options, payloadAsStream: true });
    let body = '';
    if (answer.statusCode === 200) answer.raw.res.destroy();
    else for await (const bytes of answer.stream()) body += String(bytes);
    return Object.assign(answer, { body, payload: body, json: () => JSON.parse(body) });
  };
  return {
    get gateway() {
      return gateway;
    },
    restart: async () => {
      await gateway.close();
      gateway = await start();
    },
    config,
    upstreamRequests,
    upstream,
    clock,
    password: (role) => person(role).password,
    mail: (role) => person(role).mail,
    call,
    signIn: async (role) => cookieOf(await signIn(call, person(role))),
    [Symbol.asyncDispose]: async () => {
      await gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Signs in like the console. */
export function signIn(
  call: World['call'],
  { mail, password }: { mail: string; password: string },
  headers: Record<string, string> = {},
): Promise<InjectResponse> {
  return call('/desk/session', {
    method: 'POST',
    headers: { ...CONSOLE, ...headers },
    payload: { mail, password },
  });
}

/** Waits until exactly `count` mails were sent, and returns them decoded, with headers, oldest first. */
export async function readMails(world: World, count: number): Promise<string[]> {
  return vi.waitFor(async () => {
    const { outboxDir } = world.config.mail;
    const files = (await readdir(outboxDir).catch(() => [])).filter((file) => file.endsWith('.eml'));
    expect(files).toHaveLength(count);
    return Promise.all(
      files
        .toSorted()
        .map(async (file) => decodeQuotedPrintable(await readFile(join(outboxDir, file), 'utf8'))),
    );
  });
}

/** Token of the link in a mail. @throws Error if there is none */
export function findLinkToken(mailText: string | undefined): string {
  const [, token] = /\/(?:welcome|recover)\/([\w-]{43})/.exec(mailText ?? '') ?? [];
  if (!token) throw new Error('The mail has no link');
  return token;
}

function decodeQuotedPrintable(quotedPrintable: string): string {
  const bytes = quotedPrintable
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** The session cookie of an answer, as the browser sends it back. */
export function cookieOf(answer: InjectResponse): string {
  const [header = ''] = [answer.headers['set-cookie'] ?? []].flat();
  return header.split(';', 1)[0] ?? '';
}
