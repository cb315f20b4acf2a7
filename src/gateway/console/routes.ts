import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { QUEUE_SEARCH } from '#contract/inbox-filter-names.ts';
import { parseNextPath } from '#contract/desk/next-path.ts';
import { OPENID_CALLBACK_PATH } from '#contract/desk/openid.ts';
import { type PageData, PAGE_DATA_PLACEHOLDER } from '#contract/desk/page.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { LINKS } from '#gateway/links/store.ts';
import { getRelyingParty } from '#gateway/passkeys/relying-party.ts';
import type { Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { loadRequestSession, toSession } from '#gateway/sessions/session.ts';
import type { ActiveSession } from '#gateway/sessions/store.ts';
import { resolveFirstAgency } from './resolve-first-agency.ts';
import { type ContentSecurityPolicy, formatPolicyWithNonce } from './content-security-policy.ts';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { lookUp } from '#contract/look-up.ts';
import { fetchAsset } from './asset-store.ts';

export interface ConsolePage {
  html: string;
  policy: ContentSecurityPolicy;
}

export class ConsoleNotBuiltError extends Error {
  constructor(file: string, options: ErrorOptions) {
    super(`The console is not built: ${file} cannot be read. Run: npm run build`, options);
    this.name = 'ConsoleNotBuiltError';
  }
}

/**
 * Reads the built `index.html`.
 * @throws ConsoleNotBuiltError
 */
export function readPage(consoleDir: string): string {
  const file = join(consoleDir, 'index.html');
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch (cause) {
    throw new ConsoleNotBuiltError(file, { cause });
  }
}

/** Serves the built console: hashed assets, the few public files, and one page for every other address. */
export function consoleRoutes(app: FastifyInstance, gateway: Gateway, page: ConsolePage): void {
  const { consoleDir } = gateway.config;
  void app.register(fastifyStatic, { root: consoleDir, serve: false, maxAge: '1h' });
  for (const file of listPublicFiles(consoleDir))
    app.get(`/${file}`, (_, reply) =>
      file === SERVICE_WORKER
        ? reply.header('cache-control', 'no-cache').sendFile(file, { cacheControl: false })
        : reply.sendFile(file),
    );
  assetRoutes(app, gateway);

  app.get('/*', async (request, reply) => {
    if (!isPage(request)) throw createProblem('not-found');
    const session = await loadSignedInSession(gateway, request);
    const redirectUrl = await resolveRedirect(gateway, request, session?.person);
    void reply.header('cache-control', 'no-store');
    // These URLs contain a token or a code, which must not reach even our own logs as a referrer.
    if (ADDRESS_WITH_SECRET.test(getPath(request))) void reply.header('referrer-policy', 'no-referrer');
    if (redirectUrl !== undefined) return reply.redirect(redirectUrl, 302);
    return sendConsolePage(gateway, page, session, reply);
  });
}

/** At the top, as it serves the pages of every path. */
const SERVICE_WORKER = 'sw.js';

function listPublicFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html')
    .map((entry) => entry.name);
}

/** The page handles all URLs but those of the APIs and of missing files. */
function isPage(request: FastifyRequest): boolean {
  const path = getPath(request);
  if (/^\/(?:\/|(?:v3|desk|assets)(?:\/|$))/i.test(path)) return false;
  const last = path.slice(path.lastIndexOf('/') + 1);
  const isFile = /\.\w+$/.test(last) && !/@|%40/.test(last);
  return !isFile && new Negotiator(request.raw).mediaType(['text/html']) !== undefined;
}

async function loadSignedInSession(gateway: Gateway, request: FastifyRequest) {
  const session = await loadRequestSession(gateway, request);
  return session?.stage === 'in' ? session : undefined;
}

const linkPaths = Object.values(LINKS).map(({ path }) => path);
const ADDRESS_WITH_SECRET = new RegExp(
  String.raw`^(?:/(?:${linkPaths.join('|')})/[^/]+|${OPENID_CALLBACK_PATH})/?$`,
  'i',
);

/** URL to redirect to; undefined: the page is served. */
async function resolveRedirect(gateway: Gateway, request: FastifyRequest, person: Person | undefined) {
  const path = getPath(request)
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();
  const search = new URLSearchParams(request.url.slice(getPath(request).length));
  if (path === '/recover' || ADDRESS_WITH_SECRET.test(path)) return undefined;
  if (path === '/sign-in' || path === '/sign-in/second-factor')
    return person && (parseNextPath(search.get('next')) ?? '/');
  if (!person) return `/sign-in?${new URLSearchParams({ next: request.url })}`;
  if (path === '/') return person.role === 'seller' ? `/inquiries?${QUEUE_SEARCH}` : '/overview';
  if (path !== '/inquiries' || search.get('agencia')) return undefined;
  const agency = await resolveFirstAgency(gateway, person);
  if (agency === undefined) return undefined;
  search.set('agencia', agency);
  return `/inquiries?${search}`;
}

async function sendConsolePage(
  gateway: Gateway,
  { html, policy }: ConsolePage,
  session: ActiveSession | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, random } = gateway;
  const styleNonce = random.bytes(16).toString('base64');
  const { openId } = config;
  const data: PageData = {
    session: session ? await toSession(session, gateway) : null,
    signInOptions: {
      provider: openId?.name ?? null,
      passwords: !openId?.isOnly,
      passkeyOrigin: getRelyingParty(config.publicUrl)?.origin ?? null,
    },
    styleNonce,
  };
  // `<` could end the script element or open a comment in it.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  const script = `<script type="application/json" id="desk">${json}</script>`;
  return reply
    .header('content-security-policy', formatPolicyWithNonce(policy, styleNonce))
    .type('text/html; charset=utf-8')
    .send(html.replace(PAGE_DATA_PLACEHOLDER, () => script));
}

function getPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

const decompress = promisify(brotliDecompress);

const MAX_AGE_S = 365 * 24 * 60 * 60;

/** Content types of what the build writes. */
const CONTENT_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves hashed assets: those of this gateway's console from its folder, those of other versions from the database. */
export function assetRoutes(app: FastifyInstance, { config, db }: Gateway): void {
  const register = async (assets: FastifyInstance) => {
    assets.setNotFoundHandler(async (request, reply) => {
      const [, name = ''] = /\/([\w.-]{1,100})(?:\?.*)?$/.exec(request.url) ?? [];
      const contentType = lookUp(CONTENT_TYPES, extname(name));
      const asset = contentType && (await fetchAsset(db, name));
      if (!asset) throw createProblem('not-found');
      const { encoding, body } = asset;
      void reply
        .code(200)
        .type(contentType)
        .header('cache-control', `public, max-age=${MAX_AGE_S}, immutable`)
        .header('vary', 'accept-encoding');
      if (!encoding) return reply.send(body);
      if (!new Negotiator(request.raw).encodings().includes(encoding))
        return reply.send(await decompress(body));
      return reply.header('content-encoding', encoding).send(body);
    });
    await assets.register(fastifyStatic, {
      root: join(config.consoleDir, 'assets'),
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: MAX_AGE_S * 1000,
    });
  };
  void app.register(register, { prefix: '/assets' });
}
