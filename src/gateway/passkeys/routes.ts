import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { MAX_PASSKEYS } from '#contract/desk/me.ts';
import type { PasskeyAssertion } from '#contract/desk/passkeys.ts';
import { findChanges } from '#gateway/audit/changes.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { confirmPassword, confirmPasswordUnlessSigningIn } from '#gateway/people/confirm-password.ts';
import { assertPasswordsAllowed } from '#gateway/people/password-rules.ts';
import { findActorById } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import {
  ADDRESS_LIMIT,
  consumeAttempts,
  limitsByAddress,
  refundOnError,
} from '#gateway/sessions/attempts.ts';
import { completeSecondFactor } from '#gateway/sessions/complete-second-factor.ts';
import { defineFlowCookie } from '#gateway/sessions/flow-cookie.ts';
import { createSignedInSession } from '#gateway/sessions/start-session.ts';
import { type RelyingParty, getRelyingParty } from './relying-party.ts';
import {
  type StoredPasskey,
  deletePasskey,
  fetchStoredPasskeys,
  findPasskey,
  insertPasskey,
  recordUse,
} from './store.ts';
import {
  CHALLENGE_MS,
  type Challenge,
  PasskeyError,
  challengeAssertion,
  challengeRegistration,
  verifyAssertion,
  verifyRegistration,
} from './verification.ts';

const challengeCookie = defineFlowCookie({
  name: 'passkey',
  lifetimeMs: CHALLENGE_MS,
  schema: z.object({
    challenge: z.string(),
    /** Id of the session that may answer it; null: it signs in. */
    session: z.nullable(z.string()),
  }),
});

/** Routes of passkeys: adding and removing them, and signing in. */
export function passkeyRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config, random } = gateway;

  const getParty = (): RelyingParty => {
    const party = getRelyingParty(config.publicUrl);
    if (!party) throw createProblem('not-found');
    return party;
  };

  const sendChallenge = (reply: FastifyReply, { challenge, options }: Challenge, session: string | null) => {
    challengeCookie.set(reply, { challenge, session }, gateway);
    return options;
  };

  /** @throws PasskeyError */
  const takeChallenge = async (request: FastifyRequest, reply: FastifyReply, session: string | null) => {
    const flow = await challengeCookie.take(request, reply, gateway);
    if (!flow || flow.session !== session) throw new PasskeyError('There is no challenge of this browser');
    return flow.challenge;
  };

  /** undefined: refused. */
  const verifyOrLog = async <T>(
    { log }: FastifyRequest,
    verify: () => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await verify();
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error;
      log.warn({ reason: error.message }, 'a passkey was refused');
      return undefined;
    }
  };

  /** @throws PasskeyError */
  const verifyUse = async (
    passkey: StoredPasskey | undefined,
    challenge: string,
    assertion: PasskeyAssertion,
    { isAlone }: { isAlone: boolean },
  ): Promise<StoredPasskey> => {
    if (!passkey) throw new PasskeyError('The passkey is unknown');
    const counter = await verifyAssertion(getParty(), passkey, challenge, assertion, { isAlone });
    if (!(await recordUse(db, passkey, counter, now())))
      throw new PasskeyError('The passkey was used or removed meanwhile');
    return passkey;
  };

  registerDeskRoutes(app, gateway, {
    async beginPasskeySignIn({ reply }) {
      const party = getParty();
      assertPasswordsAllowed(config);
      return sendChallenge(reply, await challengeAssertion(party, undefined, random), null);
    },

    async completePasskeySignIn({ body: { credential }, request, reply }) {
      getParty();
      const attempts = await consumeAttempts(db, limitsByAddress(ADDRESS_LIMIT, request.address), now());
      const verify = async () => {
        const challenge = await takeChallenge(request, reply, null);
        const passkey = await findPasskey(db, credential.id);
        if (passkey) request.audit.person = await findActorById(db, passkey.person_id);
        return verifyUse(passkey, challenge, credential, { isAlone: true });
      };
      const passkey = await refundOnError(Object.values(attempts), () => verifyOrLog(request, verify));
      if (!passkey) throw createProblem('passkey-failed');
      const proof = { passkey: passkey.id };
      const answer = await createSignedInSession(gateway, passkey.person_id, proof, request, reply);
      await attempts.byAddress.refund();
      await attempts.byNetwork?.refund();
      return answer;
    },

    async beginPasskeyProof({ caller: { id, person, stage }, reply }) {
      const party = getParty();
      const passkeys = await fetchStoredPasskeys(db, person.id);
      if (stage !== 'second-factor' || passkeys.length === 0) throw createProblem('not-set-up');
      return sendChallenge(reply, await challengeAssertion(party, passkeys, random), id);
    },

    provePasskey(call) {
      const { caller, body, request, reply } = call;
      getParty();
      const verify = async () => {
        const challenge = await takeChallenge(request, reply, caller.id);
        const passkey = await findPasskey(db, body.credential.id);
        const own = passkey?.person_id === caller.person.id ? passkey : undefined;
        return verifyUse(own, challenge, body.credential, { isAlone: false });
      };
      return completeSecondFactor(gateway, call, {
        verify: async () => (await verifyOrLog(request, verify)) !== undefined,
        refusal: 'passkey-failed',
      });
    },

    async beginPasskey({ caller, body, reply }) {
      const party = getParty();
      await confirmPasswordUnlessSigningIn(gateway, caller, body.password);
      const passkeys = await fetchStoredPasskeys(db, caller.person.id);
      if (passkeys.length >= MAX_PASSKEYS) throw createProblem('too-many-saved');
      return sendChallenge(
        reply,
        await challengeRegistration(party, caller.person, passkeys, random),
        caller.id,
      );
    },

    async addPasskey({ caller: { id: session, person, stage }, body, request, reply }) {
      const party = getParty();
      if (stage === 'second-factor') throw createProblem('sign-in-required');
      const credential = await verifyOrLog(request, async () =>
        verifyRegistration(party, await takeChallenge(request, reply, session), body.credential),
      );
      if (!credential) throw createProblem('passkey-failed');
      const { name } = body;
      const owner = { personId: person.id, session };
      const codes = await insertPasskey(db, owner, { ...credential, name }, gateway.stamp());
      request.audit.changes = findChanges({ passkey: null }, { passkey: name });
      if (stage !== 'in')
        await createSignedInSession(gateway, person.id, { pendingSession: session }, request, reply);
      return { codes };
    },

    async removePasskey({ caller: { id: session, person }, params, body, request }) {
      await confirmPassword(gateway, person, body.password);
      const isSecondFactorRequired = config.requireSecondFactor.includes(person.role);
      const owner = { personId: person.id, session };
      const name = await deletePasskey(db, owner, params.id, { isSecondFactorRequired });
      request.audit.changes = findChanges({ passkey: name }, { passkey: null });
    },
  });
}
