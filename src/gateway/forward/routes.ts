import type { FastifyInstance, FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import type { Endpoint } from '#contract/endpoint.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { enter } from '#gateway/admission.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { routeOf } from '#gateway/methods.ts';
import { refusal } from '#gateway/problems.ts';
import type { Send } from './hook.ts';
import { HOOKS } from './hooks.ts';
import type { UpstreamReply } from './upstream.ts';

/** Their `Location` is a callback, and passes as it is. */
const LOCATIONS_ELSEWHERE: ReadonlySet<V3Name> = new Set(['resendInquiry']);

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

        const sent = endpoint.body && Buffer.isBuffer(request.body) ? request.body : undefined;
        const call = { person, params: request.params, body: sent };
        const hooks = HOOKS[name] ?? [];
        for (const hook of hooks) await hook.before?.(gateway, call);
        const passOn = hooks.reduceRight<Send>(
          (inner, { around }) =>
            around ? (body = sent) => around(gateway, { ...call, body }, inner) : inner,
          (body = sent) =>
            gateway.upstream.call({
              endpoint,
              path: request.url,
              body,
              choose: (forms) => new Negotiator(request.raw).mediaType(forms),
              signal: abandoned(reply),
            }),
        );
        const answer = await passOn();
        if (answer.status === endpoint.success)
          for (const hook of hooks) await hook.after?.(gateway, call, answer);
        return send(
          reply,
          answer,
          LOCATIONS_ELSEWHERE.has(name) ? answer.location : gateway.upstream.local(answer.location),
        );
      },
    });
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
  { status, type, body, retryAfter }: UpstreamReply,
  location: string | undefined,
): FastifyReply {
  void reply.code(status).header('cache-control', 'private, no-store').serializer(String);
  if (type) void reply.type(type);
  if (location) void reply.header('location', location);
  if (retryAfter) void reply.header('retry-after', retryAfter);
  return reply.send(body);
}
