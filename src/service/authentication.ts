import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SharedRateLimiter } from '#database/shared-rate-limiter.ts';
import {
  canonicalString,
  computeHmac,
  equalsInConstantTime,
  isDigestValid,
  parseAuthorization,
  parseTimestamp,
} from '#signing/request.ts';
import { getSecrets } from './apps/secrets.ts';
import type { AppStore, Caller } from './apps/store.ts';
import type { ServiceConfig } from './config.ts';
import { tooManyRequests, unauthorized } from './problems.ts';
import type { ReplayStore } from './replay-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every endpoint of the tables, by `authenticate`. */
    caller: Caller;
  }
}

/** Authenticates the calling app (field notes 1, decisions: Authentication): by headers, then by the body's digest. */
export function createAuthentication(
  { prefix, clockToleranceS, rateLimit }: Pick<ServiceConfig, 'prefix' | 'clockToleranceS' | 'rateLimit'>,
  {
    apps,
    replays,
    rateLimiter,
    now,
  }: { apps: AppStore; replays: ReplayStore; rateLimiter: SharedRateLimiter; now: () => number },
) {
  const scheme = `${prefix}-HMAC`;
  const dateHeader = `x-${prefix.toLowerCase()}-date`;
  const toleranceMs = clockToleranceS * 1000;
  const unauthorizedError = (detail: string) => unauthorized(scheme, detail);

  return {
    /**
     * Checks key, clock, signature, rate limit and replay.
     * @throws ProblemError 401, 429
     */
    async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { headers, method, originalUrl: path } = request;
      const authorization = parseAuthorization(headers.authorization, prefix);
      if (!authorization)
        throw unauthorizedError(`Falta el encabezado Authorization: ${scheme} {AppKey}:{HMAC}.`);
      const app = await apps.find(authorization.key);
      if (!app) throw unauthorizedError('La AppKey es desconocida.');

      const at = parseTimestamp(String(headers[dateHeader] ?? headers.date ?? ''));
      const received = now();
      if (at === undefined)
        throw unauthorizedError('Falta la fecha de la solicitud (Date), o no es una fecha HTTP ni ISO 8601.');
      if (Math.abs(at - received) > toleranceMs)
        throw unauthorizedError(
          `La fecha de la solicitud difiere en más de ${clockToleranceS} s de la del servicio.`,
        );

      const canonical = canonicalString({ method, path, headers }, prefix);
      const secret = getSecrets(app).find((candidate) =>
        equalsInConstantTime(authorization.hmac, computeHmac(canonical, candidate)),
      );
      if (secret === undefined) throw unauthorizedError('La firma (HMAC) no corresponde a la solicitud.');
      if (secret !== app.secret) await apps.notePreviousSecretUse(app, received);

      const replayError = () =>
        unauthorizedError('Esta firma (HMAC) ya fue usada: cada solicitud se firma de nuevo.');
      const { isAllowed, remaining, secondsLeft } = await rateLimiter.consume(app.key);
      const limitHeaders = {
        'ratelimit-limit': String(rateLimit),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(secondsLeft),
      };
      if (!isAllowed)
        throw (await replays.has(authorization.hmac))
          ? replayError()
          : tooManyRequests({ ...limitHeaders, 'retry-after': String(secondsLeft) });
      if (!(await replays.claim(authorization.hmac, received + 2 * toleranceMs))) {
        // The app did not send the repetition.
        rateLimiter.refund(app.key);
        throw replayError();
      }
      reply.headers(limitHeaders);
      request.caller = { key: app.key, publisher: app.publisher };
    },

    /**
     * Checks the digest of the received body: required for a non-empty body, and always valid if present.
     * @throws ProblemError 401
     */
    verifyDigest({ headers: { digest }, body }: Pick<FastifyRequest, 'headers' | 'body'>): void {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      if (digest === undefined && bytes.length === 0) return;
      const header = Array.isArray(digest) ? digest.join(', ') : digest;
      if (header === undefined) throw unauthorizedError('Falta el encabezado Digest del cuerpo.');
      if (!isDigestValid(header, bytes)) throw unauthorizedError('El Digest no corresponde al cuerpo.');
    },
  };
}

export type Authentication = ReturnType<typeof createAuthentication>;
