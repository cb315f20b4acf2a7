import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Random } from '#system/random.ts';
import { BackupError } from './backup-error.ts';

/** Secrets that an installation needs beside its databases. */
export const Secrets = z.object({
  appKey: z.string(),
  appSecret: z.string(),
  consoleKey: z.optional(z.string()),
  serviceKey: z.optional(z.string()),
});
export type Secrets = z.infer<typeof Secrets>;

const SealedSecrets = z.object({
  kdf: z.literal('scrypt'),
  cost: z.number().check(z.maximum(2 ** 20)),
  salt: z.string(),
  cipher: z.literal('aes-256-gcm'),
  nonce: z.string(),
  tag: z.string(),
  text: z.string(),
});

/** Takes half a second and 128 MiB. */
const COST = 2 ** 17;
const BLOCK_SIZE = 8;
const DERIVED_KEY_BYTES = 32;

const deriveKey = (passphrase: string, salt: Buffer, cost: number): Promise<Buffer> =>
  promisify<string, Buffer, number, object, Buffer>(scrypt)(passphrase, salt, DERIVED_KEY_BYTES, {
    N: cost,
    r: BLOCK_SIZE,
    maxmem: 2 * 128 * cost * BLOCK_SIZE,
  });

/** Encrypts secrets with a key that is derived from a passphrase. */
export async function sealSecrets(secrets: Secrets, passphrase: string, random: Random): Promise<string> {
  const [salt, nonce] = [random.bytes(16), random.bytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, COST), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const [encodedSalt, encodedNonce, tag, encodedText] = [salt, nonce, cipher.getAuthTag(), text].map((part) =>
    part.toString('base64'),
  );
  return JSON.stringify({
    kdf: 'scrypt',
    cost: COST,
    salt: encodedSalt,
    cipher: 'aes-256-gcm',
    nonce: encodedNonce,
    tag,
    text: encodedText,
  });
}

/** @throws BackupError when the passphrase is another one */
export async function openSecrets(sealed: string, passphrase: string): Promise<Secrets> {
  const { cost, ...parts } = SealedSecrets.parse(JSON.parse(sealed));
  const decode = (name: 'salt' | 'nonce' | 'tag' | 'text') => Buffer.from(parts[name], 'base64');
  const key = await deriveKey(passphrase, decode('salt'), cost);
  const decipher = createDecipheriv('aes-256-gcm', key, decode('nonce'), { authTagLength: 16 });
  decipher.setAuthTag(decode('tag'));
  try {
    const text = Buffer.concat([decipher.update(decode('text')), decipher.final()]);
    return Secrets.parse(JSON.parse(text.toString()));
  } catch (cause) {
    throw new BackupError('BACKUP_PASSPHRASE is not the one that the secrets were sealed with.', { cause });
  }
}
