import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseNextPath } from '#contract/desk/next-path.ts';
import { MAX_NEXT_LENGTH } from '#contract/desk/openid.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchListedPerson } from '#gateway/people/list.ts';
import { findPersonChanges } from '#gateway/people/changes.ts';
import { updatePerson } from '#gateway/people/management.ts';
import { findActor } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { ADDRESS_LIMIT, consumeAttempts, limitsByAddress } from '#gateway/sessions/attempts.ts';
import { type OpenIdAccount, createSignedInSession } from '#gateway/sessions/start-session.ts';
import { toIdTokenUse } from '#gateway/sessions/store.ts';
import { type Claims, getAccount, getRole, getVerifiedMail } from './claims.ts';
import { openIdFlowCookie } from './flow-cookie.ts';
import { findLinkedPerson, linkAccount } from './link-account.ts';
import { OpenIdError, type OpenIdProvider } from './provider.ts';

/** Routes of signing in by OpenID Connect. */
export function openIdRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, random, secrets } = gateway;
  const roles = gateway.config.openId?.roles;

  const getProvider = (): OpenIdProvider => {
    if (!gateway.openId) throw createProblem('not-found');
    return gateway.openId;
  };

  /** Runs what may fail, which counts as an attempt from the address unless the provider is away. */
  const countFailures = async <T>(request: FastifyRequest, run: () => Promise<T>): Promise<T> => {
    const attempts = await consumeAttempts(db, limitsByAddress(ADDRESS_LIMIT, request.address), now());
    const refund = async () => {
      await attempts.byAddress.refund();
      await attempts.byNetwork?.refund();
    };
    try {
      const result = await run();
      await refund();
      return result;
    } catch (error) {
      if (!(error instanceof OpenIdError)) throw error;
      request.log.warn({ reason: error.reason }, 'signing in by OpenID Connect failed');
      if (error.code === 'openid-unreachable') await refund();
      throw createProblem(error.code);
    }
  };

  /** Finds the person of an account by its link, or the first time by its mail. @throws ProblemError */
  const findPerson = async (account: OpenIdAccount, claims: Claims, { audit }: FastifyRequest) => {
    const linked = await findLinkedPerson(db, account);
    const mail = linked ? linked.mail : getVerifiedMail(claims);
    audit.person = linked ?? (mail === undefined ? undefined : await findActor(db, mail));
    if (mail === undefined) throw createProblem('mail-unverified');
    const person = audit.person && (await fetchListedPerson(db, audit.person.id, now()));
    if (!person || person.state === 'disabled') throw createProblem('mail-unknown');
    return { person, isLinked: linked !== undefined };
  };

  /** Links the account the first time, and gives the person the role that it has at the provider. @throws ProblemError */
  const preparePerson = async (account: OpenIdAccount, claims: Claims, request: FastifyRequest) => {
    const { person: before, isLinked } = await findPerson(account, claims, request);
    const { id, name } = before;
    const role = roles ? getRole(claims, roles) : before.role;
    if (!role) throw createProblem('no-role');
    if (!isLinked) await linkAccount(gateway, id, account);
    if (role !== before.role) {
      const { version } = before;
      // Only sellers have agencies, which partners give them.
      await updatePerson(
        db,
        id,
        { name, role, agencies: [], version: isLinked ? version : version + 1 },
        now(),
      );
    }
    const after = await fetchListedPerson(db, id, now());
    if (after) request.audit.changes = findPersonChanges(before, after);
    return id;
  };

  registerDeskRoutes(app, gateway, {
    async beginOpenIdSignIn({ body, request, reply }) {
      const provider = getProvider();
      return countFailures(request, async () => {
        const flow = {
          state: random.bytes(32).toString('base64url'),
          nonce: random.bytes(32).toString('base64url'),
          codeVerifier: random.bytes(32).toString('base64url'),
        };
        const url = await provider.buildSignInUrl(flow);
        const next = parseNextPath(body.next);
        const returnTo = next !== undefined && next.length <= MAX_NEXT_LENGTH ? next : null;
        openIdFlowCookie.set(reply, { ...flow, returnTo }, gateway);
        return { url };
      });
    },

    async completeOpenIdSignIn({ body: { query }, request, reply }) {
      const provider = getProvider();
      const flow = await openIdFlowCookie.take(request, reply, gateway);
      return countFailures(request, async () => {
        if (!flow) throw createProblem('openid-failed');
        const { claims, idToken } = await provider.redeem(query, flow);
        const account = getAccount(claims);
        if (!account) throw createProblem('openid-failed');
        const id = await preparePerson(account, claims, request);
        const proof = { account, idToken: secrets.seal(idToken, toIdTokenUse(id)) };
        const answer = await createSignedInSession(gateway, id, proof, request, reply);
        return { ...answer, returnTo: flow.returnTo };
      });
    },
  });
}
