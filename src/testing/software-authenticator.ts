import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import * as z from 'zod/mini';
import type { AddPasskey, PasskeyAssertion } from '#contract/desk/passkeys.ts';

const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

const Options = z.object({
  challenge: z.string(),
  user: z.optional(z.object({ id: z.string() })),
});

/** An authenticator with one ES256 key. Its settings can be changed to those of a forged or broken one. */
export interface SoftwareAuthenticator {
  origin: string;
  rpId: string;
  verifiesUser: boolean;
  /** Uses so far; `NaN`: it does not count. */
  counter: number;
  credentialId: string;
  userHandle: string | undefined;
  create: (options: unknown) => AddPasskey['credential'];
  get: (options: unknown) => PasskeyAssertion;
}

export function createSoftwareAuthenticator(
  settings: Partial<SoftwareAuthenticator> = {},
): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  );

  const createAuthenticatorData = (flags: number, rest: readonly Uint8Array[] = []) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(FLAGS.present | (authenticator.verifiesUser ? FLAGS.verified : 0) | flags);
    head.writeUInt32BE(authenticator.counter || 0, 1);
    return Buffer.concat([sha256(authenticator.rpId), head, ...rest]);
  };
  const createClientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: authenticator.origin, crossOrigin: false }));

  const authenticator: SoftwareAuthenticator = {
    origin: 'http://localhost:4000',
    rpId: 'localhost',
    verifiesUser: true,
    counter: 0,
    credentialId: randomBytes(16).toString('base64url'),
    userHandle: undefined,

    create(options) {
      const { challenge, user } = Options.parse(options);
      authenticator.userHandle = user?.id;
      const credential = Buffer.from(authenticator.credentialId, 'base64url');
      const length = Buffer.from([0, credential.length]);
      const authData = createAuthenticatorData(FLAGS.hasCredential, [
        Buffer.alloc(16),
        length,
        credential,
        coseKey,
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return {
        id: authenticator.credentialId,
        response: {
          clientDataJSON: createClientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    get(options) {
      const { challenge } = Options.parse(options);
      authenticator.counter += 1;
      const authData = createAuthenticatorData(0);
      const clientData = createClientData('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return {
        id: authenticator.credentialId,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: authenticator.userHandle,
        },
      };
    },
    ...settings,
  };
  return authenticator;
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
