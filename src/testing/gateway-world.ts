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
import { cloneDatabase } from './engines.ts';
import { shared } from './shared.ts';

export const OWN = 'ventas@ruta9.example';
export const FOREIGN = 'ventas@otra.example';
export const SECRET = 'ffeeddccbbaa99887766554433221100';
export const KEY = '00112233445566778899aabbccddeeff';
export const SID = '01JCXXXXXXXXXXXXXXXXXXXXXX';

/** What the console's own calls carry. */
export const CONSOLE = { 'sec-fetch-site': 'same-origin', [CONSOLE_HEADER]: '1' };

const PAGE = `<!doctype html><html><head><!--desk--><script>start()</script>
<script type="module" src="/assets/main-1.js"></script><style>body{margin:0}</style></head><body></body></html>`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A gateway with its demo people, a built console, and an upstream that answers as the test says. */
export interface World extends AsyncDisposable {
  readonly gateway: OpenGateway;
  config: GatewayConfig;
  /** Calls that reached the upstream. */
  asked: IncomingMessage[];
  upstream: { answer: Answer; origin: string };
  clock: { now: number };
  password: (role: Role) => string;
  mail: (role: Role) => string;
  /** Signs in and returns the cookie to send. */
  signIn: (role: Role) => Promise<string>;
  call: (url: string, options?: Omit<InjectOptions, 'url'>) => Promise<InjectResponse>;
  /** The gateway ends and starts again on the same data: whatever waits for its time looks at the clock. */
  restart: () => Promise<void>;
}

export interface WorldOptions extends GatewayOptions {
  answer?: Answer;
  config?: Partial<GatewayConfig>;
  engine?: Engine;
  html?: string;
}

/** Answers any call with JSON. */
export function json(body: unknown, status = 200, type = 'application/json'): Answer {
  return (_, response) => response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}

/** Nothing there, but well-formed. */
const EMPTY = json({ _links: {}, _entries: [] });

/** One world for the tests of a file that leave nothing behind in it; each finds it with an upstream that was not asked. */
export function openSharedWorld(): () => World {
  const opened = shared(openWorld);
  return () => {
    const world = opened();
    world.asked.length = 0;
    world.upstream.answer = EMPTY;
    return world;
  };
}

/** Makes a world of its own for one test. */
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

  const asked: IncomingMessage[] = [];
  const upstream = { answer, origin: '' };
  const server = createServer((request, response) => {
    asked.push(request);
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
    hookSignatureJoin: '\n',
    demo: true,
    consoleDir,
    ...given,
  };
  const start = () => openGateway(config, { demoAgency: OWN, now: () => clock.now, ...rest });
  let gateway = await start();
  const person = (role: Role) => {
    const found = gateway.demoPeople?.find((one) => one.role === role);
    if (!found) throw new Error(`The demo has no ${role}`);
    return found;
  };
  const call: World['call'] = (url, more) =>
    url.startsWith('/desk/events') && more?.method !== 'HEAD'
      ? headOfStream({ url, ...more })
      : gateway.app.inject({ url, ...more });
  /** A stream does not end: of one that was let in, the head is enough. */
  const headOfStream = async (options: InjectOptions): Promise<InjectResponse> => {
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
    asked,
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

/** Asks for a session as the console does. */
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

/** The mails that went out so far, newest last, once there are so many: their text, headers included, decoded. */
export async function letters(world: World, count: number): Promise<string[]> {
  return vi.waitFor(async () => {
    const { outboxDir } = world.config.mail;
    const files = (await readdir(outboxDir).catch(() => [])).filter((file) => file.endsWith('.eml'));
    expect(files).toHaveLength(count);
    return Promise.all(
      files.toSorted().map(async (file) => decoded(await readFile(join(outboxDir, file), 'utf8'))),
    );
  });
}

/** The token of the link in a mail. */
export function tokenIn(letter: string | undefined): string {
  const [, token] = /\/(?:welcome|recover)\/([\w-]{43})/.exec(letter ?? '') ?? [];
  if (!token) throw new Error('The mail has no link');
  return token;
}

function decoded(quotedPrintable: string): string {
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
