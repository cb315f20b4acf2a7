import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import type { Engine } from '#database/database.ts';
import { createSession, isSessionOpen } from '#gateway/sessions/store.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import {
  activateSecondFactor,
  beginSecondFactor,
  deleteSecondFactors,
  isRecoveryCode,
  proveSecondFactor,
  replaceRecoveryCodes,
} from './store.ts';

const STEP = 30_000;

/** A person with a second factor, last used a day ago. */
async function open(engine: Engine) {
  const it = await openGatewayStore(engine);
  const { db, ana } = it;
  const deps = { db, secrets: createSecretBox(Buffer.alloc(32, 7), systemRandom), random: systemRandom };
  const sessions = new Set<string>();
  const begin = async (person = ana) => {
    const { secret } = await beginSecondFactor(deps, person);
    return (at: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
  };
  const openSession = async (person = ana) => {
    await createSession(db, { personId: person.id, stage: 'in', address: '', userAgent: '' }, stampAt(NOON));
    const rows = await db.selectFrom('session').select('id').execute();
    const id = rows.map((row) => row.id).find((one) => !sessions.has(one)) ?? '';
    sessions.add(id);
    return id;
  };
  const session = await openSession();
  const codeAt = await begin();
  const codes = await activateSecondFactor(
    deps,
    { ...ana, session },
    codeAt(NOON - 86_400_000),
    stampAt(NOON - 86_400_000),
  );
  if (typeof codes === 'string') throw new Error(codes);
  return {
    ...it,
    deps,
    begin,
    openSession,
    session,
    codeAt,
    codes,
    prove: (code: string, now = NOON, person = ana) => proveSecondFactor(deps, person, code, now),
    activate: (code: string, of = session) =>
      activateSecondFactor(deps, { ...ana, session: of }, code, stampAt(NOON)),
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  describe('a code of the authenticator', () => {
    it.each([
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ])('of %i half minutes from now is right: %s', async (steps, isRight) => {
      await using it = await open(engine);
      expect(await it.prove(it.codeAt(NOON + steps * STEP))).toBe(isRight);
    });

    it('is right once, and no earlier one is right after it', async () => {
      await using it = await open(engine);
      expect(await it.prove(it.codeAt(NOON))).toBe(true);
      expect(await it.prove(it.codeAt(NOON))).toBe(false);
      expect(await it.prove(it.codeAt(NOON - STEP))).toBe(false);
      expect(await it.prove(it.codeAt(NOON + STEP))).toBe(true);
    });

    it.each([
      [1, false],
      [2, true],
    ])('is right after one %i half minutes ahead of the clock was used: %s', async (steps, isRight) => {
      await using it = await open(engine);
      const second_factor_step = Math.floor(NOON / STEP) + steps;
      await it.db.updateTable('person').set({ second_factor_step }).execute();
      expect(await it.prove(it.codeAt(NOON))).toBe(isRight);
    });

    it('is right for its person alone, and for nobody without a second factor', async () => {
      await using it = await open(engine);
      expect(await it.prove(it.codeAt(NOON), NOON, it.bea)).toBe(false);
      await deleteSecondFactors(it.db, it.ana.id);
      expect(await it.prove(it.codeAt(NOON))).toBe(false);
      expect(await it.prove(it.codes[0] ?? '')).toBe(false);
    });
  });

  describe('a recovery code', () => {
    it('is right once, for its person', async () => {
      await using it = await open(engine);
      expect(it.codes).toHaveLength(10);
      const [first = '', second = ''] = it.codes;
      expect(await it.prove(first, NOON, it.bea)).toBe(false);
      expect([await it.prove(first), await it.prove(first)]).toEqual([true, false]);
      expect(await it.prove(` ${second.toUpperCase().replace('-', ' ')}`)).toBe(true);
    });

    it('is replaced with all of its person, and of nobody else', async () => {
      await using it = await open(engine);
      const others = await replaceRecoveryCodes(it.db, it.bea.id, systemRandom);
      const fresh = await replaceRecoveryCodes(it.db, it.ana.id, systemRandom);
      expect(await it.prove(it.codes[0] ?? '')).toBe(false);
      expect(await it.prove(fresh[0] ?? '')).toBe(true);
      expect(await it.prove(others[0] ?? '', NOON, it.bea)).toBe(true);
    });

    it.each([
      ['123456', false],
      [' 123-456 ', false],
      ['12345', true],
      ['1234567', true],
      ['abcde-fghij', true],
    ])('is told from one of the authenticator: %s %s', (code, is) => {
      expect(isRecoveryCode(code)).toBe(is);
    });
  });

  describe('a new second factor', () => {
    it('is active with a right code, ends the person’s other sessions and replaces the codes', async () => {
      await using it = await open(engine);
      const [other, ofBea] = [await it.openSession(), await it.openSession(it.bea)];
      const codeAt = await it.begin();
      expect(await it.activate('000000')).toBe('wrong');
      expect(await it.prove(it.codeAt(NOON))).toBe(true);
      const codes = await it.activate(codeAt(NOON));
      expect(codes).toHaveLength(10);
      expect(await isSessionOpen(it.db, it.session)).toBe(true);
      expect(await isSessionOpen(it.db, ofBea)).toBe(true);
      expect(await isSessionOpen(it.db, other)).toBe(false);
      expect(await it.prove(it.codes[0] ?? '')).toBe(false);
      expect(await it.prove(it.codeAt(NOON + STEP))).toBe(false);
      expect(await it.prove(codeAt(NOON))).toBe(false);
      expect(await it.prove(codeAt(NOON + STEP))).toBe(true);
      expect(await it.activate(codeAt(NOON))).toBe('nothing');
    });

    it('is not activated by a session that has ended', async () => {
      await using it = await open(engine);
      const codeAt = await it.begin();
      await expect(it.activate(codeAt(NOON), 'ended')).rejects.toMatchObject({
        problem: { Type: '/problems/sign-in-required' },
      });
      expect(await it.prove(it.codeAt(NOON))).toBe(true);
    });
  });
});
