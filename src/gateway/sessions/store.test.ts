import { describe, expect, it } from 'vitest';
import type { Engine } from '#database/database.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import {
  type SessionRules,
  type Stage,
  createSession,
  deleteSessionById,
  deleteSessionsOfPerson,
  fetchExcessSessions,
  fetchRightsVersions,
  fetchSessions,
  findSession,
  isSessionOver,
} from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RULES: SessionRules = {
  sessions: { idleMs: 30 * MINUTE, absoluteMs: 12 * HOUR },
  requireSecondFactor: [],
};
const CLIENT = { address: '192.0.2.1', userAgent: 'x' };

async function open(engine: Engine) {
  const it = await openGatewayStore(engine);
  const { db, ana } = it;
  const find = (
    token: string,
    now: number,
    { isBackground = true, address = CLIENT.address, rules = RULES } = {},
  ) => findSession(db, token, { isBackground, address }, rules, now);
  return {
    ...it,
    create: (now = NOON, stage: Stage = 'in', person = ana) =>
      createSession(db, { personId: person.id, stage, ...CLIENT }, stampAt(now)),
    find,
    isOpen: async (...args: Parameters<typeof find>) => (await find(...args)) !== undefined,
    rows: () => db.selectFrom('session').selectAll().orderBy('id').execute(),
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  describe('a session', () => {
    it('keeps 200 characters of the name of its browser', async () => {
      await using it = await open(engine);
      const client = { ...CLIENT, userAgent: 'x'.repeat(201) };
      await createSession(it.db, { personId: it.ana.id, stage: 'in', ...client }, stampAt(NOON));
      expect((await it.rows()).map(({ user_agent }) => user_agent)).toEqual(['x'.repeat(200)]);
    });

    it('ends half an hour after its last use, and twelve hours after its start, says how much is left', async () => {
      await using it = await open(engine);
      const token = await it.create();
      expect(await it.find(token, NOON)).toMatchObject({
        endsInMs: 30 * MINUTE,
        endsAtLatestInMs: 12 * HOUR,
      });
      expect(await it.isOpen(token, NOON + 30 * MINUTE - 1)).toBe(true);
      expect(await it.isOpen(token, NOON + 30 * MINUTE)).toBe(false);
      await it.db
        .updateTable('session')
        .set({ seen_at: NOON + 12 * HOUR - MINUTE })
        .execute();
      expect(await it.find(token, NOON + 12 * HOUR - 1)).toMatchObject({ endsInMs: 1, endsAtLatestInMs: 1 });
      expect(await it.isOpen(token, NOON + 12 * HOUR)).toBe(false);
    });

    it('is used up to ten minutes by whoever has not finished signing in', async () => {
      await using it = await open(engine);
      for (const stage of ['second-factor', 'set-up-second-factor'] as const) {
        const token = await it.create(NOON, stage);
        expect(await it.isOpen(token, NOON + 10 * MINUTE - 1)).toBe(true);
        expect(await it.isOpen(token, NOON + 10 * MINUTE)).toBe(false);
      }
      expect(await it.isOpen(await it.create(), NOON + 10 * MINUTE)).toBe(true);
    });

    it.each([
      [0, true, false],
      [12 * HOUR - 1, false, false],
      [12 * HOUR, false, true],
      // It began while the clock was ahead.
      [-5 * MINUTE, true, false],
      [-5 * MINUTE - 1, false, true],
    ])('%i ms after its start is open: %s, and over: %s', async (later, isOpen, isOver) => {
      await using it = await open(engine);
      const token = await it.create();
      expect(await it.isOpen(token, NOON + later)).toBe(isOpen);
      const over = it.db
        .selectFrom('session')
        .select('id')
        .where((eb) => isSessionOver(eb, RULES.sessions.absoluteMs, NOON + later));
      expect(await over.execute()).toHaveLength(isOver ? 1 : 0);
    });

    it.each([
      [MINUTE - 1, false, CLIENT.address, false],
      [MINUTE, false, CLIENT.address, true],
      [MINUTE, true, CLIENT.address, false],
      [1, false, '192.0.2.2', true],
      [1, true, '192.0.2.2', false],
    ])(
      'notes a use after %i ms, in the background %s, from %s: %s',
      async (later, isBackground, address, isNoted) => {
        await using it = await open(engine);
        const token = await it.create();
        const other = await it.create();
        await it.find(token, NOON + later, { isBackground, address });
        const noted = (await it.rows()).filter(({ seen_at }) => seen_at === NOON + later);
        expect(noted.map((row) => row.address)).toEqual(isNoted ? [address] : []);
        expect(await it.isOpen(other, NOON)).toBe(true);
      },
    );

    it('notes uses more often where it ends sooner', async () => {
      await using it = await open(engine);
      const token = await it.create();
      const rules = { ...RULES, sessions: { idleMs: MINUTE, absoluteMs: HOUR } };
      await it.find(token, NOON + MINUTE / 10 - 1, { isBackground: false, rules });
      expect(await it.rows()).toMatchObject([{ seen_at: NOON }]);
      await it.find(token, NOON + MINUTE / 10, { isBackground: false, rules });
      expect(await it.rows()).toMatchObject([{ seen_at: NOON + MINUTE / 10 }]);
    });

    it('needs an enabled person, and the second factor that the role requires', async () => {
      await using it = await open(engine);
      const token = await it.create();
      const setting = await it.create(NOON, 'set-up-second-factor');
      const rules = { ...RULES, requireSecondFactor: ['partner' as const] };
      expect(await it.isOpen(token, NOON, { rules })).toBe(false);
      expect(await it.isOpen(setting, NOON, { rules })).toBe(true);
      expect(await it.isOpen(token, NOON, { rules: { ...RULES, requireSecondFactor: ['seller'] } })).toBe(
        true,
      );
      await it.db
        .updateTable('person')
        .set({ second_factor_secret: 'x' })
        .where('id', '=', it.ana.id)
        .execute();
      expect(await it.isOpen(token, NOON, { rules })).toBe(true);
      await it.db.updateTable('person').set({ disabled_at: NOON }).where('id', '=', it.ana.id).execute();
      expect(await it.isOpen(token, NOON)).toBe(false);
    });
  });

  it('rights are those of full sessions that are open', async () => {
    await using it = await open(engine);
    await it.create(NOON);
    await it.create(NOON, 'second-factor');
    await it.create(NOON - 30 * MINUTE);
    await it.create(NOON, 'in', it.bea);
    const rows = await it.rows();
    const ids = rows.filter(({ person_id }) => person_id === it.ana.id).map(({ id }) => id);
    const versions = await fetchRightsVersions(it.db, RULES, NOON, ids);
    const own = rows.find(
      ({ person_id, stage, seen_at }) => person_id === it.ana.id && stage === 'in' && seen_at === NOON,
    );
    expect([...versions.keys()]).toEqual([own?.id]);
    await it.db.updateTable('person').set({ disabled_at: NOON }).where('id', '=', it.ana.id).execute();
    expect(await fetchRightsVersions(it.db, RULES, NOON, ids)).toEqual(new Map());
  });

  it('sessions of a person are listed and counted as most recently used, by kind', async () => {
    await using it = await open(engine);
    const used = [NOON + 3, NOON + 1, NOON + 2];
    for (const at of used) await it.create(at);
    await it.create(NOON, 'second-factor');
    await it.create(NOON, 'in', it.bea);
    const listed = await fetchSessions(it.db, { personId: it.ana.id, current: '' }, RULES, NOON + 9);
    expect(listed.map(({ seenAt }) => seenAt)).toEqual([NOON + 3, NOON + 2, NOON + 1]);
    const excess = async (stage: Stage, limit: number) =>
      (await fetchExcessSessions(it.db, it.ana.id, stage, limit)).length;
    expect([await excess('in', 3), await excess('in', 2), await excess('in', 0)]).toEqual([0, 1, 3]);
    expect(await fetchExcessSessions(it.db, it.ana.id, 'in', 2)).toEqual([listed[2]?.id]);
    expect([await excess('set-up-second-factor', 0), await excess('second-factor', 1)]).toEqual([1, 0]);
  });

  it('sessions are ended by their person alone, all or all but one', async () => {
    await using it = await open(engine);
    for (let one = 0; one < 3; one++) await it.create();
    await it.create(NOON, 'in', it.bea);
    const first = (await it.rows()).find(({ person_id }) => person_id === it.ana.id);
    expect(await deleteSessionById(it.db, it.bea.id, first?.id ?? '')).toBe(false);
    await deleteSessionsOfPerson(it.db, it.ana.id, first?.id);
    expect(
      (await it.rows()).map(({ person_id }) => person_id).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual([it.ana.id, it.bea.id].toSorted((a, b) => a.localeCompare(b)));
    expect(await deleteSessionById(it.db, it.ana.id, first?.id ?? '')).toBe(true);
    expect(await it.rows()).toMatchObject([{ person_id: it.bea.id }]);
    await deleteSessionsOfPerson(it.db, it.bea.id);
    expect(await it.rows()).toEqual([]);
  });
});
