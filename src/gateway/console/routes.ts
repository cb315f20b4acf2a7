import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { parseNextPath } from '#contract/desk/next-path.ts';
import { PAGE_DATA_PLACEHOLDER, type PageData } from '#contract/desk/page.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { sessionFor, sessionOfRequest } from '#gateway/sessions/session.ts';
import type { FoundSession } from '#gateway/sessions/store.ts';
import { firstAgency } from './first-agency.ts';

import { type Policy, policyHeader } from './policy.ts';

export interface ConsolePage {
  html: string;
  policy: Policy;
}

export class ConsoleNotBuilt extends Error {
  constructor(file: string, options: ErrorOptions) {
    super(`The console is not built: ${file} cannot be read. Run: npm run build`, options);
    this.name = 'ConsoleNotBuilt';
  }
}

/**
 * The built page.
 * @throws ConsoleNotBuilt
 */
export function readPage(consoleDir: string): string {
  const file = join(consoleDir, 'index.html');
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch (cause) {
    throw new ConsoleNotBuilt(file, { cause });
  }
}

/** Serves the built console: hashed assets, the few public files, and one page for every other address. */
export function consoleRoutes(app: FastifyInstance, gateway: Gateway, page: ConsolePage): void {
  const { consoleDir } = gateway.config;
  void app.register(fastifyStatic, {
    root: join(consoleDir, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  for (const file of publicFiles(consoleDir))
    app.get(`/${file}`, (_, reply) => reply.sendFile(file, consoleDir, { immutable: false, maxAge: '1h' }));

  app.get('/*', async (request, reply) => {
    if (!isPage(request)) throw refusal('not-found');
    const session = await wholeSession(gateway, request);
    const elsewhere = await redirection(gateway, request, session?.person);
    void reply.header('cache-control', 'no-store');
    // Their addresses hold a secret, which not even our own log of requests is told as a referrer.
    if (MAILED_LINK.test(request.url)) void reply.header('referrer-policy', 'no-referrer');
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 302);
    return sendPage(gateway, page, session, reply);
  });
}

function publicFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html')
    .map((entry) => entry.name);
}

/** Every address is the page's to know, but for those of the programs and of files that are not there. */
function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  if (/^\/(?:\/|(?:v3|desk|assets)(?:\/|$))/i.test(path)) return false;
  const last = path.slice(path.lastIndexOf('/') + 1);
  const isFile = /\.\w+$/.test(last) && !/@|%40/.test(last);
  return !isFile && new Negotiator(request.raw).mediaType(['text/html']) !== undefined;
}

async function wholeSession(gateway: Gateway, request: FastifyRequest): Promise<FoundSession | undefined> {
  const session = await sessionOfRequest(gateway, request);
  return session?.stage === 'in' ? session : undefined;
}

const MAILED_LINK = /^\/(?:welcome|recover)\//i;
/** Pages for people who are not signed in, besides signing in. */
const OPEN = /^\/(?:recover(?:\/[^/]+)?|welcome\/[^/]+)$/;

/** Where the person is sent instead of the page asked for. */
async function redirection(
  gateway: Gateway,
  request: FastifyRequest,
  person: Person | undefined,
): Promise<string | undefined> {
  const path = pathOf(request)
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();
  const search = new URLSearchParams(request.url.slice(pathOf(request).length));
  if (OPEN.test(path)) return undefined;
  if (path === '/sign-in' || path === '/sign-in/second-factor')
    return person && (parseNextPath(search.get('next')) ?? '/');
  if (!person) return `/sign-in?${new URLSearchParams({ next: request.url })}`;
  if (path === '/') return '/inquiries';
  if (path !== '/inquiries' || search.get('agencia')) return undefined;
  const agency = await firstAgency(gateway, person);
  if (agency === undefined) return undefined;
  search.set('agencia', agency);
  return `/inquiries?${search}`;
}

function sendPage(
  { config }: Gateway,
  { html, policy }: ConsolePage,
  session: FoundSession | undefined,
  reply: FastifyReply,
): FastifyReply {
  const styleNonce = randomBytes(16).toString('base64');
  const data: PageData = { session: session ? sessionFor(session, config) : null, styleNonce };
  // `<` would end the script or open a comment in it.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  const block = `<script type="application/json" id="desk">${json}</script>`;
  return reply
    .header('content-security-policy', policyHeader(policy, styleNonce))
    .type('text/html; charset=utf-8')
    .send(html.replace(PAGE_DATA_PLACEHOLDER, () => block));
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
