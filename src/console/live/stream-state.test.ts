import { describe, expect, it } from 'vitest';
import { type LiveEvent, PULSE_INTERVAL_MS } from '#contract/desk/live.ts';
import {
  type StreamInput,
  type TabState,
  initialTabState,
  isStreamLive,
  reduceStream,
} from './stream-state.ts';

const NOW = 1_000_000;
const CONNECTED = { connected: true, receiving: true, lastEventAt: NOW };
const FOLLOWER: TabState = { ...initialTabState(NOW), lastId: 7 };
const LEADER: TabState = { ...FOLLOWER, isLeader: true, status: CONNECTED };
const OFFLINE_LEADER: TabState = { ...LEADER, status: { ...CONNECTED, connected: false, receiving: false } };
const ARRIVAL: LiveEvent = { kind: 'inquiry', data: { adminMail: 'a@b.example', sid: 'S' } };
const PULSE: LiveEvent = { kind: 'pulse', data: { receiving: true } };
const RESET: LiveEvent = { kind: 'reset', data: {} };

const reduce = (state: TabState, input: StreamInput, later = 0) => {
  const [next, effects] = reduceStream(state, input, NOW + later);
  return { next, effects, types: effects.map(({ type }) => type) };
};
const check = (state: TabState, later: number, isVisible = true) =>
  reduce({ ...state, checkedAt: NOW + later - 5000 }, { type: 'health-check', isVisible }, later).types;

describe('the leader of the tabs', () => {
  it('opens the stream after the last event that the tab received', () => {
    const { next, effects } = reduce(FOLLOWER, { type: 'lock-acquired' });
    expect(next.isLeader).toBe(true);
    expect(effects).toEqual([{ type: 'open-stream', after: 7 }]);
  });

  it('marks the stream of the leader before it as disconnected', () => {
    const { next, types } = reduce({ ...FOLLOWER, status: CONNECTED }, { type: 'lock-acquired' });
    expect(isStreamLive(next.status, NOW)).toBe(false);
    expect(types).toEqual(['broadcast', 'notify-status', 'open-stream']);
  });

  it('closes its stream and waits for the lock again once another tab has stolen it', () => {
    const { next, types } = reduce({ ...LEADER, leaderHeardAt: 0 }, { type: 'lock-stolen' });
    expect(next).toMatchObject({ isLeader: false, leaderHeardAt: NOW });
    expect(types).toEqual(['release-lock', 'close-stream', 'request-lock']);
  });

  it('tells a new tab its status, and a follower does not', () => {
    const hello: StreamInput = { type: 'message-received', message: { type: 'hello' } };
    const message = { type: 'status', status: CONNECTED, lastId: 7 };
    expect(reduce(LEADER, hello).effects).toEqual([{ type: 'broadcast', message }]);
    expect(reduce(FOLLOWER, hello).effects).toEqual([]);
  });

  it('ignores what a former leader still broadcasts', () => {
    const message = { type: 'event', event: ARRIVAL, id: 9 } as const;
    expect(reduce(LEADER, { type: 'message-received', message })).toMatchObject({
      next: LEADER,
      effects: [],
    });
  });
});

describe('events', () => {
  it.each([
    [7, []],
    [8, ['broadcast', 'notify-event']],
    [undefined, ['broadcast', 'notify-event']],
  ])('an event with the id %s after the event 7 has the effects %j', (id, types) => {
    expect(reduce(LEADER, { type: 'event-received', event: ARRIVAL, id }).types).toEqual(types);
  });

  it.each([
    [PULSE, ['broadcast', 'broadcast', 'notify-status']],
    [RESET, ['broadcast', 'notify-event']],
  ])('a pulse or reset is handled whatever its id: %j', (event, types) => {
    expect(reduce(LEADER, { type: 'event-received', event, id: 3 })).toMatchObject({
      next: { lastId: 3 },
      types,
    });
  });

  it('an event from the leader is handled by a follower without another broadcast', () => {
    const message = { type: 'event', event: ARRIVAL, id: 8 } as const;
    const { next, types } = reduce(FOLLOWER, { type: 'message-received', message }, 10);
    expect(next).toMatchObject({ lastId: 8, leaderHeardAt: NOW + 10, status: { lastEventAt: NOW + 10 } });
    expect(types).toEqual(['notify-event']);
  });

  it('a pulse updates the status', () => {
    const event: LiveEvent = { kind: 'pulse', data: { receiving: false } };
    const { next } = reduce(OFFLINE_LEADER, { type: 'event-received', event, id: undefined }, 10);
    expect(next.status).toEqual({ connected: true, receiving: false, lastEventAt: NOW + 10 });
  });
});

describe('the status that the leader broadcasts', () => {
  it.each([
    [9, 9],
    [undefined, 7],
  ])('replaces that of a follower; its last id %s makes %s', (lastId, expected) => {
    const message = { type: 'status', status: CONNECTED, lastId } as const;
    const { next, types } = reduce(FOLLOWER, { type: 'message-received', message });
    expect(next).toMatchObject({ status: CONNECTED, lastId: expected });
    expect(types).toEqual(['notify-status']);
  });
});

