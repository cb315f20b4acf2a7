import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Random } from '#system/random.ts';

/** Length of a key. */
export const KEY_BYTES = 32;

const CIPHER = 'aes-256-gcm';
const SEAL_VERSION = 'v1';
/** Version, key id, nonce, tag, text. */
const SEALED = /^v1\.([\da-f]{16})\.([\w-]{16})\.([\w-]{22})\.([\w-]*)$/;

/** The secret was encrypted with another key. */
export class KeyMismatchError extends Error {
  constructor() {
    super('A kept secret was encrypted with another key');
    this.name = 'KeyMismatchError';
  }
}

/** The ciphertext is invalid, or was sealed for another use. */
export class InvalidSecretError extends Error {
  constructor() {
    super('A kept secret cannot be read');
    this.name = 'InvalidSecretError';
  }
}

/** Encrypts secrets of a database with the program's key: CONSOLE_KEY, SERVICE_KEY. */
export interface SecretBox {
  /** Start of everything that was sealed with this key. */
  prefix: string;
  /** A secret sealed for one `use` cannot be opened for another. */
  seal(secret: string, use: string): string;
  /** @throws KeyMismatchError, InvalidSecretError */
  open(sealed: string, use: string): string;
}

/** Start of every sealed secret. */
export const SEALED_PREFIX = `${SEAL_VERSION}.`;

/** Returns true if a text is a sealed secret rather than a plain one. */
export function isSealed(text: string): boolean {
  return SEALED.test(text);
}

/** Stores secrets as they are, and cannot open sealed ones. */
const plainSecretBox: SecretBox = {
  prefix: '',
  seal: (secret) => secret,
  open() {
    throw new KeyMismatchError();
  },
};

/**
 * AES-256-GCM; a sealed secret is `v1.{key id}.{nonce}.{tag}.{text}`, the last three base64url. Without a key secrets are
 * stored as they are.
 */
export function createSecretBox(key: Uint8Array | undefined, random: Random): SecretBox {
  if (!key) return plainSecretBox;
  const keyId = createHash('sha256').update('console-key\n').update(key).digest('hex').slice(0, 16);
  const additionalData = (use: string) => Buffer.from(`${SEAL_VERSION}.${keyId}.${use}`);
  return {
    prefix: `${SEAL_VERSION}.${keyId}.`,
    seal(secret, use) {
      const nonce = random.bytes(12);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(additionalData(use));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'));
      return [SEAL_VERSION, keyId, ...parts].join('.');
    },
    open(sealed, use) {
      const [, sealedKeyId, ...parts] = SEALED.exec(sealed) ?? [];
      if (sealedKeyId === undefined) throw new InvalidSecretError();
      if (sealedKeyId !== keyId) throw new KeyMismatchError();
      const decoded = parts.map((part) => Buffer.from(part, 'base64url'));
      const [nonce, tag, text] = decoded as [Buffer, Buffer, Buffer];
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: 16 });
        decipher.setAAD(additionalData(use)).setAuthTag(tag);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        throw new InvalidSecretError();
      }
    },
  };
}

/** Opens a secret of a row; null: there is none; undefined: it was sealed with another key. Without a key none is sealed. */
export function openStoredSecret(
  secrets: SecretBox,
  stored: string | null,
  use: string,
): string | null | undefined {
  if (stored === null || !isSealed(stored)) return stored;
  try {
    return secrets.open(stored, use);
  } catch (error) {
    if (error instanceof KeyMismatchError || error instanceof InvalidSecretError) return undefined;
    throw error;
  }
}
