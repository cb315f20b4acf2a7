import type * as Crypto from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { systemRandom } from '#system/random.ts';
import { openWorld, signIn } from '#testing/gateway-world.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';

const hashing = vi.hoisted(() => ({ now: 0, most: 0, costs: [] as unknown[] }));

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>();
  const argon2: typeof Crypto.argon2 = (algorithm, parameters, done) => {
    const { memory, passes, parallelism, tagLength } = parameters;
    hashing.costs.push({ memory, passes, parallelism, tagLength });
    hashing.now += 1;
    hashing.most = Math.max(hashing.most, hashing.now);
    crypto.argon2(algorithm, parameters, (error, key) => {
      hashing.now -= 1;
      done(error, key);
    });
  };
  return { ...crypto, argon2 };
});

vi.unmock('#gateway/people/password-cost.ts');

describe('a password', () => {
  it('is kept in PHC form with a salt of its own', async () => {
    const hashes = await Promise.all([
      hashPassword('contraseña', 'a', systemRandom),
      hashPassword('contraseña', 'a', systemRandom),
    ]);
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('matches itself and nothing else', async () => {
    const hash = await hashPassword('contraseña', 'a', systemRandom);
    expect(await verifyPassword('contraseña', hash, 'a')).toBe(true);
    for (const other of ['contraseñ', 'contraseña ', 'Contraseña', '', 'contrasen\u0303a'])
      expect(await verifyPassword(other, hash, 'a')).toBe(false);
  });

  it('matches a hash that the reference implementation made, at another cost', async () => {
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', hash, 'a')).toBe(true);
    expect(await verifyPassword('passwort', hash, 'a')).toBe(false);
  });

  it('the hash for unknown people never matches', async () => {
    expect(await verifyPassword('contraseña', undefined, 'a')).toBe(false);
  });

  it('cannot be judged by a hash in another form', async () => {
    await expect(verifyPassword('x', '$2b$10$abc', 'a')).rejects.toThrow('not in the expected form');
  });

  it('made here can be read aloud', () => {
    const made = Array.from({ length: 200 }, () => generatePassword(systemRandom));
    for (const password of made) expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
    expect(new Set(made).size).toBe(200);
  });
});

// Otherwise reply times reveal who has an account.
it('a password is hashed once for whoever signs in: somebody, somebody disabled and nobody', async () => {
  await using world = await openWorld();
  const { db, ...database } = await openGatewayDatabase(world.config.database);
  await db.updateTable('person').set({ disabled_at: 1 }).where('mail', '=', world.mail('support')).execute();
  await database.close();
  for (const mail of [world.mail('seller'), world.mail('support'), 'nadie@vitrina.example']) {
    hashing.costs.length = 0;
    expect((await signIn(world.call, { mail, password: 'otra' })).statusCode).toBe(401);
    expect(hashing.costs).toEqual([{ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }]);
  }
});

it('at most two hashes are computed at a time, and all of them are', async () => {
  hashing.most = 0;
  const hashes = await Promise.all(Array.from({ length: 9 }, () => hashPassword('x', 'a', systemRandom)));
  expect(new Set(hashes).size).toBe(9);
  expect(hashing.most).toBe(2);
});
