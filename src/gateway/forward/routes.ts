import type { FastifyInstance, FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { mediaTypes } from '#contract/media-types.ts';
import { AdminMail } from '#contract/values.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { authorizeRequest } from '#gateway/authorize-request.ts';
import { maskForwardedBody } from '#gateway/contacts/reply-masks.ts';
import { MASK, maskUrl } from '#gateway/deliveries/masking.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { toRoutePath } from '#gateway/method-not-allowed.ts';
import {
  InquiryNotVisibleError,
  assertOwnInquiry,
  buildOwnListUrl,
  isAssignedTo,
  isLimitedToOwnInquiries,
} from '#gateway/permissions/own-inquiries.ts';
import { createDisconnectSignal } from '#gateway/disconnect-signal.ts';
import { createProblem } from '#gateway/problems.ts';
import type { ActiveSession } from '#gateway/sessions/store.ts';
import { parseJsonBody } from './json-body.ts';
import type { Send } from './interceptor.ts';
import { INTERCEPTORS } from './interceptors.ts';
import type { UpstreamReply } from './upstream.ts';

/** Their `Location` is a callback URL: forwarded with a masked query. */
const EXTERNAL_LOCATIONS: ReadonlySet<V3Name> = new Set(['resendInquiry']);
/** Encoded for a header. */
const HEADER_MASK = encodeURIComponent(MASK);

type PathParams = Record<string, string>;

/** Forwards the endpoints of v3 and nothing else. HEAD is forwarded as GET, its body dropped. */
export function forwardRoutes(app: FastifyInstance, gateway: Gateway): void {
  app.register(async (v3Routes) => {
    v3Routes.removeAllContentTypeParsers();
    // Raw bytes: the request signature covers their digest.
    v3Routes.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    registerForwardedRoutes(v3Routes, gateway);
  });
}

function registerForwardedRoutes(app: FastifyInstance, gateway: Gateway): void {
  const refType = mediaTypes(gateway.config.vendor).ref;

  for (const [name, endpoint] of Object.entries(v3) as [V3Name, Endpoint][])
    app.route<{ Params: PathParams }>({
      method: endpoint.method,
      url: toRoutePath(endpoint),
      config: { endpoint: name },
      handler: async (request, reply) => {
        rejectAmbiguousUrl(request.url, request.params);
        const session = await authorizeRequest(gateway, request, name);
        if (!session) throw createProblem('sign-in-required');
        const { person } = session;

        const isLimited = isLimitedToOwnInquiries(person, request.params.adminMail);
        const requestBody = endpoint.body && Buffer.isBuffer(request.body) ? request.body : undefined;
        if (name === 'inviteAgency') request.audit.agency = parseInvitedMail(requestBody);
        // Writes are not aborted when the client disconnects: their outcome must be recorded.
        const signal = endpoint.method === 'GET' ? createDisconnectSignal(reply) : undefined;
        const call = { person, params: request.params, body: requestBody, audit: request.audit };
        const interceptors = INTERCEPTORS[name] ?? [];
        for (const interceptor of interceptors) await interceptor.before?.(gateway, call);
        const forward = interceptors.reduceRight<Send>(
          (inner, { around }) =>
            around ? (body = requestBody) => around(gateway, { ...call, body }, inner) : inner,
          (body = requestBody) =>
            gateway.upstream.call({
              endpoint,
              path:
                isLimited && name === 'listInquiries'
                  ? buildOwnListUrl(request.url, person.mail)
                  : request.url,
              body,
              negotiate: (mediaTypes) => new Negotiator(request.raw).mediaType(mediaTypes),
              ...(signal && { signal }),
              ...(endpoint.cached && { ifNoneMatch: request.headers['if-none-match'] }),
            }),
        );
        const upstreamReply = await forward();
        if (isLimited && name === 'viewInquiry')
          await assertOwnReply(session, request.params, upstreamReply, signal);
        if (upstreamReply.status === endpoint.success)
          for (const interceptor of interceptors) await interceptor.after?.(gateway, call, upstreamReply);
        const isSuccess = upstreamReply.status === endpoint.success;
        const body = isSuccess ? maskForwardedBody(name, upstreamReply.body, person) : upstreamReply.body;
        return sendReply(
          reply,
          { ...upstreamReply, body },
          {
            location: EXTERNAL_LOCATIONS.has(name)
              ? upstreamReply.location && maskUrl(upstreamReply.location, HEADER_MASK)
              : gateway.upstream.toLocalPath(upstreamReply.location),
            isCached: endpoint.cached === true && upstreamReply.status < 400,
          },
        );
      },
    });

  /** Checks the reply itself; the reference form has no operator and needs another call. @throws InquiryNotVisibleError */
  async function assertOwnReply(
    { person }: ActiveSession,
    { adminMail = '', sid = '' }: PathParams,
    { status, type, body }: UpstreamReply,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (status !== v3.viewInquiry.success) return;
    if (type === refType) {
      await gateway.rateLimiter.consumeUpstreamCall(person);
      return assertOwnInquiry(gateway.upstream, person, { adminMail, sid }, signal);
    }
    if (!isAssignedTo(person, body)) throw new InquiryNotVisibleError();
  }
}

/** The AdminMail of an invitation, for the audit; undefined: invalid. */
function parseInvitedMail(body: Buffer | undefined): string | undefined {
  return z.safeParse(z.object({ AdminMail }), parseJsonBody(body)).data?.AdminMail;
}

// Another server could decode these to a different path: separators and dot segments, encoded once or twice.
const AMBIGUOUS = /[/\\\p{Cc}]|%(?:2e|2f|5c|25|0\d|1[\da-f]|7f)|^\.{1,2}$/iu;

/** The URL is forwarded unchanged, so authorization and service must read the same parameters in it. */
function rejectAmbiguousUrl(url: string, params: PathParams): void {
  const isPlain = /^\/[!-"$-~]*$/.test(url) && !/[\\]|\/\.{1,2}(?:[/?]|$)/.test(url.split('?', 1)[0] ?? '');
  if (!isPlain || Object.values(params).some((value) => AMBIGUOUS.test(value)))
    throw createProblem('invalid-request');
}

function sendReply(
  reply: FastifyReply,
  { status, type, body, retryAfter, etag }: UpstreamReply,
  { location, isCached }: { location: string | undefined; isCached: boolean },
): FastifyReply {
  void reply.code(status).serializer(String);
  // Catalogs may be cached, but only with a session; everything else is personal.
  if (isCached) void reply.headers({ 'cache-control': 'private, no-cache', vary: 'Accept, Cookie' });
  else void reply.header('cache-control', 'private, no-store');
  if (type) void reply.type(type);
  if (location) void reply.header('location', location);
  if (retryAfter) void reply.header('retry-after', retryAfter);
  if (etag) void reply.header('etag', etag);
  return reply.send(body);
}
