import { sql } from 'kysely';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase } from '#testing/engines.ts';
import { startDatabaseClock } from '#database/clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe.skipIf(inject('databases').postgresUrl === null)('the clock on PostgreSQL', () => {
  it('is the server’s, however that of this machine is set', async () => {
    await using clone = await cloneDatabase('postgres', 'gateway');
    const database = await openGatewayDatabase(clone.target);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(0);
    const clock = await startDatabaseClock(database);
    vi.setSystemTime(Date.parse('2099-01-01'));
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database.db);
    expect(Math.abs(clock.now() - (rows[0]?.at.getTime() ?? 0))).toBeLessThan(500);
    expect(Number.isInteger(clock.now())).toBe(true);
    clock.stop();
    await database.close();
  });
});

it('the clock is the machine’s on SQLite', async () => {
  await using clone = await cloneDatabase('sqlite', 'gateway');
  const database = await openGatewayDatabase(clone.target);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(1000);
  const clock = await startDatabaseClock(database);
  expect(clock.now()).toBe(1000);
  clock.stop();
  await database.close();
});

it('a clock that was set is logged once, with how far', async () => {
  await using clone = await cloneDatabase('sqlite', 'gateway');
  const database = await openGatewayDatabase(clone.target);
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
  const clock = await startDatabaseClock(database);
  const warn = vi.fn<(fields: object, message: string) => void>();
  clock.logJumpsTo({ warn });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(warn).not.toHaveBeenCalled();
  const day = 86_400_000;
  vi.setSystemTime(Date.now() + 500 * day);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(warn.mock.calls).toEqual([
    [{ jumpMs: 500 * day, engine: 'sqlite' }, expect.stringContaining('the clock was set')],
  ]);
  clock.stop();
  await database.close();
});
