import { describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#contract/durations.ts';
import { startOfDay } from '#contract/window.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { syncAgencies } from './absent-agencies.ts';
import { catchUp, findMissingDays } from './catch-up.ts';

const [A, B] = ['a@x.example', 'b@x.example'];
const zone = 'America/Argentina/Buenos_Aires';
const SCOPE = { agencies: undefined, ownInquiriesIn: [], operator: '' };
const SINCE = NOON - 5000;

interface Columns {
  swept_at?: number;
  failing_since?: number;
  failure?: string;
  due_at?: number;
  full_read_at?: number;
}

async function open() {
  const store = await openGatewayStore('sqlite');
  const { db } = store;
  await syncAgencies(
    db,
    [A, B].map((adminMail) => ({ adminMail })),
    NOON,
  );
  const clock = createManualClock(NOON);
  const wake = vi.fn();
  return {
    ...store,
    clock,
    wake,
    set: (agency: string, columns: Columns) =>
      db.updateTable('indexed_agency').set(columns).where('agency_key', '=', agency).execute(),
    /** Catches up, and tells after how long. */
    async catchUp({ hasSweeps = true, signal = new AbortController().signal } = {}) {
      const startedAt = clock.now();
      const ended: number[] = [];
      const done = catchUp({ db, now: clock.now, clock, wake, hasSweeps }, SCOPE, signal).finally(() =>
        ended.push(clock.now() - startedAt),
      );
      while (ended.length === 0) await clock.advance(100);
      expect(await done).toBe(startedAt - 5000);
      return ended[0];
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

describe('before a list is read whole, what is new in it is waited for', () => {
  it.each<[string, Columns, number]>([
    ['was swept five seconds ago', { swept_at: SINCE }, 0],
    ['was swept before', { swept_at: SINCE - 1 }, 20_000],
    ['was never swept', { due_at: NOON + 9 }, 20_000],
    ['fails', { failing_since: NOON - 1, failure: 'upstream-failed', due_at: NOON + MINUTE_MS }, 20_000],
    [
      'is refused by a limit',
      { failing_since: 1, failure: 'too-many-requests', due_at: NOON + MINUTE_MS },
      0,
    ],
  ])('of an agency that %s', async (_, columns, expected) => {
    await using it = await open();
    await it.set(A, { swept_at: NOON });
    await it.db
      .updateTable('indexed_agency')
      .set({ due_at: NOON + 9 })
      .execute();
    await it.set(B, columns);
    expect(await it.catchUp()).toBe(expected);
    expect(it.wake.mock.calls).toEqual([['sweeps']]);
    const due = await it.db.selectFrom('indexed_agency').select(['agency_key', 'due_at']).execute();
    expect(new Map(due.map(({ agency_key, due_at }) => [agency_key, due_at <= NOON]))).toEqual(
      new Map([
        [A, false],
        [B, expected > 0],
      ]),
    );
  });

  it('until it is swept, or the person goes, and not where nothing sweeps', async () => {
    await using it = await open();
    it.clock.setTimer(() => void it.db.updateTable('indexed_agency').set({ swept_at: NOON }).execute(), 500);
    expect(await it.catchUp({ signal: AbortSignal.abort() })).toBe(0);
    expect(await it.catchUp({ hasSweeps: false })).toBe(0);
    expect(it.wake).toHaveBeenCalledOnce();
  });
});

const day = (text: string, offset = 0) => startOfDay(text, zone) + offset;

it.each<[string, Columns, [string | undefined, string | undefined], object[]]>([
  ['was swept since', { full_read_at: 1, swept_at: SINCE }, [undefined, undefined], []],
  [
    'was swept before',
    { full_read_at: 1, swept_at: SINCE - 1 },
    [undefined, undefined],
    [{ desde: '2026-11-20', hasta: '2026-11-20', reason: 'stale' }],
  ],
  [
    'was swept days before',
    { full_read_at: 1, swept_at: day('2026-11-18', -1) },
    ['2026-11-16', '2026-11-30'],
    [{ desde: '2026-11-17', hasta: '2026-11-20', reason: 'stale' }],
  ],
  [
    'was swept days before, in later days',
    { full_read_at: 1, swept_at: day('2026-11-18') },
    ['2026-11-19', '2026-11-19'],
    [{ desde: '2026-11-19', hasta: '2026-11-19', reason: 'stale' }],
  ],
  [
    'was swept that day, to its end',
    { full_read_at: 1, swept_at: day('2026-11-18') },
    [undefined, '2026-11-18'],
    [{ desde: '2026-11-18', hasta: '2026-11-18', reason: 'stale' }],
  ],
  ['was swept after them', { full_read_at: 1, swept_at: day('2026-11-18') }, [undefined, '2026-11-17'], []],
  [
    'was not read whole',
    { swept_at: NOON },
    [undefined, undefined],
    [{ desde: '2026-08-22', hasta: '2026-11-20', reason: 'filling' }],
  ],
  ['was never swept since', { full_read_at: 1 }, ['2026-11-21', undefined], []],
])('days may lack inquiries of an agency that %s', async (_, columns, [desde, hasta], expected) => {
  await using it = await open();
  await it.set(A, columns);
  const scope = { ...SCOPE, agencies: [A] };
  const missing = await findMissingDays(it, scope, { desde, hasta, since: SINCE, now: NOON, zone });
  expect(missing).toEqual(expected.map((days) => ({ agencia: A, ...days })));
});

it('days may lack inquiries of an agency that is not known', async () => {
  await using it = await open();
  const range = { desde: '2026-11-19', hasta: undefined, since: SINCE, now: NOON, zone };
  expect(await findMissingDays(it, { ...SCOPE, agencies: ['c@x.example'] }, range)).toEqual([
    { agencia: 'c@x.example', desde: '2026-11-19', hasta: '2026-11-20', reason: 'filling' },
  ]);
});