describe('connection', () => {
  it.each([
    ['connected and receiving, until 2.25 pulses are missing', {}, 2.25 * PULSE_INTERVAL_MS - 1, true],
    ['silent for 2.25 pulses', {}, 2.25 * PULSE_INTERVAL_MS, false],
    ['disconnected', { connected: false }, 0, false],
    ['without webhooks', { receiving: false }, 0, false],
  ])('a stream that is %s is live: %s', (_, change, later, isLive) => {
    expect(isStreamLive({ ...CONNECTED, ...change }, NOW + later)).toBe(isLive);
  });

  const fail = (failedAttempts: number, isRefused: boolean, random: number) =>
    reduce({ ...LEADER, failedAttempts }, { type: 'stream-failed', isRefused, random });

  it.each([
    [0, false, 0, 500],
    [0, false, 1, 1000],
    [3, false, 1, 8000],
    [4, false, 1, 15_000],
    [9, false, 1, 15_000],
    [0, true, 1, 5000],
    [3, true, 1, 8000],
  ])('a stream that failed %i times before, refused %s, jitter %d, is reopened after %i ms', (...row) => {
    const [attempts, isRefused, random, delay] = row;
    const { next, effects } = fail(attempts, isRefused, random);
    expect(effects[0]).toEqual({ type: 'reconnect-later', delay });
    expect(next.failedAttempts).toBe(attempts + 1);
    expect(next.status).toMatchObject({ connected: false, receiving: false });
  });

  it('a stream that the gateway refused makes the page check its session', () => {
    const types = ['reconnect-later', 'broadcast', 'notify-status'];
    expect(fail(0, false, 0).types).toEqual(types);
    expect(fail(0, true, 0).types).toEqual([...types, 'notify-refusal']);
  });

  it('an open stream resets the number of failures', () => {
    const { next } = reduce({ ...OFFLINE_LEADER, failedAttempts: 4 }, { type: 'stream-opened' }, 10);
    expect(next).toMatchObject({ failedAttempts: 0, status: { connected: true, lastEventAt: NOW + 10 } });
    expect(reduce(LEADER, { type: 'reconnect-due' }).effects).toEqual([{ type: 'open-stream', after: 7 }]);
  });

  it('a leader closes the stream offline and reopens it online, a follower does neither', () => {
    const offline: StreamInput = { type: 'offline', random: 0 };
    expect(reduce(LEADER, offline).types).toEqual(['reconnect-later', 'broadcast', 'notify-status']);
    expect(reduce(OFFLINE_LEADER, { type: 'online' }).types).toEqual(['open-stream']);
    for (const input of [offline, { type: 'online' } as const])
      expect(reduce(FOLLOWER, input)).toMatchObject({ next: FOLLOWER, effects: [] });
  });

  it.each([
    ['a disconnected leader that is visible', OFFLINE_LEADER, true, ['open-stream']],
    ['a disconnected leader that is hidden', OFFLINE_LEADER, false, []],
    ['a connected leader', LEADER, true, []],
    ['a follower', FOLLOWER, true, []],
  ])(
    'the stream of %s, visible %s, has the effects %j when the visibility changes',
    (_, state, isVisible, types) => {
      expect(reduce(state, { type: 'visibility-changed', isVisible }).types).toEqual(types);
    },
  );
});

describe('health checks', () => {
  it.each([
    ['a leader whose pulse is due does nothing', LEADER, 45_000, true, []],
    [
      'a leader without pulses reconnects',
      LEADER,
      45_001,
      true,
      ['broadcast', 'notify-status', 'open-stream'],
    ],
    [
      'a leader without pulses reconnects also when hidden',
      LEADER,
      45_001,
      false,
      ['broadcast', 'notify-status', 'open-stream'],
    ],
    ['a disconnected leader says that it is there', OFFLINE_LEADER, 45_001, true, ['broadcast']],
    ['a follower waits for a silent leader', FOLLOWER, 90_000, true, []],
    [
      'a follower takes the lock of a leader that is silent for longer',
      FOLLOWER,
      90_001,
      true,
      ['steal-lock'],
    ],
    ['a hidden follower takes no lock', FOLLOWER, 90_001, false, []],
  ])('%s', (_, state, later, isVisible, types) => {
    expect(check(state, later, isVisible)).toEqual([...types, 'notify-status']);
  });

  it.each([
    ['is 15 s late does nothing', LEADER, 20_000, true, []],
    [
      'is later wakes the page and reconnects',
      LEADER,
      20_001,
      true,
      ['notify-wake', 'broadcast', 'notify-status', 'open-stream'],
    ],
    ['is later wakes a follower', FOLLOWER, 20_001, true, ['notify-wake']],
    ['is later in a hidden tab does nothing', LEADER, 20_001, false, []],
  ])('a health check that %s', (_, state, later, isVisible, types) => {
    const { next, types: actual } = reduce(state, { type: 'health-check', isVisible }, later);
    expect(actual).toEqual([...types, 'notify-status']);
    expect(next.checkedAt).toBe(NOW + later);
  });

  it('a follower that stole the lock waits as long again before the next attempt', () => {
    const { next } = reduce(FOLLOWER, { type: 'health-check', isVisible: true }, 90_001);
    expect(check(next, 180_001)).toEqual(['notify-status']);
    expect(check(next, 180_002)).toEqual(['steal-lock', 'notify-status']);
  });
});
