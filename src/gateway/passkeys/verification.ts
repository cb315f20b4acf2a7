import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
} from '@simplewebauthn/server';
import type { PasskeyAssertion, PasskeyOptions, PasskeyRegistration } from '#contract/desk/passkeys.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Person } from '#gateway/people/store.ts';
import type { Random } from '#system/random.ts';
import type { RelyingParty } from './relying-party.ts';
import type { NewCredential, StoredPasskey } from './store.ts';

/** decided: time to find a security key and to type its PIN. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

/** COSE's EdDSA, ES256 and RS256. The library's default has ML-DSA, of which Node.js warns as experimental. */
const SUPPORTED_ALGORITHMS = [-8, -7, -257];

/** The answer of an authenticator cannot be trusted. */
export class PasskeyError extends Error {}

/** Options with a new challenge, to send to a browser. */
export interface Challenge {
  challenge: string;
  options: PasskeyOptions;
}

/** The library takes 27 MB of memory, which an installation without passkeys saves. */
const loadLibrary = () => import('@simplewebauthn/server');

const toUserId = (personId: string) => new TextEncoder().encode(personId);

/** Challenges to create a passkey. Its user handle is the person's id, which says nothing about them. */
export async function challengeRegistration(
  { id: rpID }: RelyingParty,
  { id, mail, name }: Person,
  passkeys: readonly StoredPasskey[],
  random: Random,
): Promise<Challenge> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Vitrina',
    rpID,
    userID: toUserId(id),
    userName: mail,
    userDisplayName: name,
    challenge: Uint8Array.from(random.bytes(32)),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: SUPPORTED_ALGORITHMS,
    excludeCredentials: passkeys.map(toDescriptor),
    // Security keys that cannot sign in alone still serve as a second factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { challenge: options.challenge, options: { ...options } };
}

/** Challenges to use one of the passkeys as second factor, or without them any passkey that verifies its person. */
export async function challengeAssertion(
  { id: rpID }: RelyingParty,
  passkeys: readonly StoredPasskey[] | undefined,
  random: Random,
): Promise<Challenge> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: Uint8Array.from(random.bytes(32)),
    timeout: CHALLENGE_MS,
    userVerification: passkeys ? 'preferred' : 'required',
    ...(passkeys && { allowCredentials: passkeys.map(toDescriptor) }),
  });
  return { challenge: options.challenge, options: { ...options } };
}

function toDescriptor({ credential_id, transports }: StoredPasskey) {
  return { id: credential_id, transports: JSON.parse(transports) as string[] };
}

/** @throws PasskeyError */
export async function verifyRegistration(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { id, response }: PasskeyRegistration,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await verifyBy(() =>
    verifyRegistrationResponse({
      response: toLibraryResponse({ id, response }) as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
      supportedAlgorithmIDs: SUPPORTED_ALGORITHMS,
    }),
  );
  if (!registrationInfo) throw new PasskeyError('The attestation is not valid');
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.transports ?? [],
  };
}

/**
 * Verifies an answer to a challenge. A counter that has not increased shows a copied authenticator.
 * @returns the new counter
 * @throws PasskeyError
 */
export async function verifyAssertion(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  passkey: StoredPasskey,
  expectedChallenge: string,
  { id, response }: PasskeyAssertion,
  { isAlone }: { isAlone: boolean },
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { userHandle } = response;
  if (
    userHandle === undefined ? isAlone : userHandle !== Buffer.from(passkey.person_id).toString('base64url')
  )
    throw new PasskeyError('The user handle is of another person');
  const { verified, authenticationInfo } = await verifyBy<VerifiedAuthenticationResponse>(() =>
    verifyAuthenticationResponse({
      response: toLibraryResponse({ id, response }) as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: isAlone,
    }),
  );
  if (!verified) throw new PasskeyError('The signature is not valid');
  return authenticationInfo.newCounter;
}

function toLibraryResponse<Response>({ id, response }: { id: string; response: Response }) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

/** The library throws errors without a type of their own for whatever an answer has wrong. */
async function verifyBy<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    throw new PasskeyError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
