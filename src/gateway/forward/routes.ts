import type { FastifyInstance, FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { mediaTypes } from '#contract/media-types.ts';
import { AdminMail } from '#contract/values.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { enter } from '#gateway/admission.ts';
import { MASK, maskedAddress } from '#gateway/deliveries/masks.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { routeOf } from '#gateway/methods.ts';
import { Unseen, isLimitedIn, isTheirs, ownListAt, proveOwn } from '#gateway/permissions/own-inquiries.ts';
import { refusal } from '#gateway/problems.ts';
import type { Admitted } from '#gateway/sessions/session.ts';
import { readJsonBody } from './body.ts';
import type { Send } from './hook.ts';
import { HOOKS } from './hooks.ts';
import type { UpstreamReply } from './upstream.ts';

/** Their `Location` is a callback, and passes as it is but for what its query says. */
const LOCATIONS_ELSEWHERE: ReadonlySet<V3Name> = new Set(['resendInquiry']);
/** As a header can carry it. */
const HEADER_MASK = encodeURIComponent(MASK);

type Params = Record<string, string>;

/** Mounts every endpoint of v3, and nothing else. HEAD is asked as GET, and its body kept back. */
export function forwardRoutes(app: FastifyInstance, gateway: Gateway): void {
  app.register(async (v3Routes) => {
    v3Routes.removeAllContentTypeParsers();
    // The bytes as they came: the service judges their digest.
    v3Routes.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    mount(v3Routes, gateway);
  });
}

function mount(app: FastifyInstance, gateway: Gateway): void {
  const refType = mediaTypes(gateway.config.vendor).ref;

  for (const [name, endpoint] of Object.entries(v3) as [V3Name, Endpoint][])
    app.route<{ Params: Params }>({
      method: endpoint.method,
      url: routeOf(endpoint),
      config: { endpoint: name },
      handler: async (request, reply) => {
        refuseAmbiguous(request.url, request.params);
        const admitted = await enter(gateway, request, name);
        if (!admitted) throw refusal('sign-in-required');
        const { person } = admitted;

        const limited = isLimitedIn(person, request.params.adminMail);
        const sent = endpoint.body && Buffer.isBuffer(request.body) ? request.body : undefined;
        if (name === 'inviteAgency') request.audit.agency = invitedIn(sent);
        // A write is finished, whoever still waits: otherwise nobody would know what became of it.
        const signal = endpoint.method === 'GET' ? abandoned(reply) : undefined;
        const call = { person, params: request.params, body: sent };
        const hooks = HOOKS[name] ?? [];
        for (const hook of hooks) await hook.before?.(gateway, call);
        const passOn = hooks.reduceRight<Send>(
          (inner, { around }) =>
            around ? (body = sent) => around(gateway, { ...call, body }, inner) : inner,
          (body = sent) =>
            gateway.upstream.call({
              endpoint,
              path: limited && name === 'listInquiries' ? ownListAt(request.url, person.mail) : request.url,
              body,
              choose: (forms) => new Negotiator(request.raw).mediaType(forms),
              ...(signal && { signal }),
              ...(endpoint.cached && { known: request.headers['if-none-match'] }),
            }),
        );
        const answer = await passOn();
        if (limited && name === 'viewInquiry') await mustBeTheirs(admitted, request.params, answer, signal);
        if (answer.status === endpoint.success)
          for (const hook of hooks) await hook.after?.(gateway, call, answer);
        return send(reply, answer, {
          location: LOCATIONS_ELSEWHERE.has(name)
            ? answer.location && maskedAddress(answer.location, HEADER_MASK)
            : gateway.upstream.local(answer.location),
          cached: endpoint.cached === true && answer.status < 400,
        });
      },
    });

  /** What answers is judged itself; the reference form does not say whose it is. @throws Unseen */
  async function mustBeTheirs(
    { id, person }: Admitted,
    { adminMail = '', sid = '' }: Params,
    { status, type, body }: UpstreamReply,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (status !== v3.viewInquiry.success) return;
    if (type === refType) {
      gateway.rates.takeAnswer(id);
      return proveOwn(gateway.upstream, person, { adminMail, sid }, signal);
    }
    if (!isTheirs(person, body)) throw new Unseen();
  }
}

/** The AdminMail of an invitation, for the audit; what is no mail is nothing. */
function invitedIn(body: Buffer | undefined): string | undefined {
  return z.safeParse(z.object({ AdminMail }), readJsonBody(body)).data?.AdminMail;
}

// A server behind ours could read these as another path: separators and dot segments, encoded once or twice.
const AMBIGUOUS = /[/\\\p{Cc}]|%(?:2e|2f|5c|25|0\d|1[\da-f]|7f)|^\.{1,2}$/iu;

/** The address is passed on as it came, so what was judged must be what anybody reads in it. */
function refuseAmbiguous(url: string, params: Params): void {
  const plain = /^\/[!-"$-~]*$/.test(url) && !/[\\]|\/\.{1,2}(?:[/?]|$)/.test(url.split('?', 1)[0] ?? '');
  if (!plain || Object.values(params).some((value) => AMBIGUOUS.test(value)))
    throw refusal('invalid-request');
}

/** Aborts when the browser goes away before its answer is complete. */
function abandoned({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function send(
  reply: FastifyReply,
  { status, type, body, retryAfter, etag }: UpstreamReply,
  { location, cached }: { location: string | undefined; cached: boolean },
): FastifyReply {
  void reply.code(status).serializer(String);
  // The catalogs are the same for all, but only for who is signed in; whatever else there is, is personal.
  if (cached) void reply.headers({ 'cache-control': 'private, no-cache', vary: 'Accept, Cookie' });
  else void reply.header('cache-control', 'private, no-store');
  if (type) void reply.type(type);
  if (location) void reply.header('location', location);
  if (retryAfter) void reply.header('retry-after', retryAfter);
  if (etag) void reply.header('etag', etag);
  return reply.send(body);
}
