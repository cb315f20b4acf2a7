import { type PasskeyOptions, passkeyEndpoints } from '#contract/desk/passkeys.ts';
import { call } from '#console/api/call.ts';
import { customMutation } from '#console/api/endpoint-mutation.ts';
import { loadCode } from '#console/api/load-code.ts';
import { readSignInOptions } from './session.ts';

export class PasskeyError extends Error {
  readonly reason: 'cancelled' | 'already-added' | 'unusable';

  constructor(cause: unknown) {
    super('The browser used no passkey', { cause });
    this.name = 'PasskeyError';
    const { name } = cause instanceof Error ? cause : {};
    this.reason =
      name === 'NotAllowedError' || name === 'AbortError'
        ? 'cancelled'
        : name === 'InvalidStateError'
          ? 'already-added'
          : 'unusable';
  }
}

export type PasskeyObstacle = 'address' | 'other-address' | 'browser';

export function findPasskeyObstacle(): PasskeyObstacle | undefined {
  const { passkeyOrigin } = readSignInOptions();
  if (passkeyOrigin === null) return 'address';
  if (passkeyOrigin !== location.origin) return 'other-address';
  return 'PublicKeyCredential' in globalThis ? undefined : 'browser';
}

export const addPasskey = customMutation(
  async ({ name, password }: { name: string; password?: string }) => {
    const options = await call(passkeyEndpoints.beginPasskey, {
      body: password === undefined ? {} : { password },
    });
    const { startRegistration } = await loadLibrary();
    const credential = await explainFailure(() => startRegistration({ optionsJSON: options as never }));
    return call(passkeyEndpoints.addPasskey, { body: { name, credential } });
  },
  { invalidates: ['viewMe', 'listSessions'] },
);

export const signInWithPasskey = async () => {
  const credential = await requestAssertion(await call(passkeyEndpoints.beginPasskeySignIn));
  return call(passkeyEndpoints.completePasskeySignIn, { body: { credential } });
};

export const proveWithPasskey = async () => {
  const credential = await requestAssertion(await call(passkeyEndpoints.beginPasskeyProof));
  return call(passkeyEndpoints.provePasskey, { body: { credential } });
};

const loadLibrary = () => loadCode(() => import('@simplewebauthn/browser'));

async function requestAssertion(options: PasskeyOptions) {
  const { startAuthentication } = await loadLibrary();
  return explainFailure(() => startAuthentication({ optionsJSON: options as never }));
}

async function explainFailure<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw new PasskeyError(error);
  }
}
