import type { FastifyRequest } from 'fastify';
import type { DeskName } from '#contract/desk/desk.ts';
import { findScope } from '#contract/desk/token-scopes.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { V3Name } from '#contract/v3.ts';
import type { SharedRateLimit } from '#database/shared-rate-limiter.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { findActorById } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { consumeAttempts, limitsByAddress } from '#gateway/sessions/attempts.ts';
import type { ActiveSession } from '#gateway/sessions/store.ts';
import { readBearerToken } from './bearer-token.ts';
import { findSentToken, parseScopes, recordUse } from './store.ts';

/** Refused tokens from one address. */
const REFUSED_TOKEN_LIMIT: SharedRateLimit = { name: 'refused-tokens', max: 30, windowMs: 15 * MINUTE_MS };

/**
 * Authenticates a request by its bearer token alone, whatever cookie it has.
 * @returns what a session of the caller would be; undefined: the request has no token
 * @throws ProblemError `token-refused`, `too-many-attempts`
 */
export async function authenticateToken(
  gateway: Gateway,
  request: FastifyRequest,
): Promise<ActiveSession | undefined> {
  const secret = readBearerToken(request);
  if (secret === undefined) return undefined;
  const { db, config, now } = gateway;
  const sent = await findSentToken(db, secret, config, now());
  request.audit.token = sent?.row.id;
  if (!sent?.person) {
    request.audit.hasRefusedToken = true;
    // The audit names the owner of a token that has ended.
    if (sent?.row.kind === 'personal') request.audit.person = await findActorById(db, sent.row.person_id);
    await consumeAttempts(db, limitsByAddress(REFUSED_TOKEN_LIMIT, request.address), now());
    throw createProblem('token-refused', { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
  }
  const { row, person } = sent;
  await recordUse(db, row, now());
  const endsInMs = row.expires_at - now();
  const token = { kind: row.kind, name: row.name, scopes: parseScopes(row) };
  const session = { id: row.id, stage: 'in', person, token, endsInMs, endsAtLatestInMs: endsInMs } as const;
  request.session = session;
  return session;
}

/** Refuses endpoints that are not for tokens, and those of scopes that the token lacks. @throws ProblemError */
export function assertScope(
  { scopes }: NonNullable<ActiveSession['token']>,
  endpoint: V3Name | DeskName,
): void {
  const scope = findScope(endpoint);
  if (scope === undefined) throw createProblem('not-for-tokens');
  if (!scopes.includes(scope))
    throw createProblem('scope-missing', {
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
}
