import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// 19 MiB, two passes (OWASP): about 20 ms.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const MOST_AT_ONCE = 2;

/** Without the letters and digits that are mistaken for one another. */
export const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random password that can be read aloud: four groups of five, 99 bits. */
export function newPassword(): string {
  const group = () => Array.from({ length: 5 }, () => READABLE.charAt(randomInt(READABLE.length))).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** Argon2id in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2id({ ...COST, message: password, nonce });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

let dummy: Promise<string> | undefined;

/** Compares in constant time; without a hash (nobody of that mail) it takes as long and is false. */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  dummy ??= hashPassword(newPassword());
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(hash ?? (await dummy)) ?? [];
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

/** Each takes 19 MiB and a thread: never more than two at a time. */
async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  if (running < MOST_AT_ONCE) running += 1;
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
