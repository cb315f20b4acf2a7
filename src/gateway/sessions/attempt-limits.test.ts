import { expect, it } from 'vitest';
import type { SharedRateLimit } from '#database/shared-rate-limiter.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { onEachEngine } from '#testing/engines.ts';
import {
  ACCOUNT_LIMIT,
  ADDRESS_LIMIT,
  LINK_LIMIT,
  PAIR_LIMIT,
  PASSWORD_CONFIRMATION_LIMIT,
  PERSON_CODE_LIMIT,
  RECOVERY_MAIL_LIMIT,
  RECOVERY_REQUEST_LIMIT,
  SESSION_CODE_LIMIT,
  consumeAttempt,
  consumeAttempts,
  limitsByAddress,
  resetAttempts,
} from './attempts.ts';

const MINUTE = 60_000;

onEachEngine((engine) => {
  it.each<[SharedRateLimit, number, number]>([
    [ADDRESS_LIMIT, 100, 15],
    [SESSION_CODE_LIMIT, 5, 15],
    [PERSON_CODE_LIMIT, 100, 24 * 60],
    [PASSWORD_CONFIRMATION_LIMIT, 10, 15],
    [LINK_LIMIT, 30, 15],
    [RECOVERY_REQUEST_LIMIT, 30, 15],
    [RECOVERY_MAIL_LIMIT, 3, 60],
  ])('a limit allows %j: %i within %i min', async (limit, count, minutes) => {
    await using it = await openGatewayStore(engine);
    const attempt = async (at: number) => 'count' in (await consumeAttempt(it.db, limit, 'a', NOON + at));
    for (let one = 0; one < count; one++) expect(await attempt(one)).toBe(true);
    expect(await attempt(minutes * MINUTE - 1)).toBe(false);
    expect(await attempt(minutes * MINUTE)).toBe(true);
  });

  it.each<[SharedRateLimit, number[]]>([
    [PAIR_LIMIT, [0, 0, 0, 1, 2, 4, 8, 16, 30, 60]],
    [ACCOUNT_LIMIT, Array.from({ length: 60 }, (_, at) => (at < 20 ? 0 : 60))],
  ])('sign-in waits before its attempts by the limit %j as %j s', async (limit, waits) => {
    await using it = await openGatewayStore(engine);
    let now = NOON;
    for (const wait of waits) {
      const early = wait > 0 ? await consumeAttempt(it.db, limit, 'a', now + wait * 1000 - 1) : undefined;
      expect(early).toEqual(wait > 0 ? { retryAfterS: 1 } : undefined);
      now += wait * 1000;
      expect(await consumeAttempt(it.db, limit, 'a', now)).toMatchObject({ count: expect.any(Number) });
    }
    const left = Math.ceil((NOON + limit.windowMs - now) / 1000);
    expect(await consumeAttempt(it.db, limit, 'a', now)).toEqual({ retryAfterS: left });
  });

  it('a refused attempt costs none of the other limits', async () => {
    await using it = await openGatewayStore(engine);
    const [many, few] = [
      { name: 'many', max: 5, windowMs: MINUTE },
      { name: 'few', max: 1, windowMs: MINUTE },
    ];
    const both = () => consumeAttempts(it.db, { many: [many, 'a'], few: [few, 'a'] }, NOON + 10_000);
    await both();
    await expect(both()).rejects.toMatchObject({
      problem: { Type: '/problems/too-many-attempts', Status: 429 },
      headers: { 'retry-after': '60' },
    });
    expect(await it.db.selectFrom('rate_limit').select(['name', 'count']).orderBy('name').execute()).toEqual([
      { name: 'few', count: 1 },
      { name: 'many', count: 1 },
    ]);
  });

  it('a network has five times the attempts of an address', () => {
    expect(limitsByAddress(LINK_LIMIT, '192.0.2.1').byNetwork).toBeUndefined();
    const { byAddress, byNetwork } = limitsByAddress(LINK_LIMIT, '2001:db8:1:2:3::4');
    expect(byAddress[0]).toBe(LINK_LIMIT);
    expect(byNetwork?.[0]).toMatchObject({ max: 150, windowMs: 15 * MINUTE });
    expect(byNetwork?.[1]).toBe(limitsByAddress(LINK_LIMIT, '2001:db8:1:ffff::1').byNetwork?.[1]);
    expect(byAddress[1]).not.toBe(limitsByAddress(LINK_LIMIT, '2001:db8:1:3::1').byAddress[1]);
    expect(byNetwork?.[1]).not.toBe(limitsByAddress(LINK_LIMIT, '2001:db8:2:2::1').byNetwork?.[1]);
  });

  it('a recovery resets the limits of its person and address, and no others', async () => {
    await using it = await openGatewayStore(engine);
    const { ana, bea } = it;
    const address = '192.0.2.1';
    const use = (limit: SharedRateLimit, subject: string) => consumeAttempt(it.db, limit, subject, NOON);
    for (const { id, mail } of [ana, bea]) {
      await use(ACCOUNT_LIMIT, mail);
      await use(PERSON_CODE_LIMIT, id);
      await use(PAIR_LIMIT, `${mail}\n${address}`);
    }
    await use(ADDRESS_LIMIT, address);
    const names = async () =>
      (await it.db.selectFrom('rate_limit').select('name').orderBy('name').execute()).map(({ name }) => name);
    await resetAttempts(it.db, ana);
    expect(await names()).toEqual(['account', 'address', 'codes-of-person', 'pair', 'pair']);
    await resetAttempts(it.db, ana, [address]);
    expect(await names()).toEqual(['account', 'address', 'codes-of-person', 'pair']);
  });
});
