import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createProblem } from '#gateway/problems.ts';
import { PASSWORD_COST } from './password-cost.ts';

const derive = promisify(argon2);

const MAX_CONCURRENT = 2;
// decided: about half a second of work; further calls are refused as `busy`.
const MAX_QUEUED = 50;
const RETRY_AFTER_S = '2';

// Without letters and digits that look alike.
const READABLE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Random secret that can be read aloud: groups of five characters, 24 bits each. */
export function generateReadableSecret(groups: number): string {
  const group = () =>
    Array.from({ length: 5 }, () => READABLE_CHARACTERS.charAt(randomInt(READABLE_CHARACTERS.length))).join(
      '',
    );
  return Array.from({ length: groups }, group).join('-');
}

export function generatePassword(): string {
  return generateReadableSecret(4);
}

/**
 * Argon2id in PHC format.
 * @throws ProblemError `busy`
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return formatPhc(nonce, await argon2id({ ...PASSWORD_COST, message: password, nonce }));
}

/**
 * Argon2id with a given salt, so that a secret can be looked up by its hash. Hexadecimal.
 * @throws ProblemError `busy`
 */
export async function hashWithSalt(secret: string, salt: string): Promise<string> {
  return (await argon2id({ ...PASSWORD_COST, message: secret, nonce: Buffer.from(salt) })).toString('hex');
}

function formatPhc(nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${PASSWORD_COST.memory},t=${PASSWORD_COST.passes},p=${PASSWORD_COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Hash of an unknown password. */
const DUMMY_HASH = formatPhc(randomBytes(16), randomBytes(PASSWORD_COST.tagLength));

/**
 * Compares in constant time; without a hash (unknown mail) it takes the same time and returns false.
 * @throws ProblemError `busy`
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = PHC_PATTERN.exec(hash ?? DUMMY_HASH) ?? [];
  if (!nonce || !tag) throw new Error('A stored password is not in the expected form');
  const expected = Buffer.from(tag, 'base64');
  const computed = await argon2id({
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(computed, expected) && hash !== undefined;
}

const PHC_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

let running = 0;
const queue: (() => void)[] = [];

/** Each hash takes 19 MiB and a thread: runs at most `MAX_CONCURRENT`, with a bounded queue. */
async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  if (running < MAX_CONCURRENT) running += 1;
  else if (queue.length >= MAX_QUEUED)
    throw createProblem('busy', { headers: { 'retry-after': RETRY_AFTER_S } });
  else await new Promise<void>((resolve) => queue.push(resolve));
  try {
    return await derive('argon2id', parameters);
  } finally {
    // The slot passes to the next in the queue, which is counted already.
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
