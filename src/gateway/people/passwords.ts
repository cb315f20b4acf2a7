import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { refusal } from '#gateway/problems.ts';
import { COST } from './password-cost.ts';

const derive = promisify(argon2);

const MOST_AT_ONCE = 2;
// decided: about half a second's work; who comes later is told to come again.
const MOST_WAITING = 50;
const BUSY_SECONDS = '2';

// Without the letters and digits that are mistaken for one another.
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random secret that can be read aloud: so many groups of five characters, 24 bits each. */
export function readable(groups: number): string {
  const group = () => Array.from({ length: 5 }, () => READABLE.charAt(randomInt(READABLE.length))).join('');
  return Array.from({ length: groups }, group).join('-');
}

export function newPassword(): string {
  return readable(4);
}

/**
 * Argon2id in PHC form.
 * @throws ProblemError `busy`
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return phc(nonce, await argon2id({ ...COST, message: password, nonce }));
}

/**
 * Argon2id with a salt that is known, so that a short secret is found by its hash.
 * @throws ProblemError `busy`
 */
export async function hashWithSalt(secret: string, salt: string): Promise<string> {
  return (await argon2id({ ...COST, message: secret, nonce: Buffer.from(salt) })).toString('hex');
}

function phc(nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Of no password. */
const DUMMY = phc(randomBytes(16), randomBytes(COST.tagLength));

/**
 * Compares in constant time; without a hash (nobody of that mail) it takes as long and is false.
 * @throws ProblemError `busy`
 */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(hash ?? DUMMY) ?? [];
  if (!nonce || !tag) throw new Error('A stored password is not in the expected form');
  const expected = Buffer.from(tag, 'base64');
  const made = await argon2id({
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(made, expected) && hash !== undefined;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

let running = 0;
const waiting: (() => void)[] = [];

/** Each takes 19 MiB and a thread: never more than two at a time, and the line has an end. */
async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  if (running < MOST_AT_ONCE) running += 1;
  else if (waiting.length >= MOST_WAITING)
    throw refusal('busy', { headers: { 'retry-after': BUSY_SECONDS } });
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await derive('argon2id', parameters);
  } finally {
    // The place goes to the next in line, who does not count itself again.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
