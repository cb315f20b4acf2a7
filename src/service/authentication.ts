import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  canonicalString,
  digestMatches,
  hmacOf,
  readAuthorization,
  readTime,
  sameText,
} from '#signing/request.ts';
import type { AppStore, Caller } from './apps/store.ts';
import type { ServiceConfig } from './config.ts';
import { tooManyRequests, unauthorized } from './problems.ts';
import { createRateLimit } from './rate-limit.ts';
import type { ReplayStore } from './replays.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for everything under /v3, by `authenticate`. */
    caller: Caller;
  }
}

/** Authentication of the calling app (field notes 1, decisions: Authentication), in two steps around the body. */
export function createAuthentication(
  { prefix, clockToleranceS, rateLimit }: Pick<ServiceConfig, 'prefix' | 'clockToleranceS' | 'rateLimit'>,
  { apps, replays, now }: { apps: AppStore; replays: ReplayStore; now: () => number },
) {
  const scheme = `${prefix}-HMAC`;
  const ownDate = `x-${prefix.toLowerCase()}-date`;
  const toleranceMs = clockToleranceS * 1000;
  const limit = createRateLimit(rateLimit);
  const refused = (detail: string) => unauthorized(scheme, detail);

  return {
    /**
     * What the headers say: key, clock, signature, replay, then the app's rate.
     * @throws ProblemError 401, 429
     */
    async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { headers, method, originalUrl: path } = request;
      const given = readAuthorization(headers.authorization, prefix);
      if (!given) throw refused(`Falta el encabezado Authorization: ${scheme} {AppKey}:{HMAC}.`);
      const app = await apps.find(given.key);
      if (!app) throw refused('La AppKey es desconocida.');

      const at = readTime(String(headers[ownDate] ?? headers.date ?? ''));
      const received = now();
      if (at === undefined)
        throw refused('Falta la fecha de la solicitud (Date), o no es una fecha HTTP ni ISO 8601.');
      if (Math.abs(at - received) > toleranceMs)
        throw refused(`La fecha de la solicitud difiere en más de ${clockToleranceS} s de la del servicio.`);

      const expected = hmacOf(canonicalString({ method, path, headers }, prefix), app.secret);
      if (!sameText(given.hmac, expected)) throw refused('La firma (HMAC) no corresponde a la solicitud.');

      const replayed = () => refused('Esta firma (HMAC) ya fue usada: cada solicitud se firma de nuevo.');
      const allowance = limit.take(app.key, received);
      if (!allowance.allowed)
        throw (await replays.has(expected)) ? replayed() : tooManyRequests(allowance.headers);
      if (!(await replays.claim(expected, received, received + 2 * toleranceMs))) {
        limit.giveBack(app.key);
        throw replayed();
      }
      reply.headers(allowance.headers);
      request.caller = { key: app.key };
    },

    /**
     * What the body says, as received: it needs a digest, and a digest given must be right.
     * @throws ProblemError 401
     */
    judgeDigest({ headers: { digest }, body }: Pick<FastifyRequest, 'headers' | 'body'>): void {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      if (digest === undefined && bytes.length === 0) return;
      const header = Array.isArray(digest) ? digest.join(', ') : digest;
      if (header === undefined) throw refused('Falta el encabezado Digest del cuerpo.');
      if (!digestMatches(header, bytes)) throw refused('El Digest no corresponde al cuerpo.');
    },
  };
}

export type Authentication = ReturnType<typeof createAuthentication>;
