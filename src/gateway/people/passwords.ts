import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '#system/random.ts';
import { runHash } from './hash-queue.ts';
import { PASSWORD_COST } from './password-cost.ts';

const derive = promisify(argon2);

// Letters and digits that look alike are left out.
const READABLE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Random secret that can be read aloud: groups of five characters, 24 bits each. */
export function generateReadableSecret(groups: number, random: Random): string {
  const group = () =>
    Array.from({ length: 5 }, () =>
      READABLE_CHARACTERS.charAt(random.integer(READABLE_CHARACTERS.length)),
    ).join('');
  return Array.from({ length: groups }, group).join('-');
}

export function generatePassword(random: Random): string {
  return generateReadableSecret(4, random);
}

/**
 * Argon2id in PHC format. `client` is the network or the person that waits for it.
 * @throws ProblemError `busy`
 */
export async function hashPassword(password: string, client: string, random: Random): Promise<string> {
  const nonce = random.bytes(16);
  return formatPhc(nonce, await argon2id({ ...PASSWORD_COST, message: password, nonce }, client));
}

/**
 * Argon2id with a given salt, so that a secret can be looked up by its hash. Hexadecimal.
 * @throws ProblemError `busy`
 */
export async function hashWithSalt(secret: string, { salt, client }: { salt: string; client: string }) {
  const parameters = { ...PASSWORD_COST, message: secret, nonce: Buffer.from(salt) };
  return (await argon2id(parameters, client)).toString('hex');
}

function formatPhc(nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${PASSWORD_COST.memory},t=${PASSWORD_COST.passes},p=${PASSWORD_COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Hash of no password. */
const DUMMY_HASH = formatPhc(Buffer.alloc(16), Buffer.alloc(PASSWORD_COST.tagLength));

/**
 * Compares in constant time; without a hash (unknown mail) it takes the same time and returns false.
 * @throws ProblemError `busy`
 */
export async function verifyPassword(password: string, hash: string | undefined, client: string) {
  const [, memory, passes, parallelism, nonce, tag] = PHC_PATTERN.exec(hash ?? DUMMY_HASH) ?? [];
  if (!nonce || !tag) throw new Error('A stored password is not in the expected form');
  const expected = Buffer.from(tag, 'base64');
  const parameters = {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  const computed = await argon2id(parameters, client);
  return timingSafeEqual(computed, expected) && hash !== undefined;
}

const PHC_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function argon2id(parameters: Argon2Parameters, client: string): Promise<Buffer> {
  return runHash(client, () => derive('argon2id', parameters));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
