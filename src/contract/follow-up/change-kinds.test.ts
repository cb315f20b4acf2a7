import { expect, it } from 'vitest';
import {
  type RecordedChange,
  applyChange,
  changesState,
  computeState,
  getAnswerEffects,
  getChangedField,
  getRecipientId,
  getText,
  isNoOp,
  replaceText,
} from './change-kinds.ts';
import { type FollowUpState, INITIAL_STATE } from './follow-up-state.ts';

const ANA = { id: 'a' };
const ZOE = { id: 'z' };

const SAMPLES: { [Kind in RecordedChange['kind']]: Extract<RecordedChange, { kind: Kind }>[] } = {
  status: [
    { kind: 'status', status: 'contacted' },
    { kind: 'status', status: 'lost' },
    { kind: 'status', status: 'lost', lostReason: 'price' },
  ],
  snooze: [{ kind: 'snooze', until: 9_000_000 }],
  claim: [{ kind: 'claim', claimed: true }],
  'hand-over': [{ kind: 'hand-over', to: ZOE.id, note: 'Pidió por vos' }],
  note: [
    { kind: 'note', text: 'Llamar', contact: false },
    { kind: 'note', text: 'Viene', contact: true },
  ],
  pin: [{ kind: 'pin', note: '0b3a9f0e-6a6d-4c1e-8f3c-1f0f2a5b7c9d' }],
  touch: [{ kind: 'touch', how: 'call' }],
  nudge: [{ kind: 'nudge', to: ZOE.id, text: 'Espera desde ayer' }],
  undo: [{ kind: 'undo', entry: '0b3a9f0e-6a6d-4c1e-8f3c-1f0f2a5b7c9d' }],
};
const changes = Object.values(SAMPLES).flat();

const INITIAL: FollowUpState<{ id: string }> = INITIAL_STATE;
const apply = (state: FollowUpState<{ id: string }>, change: RecordedChange, at = 1000) =>
  applyChange(state, { change, by: ANA, to: getRecipientId(change) === undefined ? null : ZOE, at });

it.each(changes.filter((change) => getChangedField(change) !== null))(
  'setting a field takes effect once: %j',
  (change) => {
    expect(isNoOp(INITIAL, change, ANA.id)).toBe(false);
    expect(isNoOp(apply(INITIAL, change), change, ANA.id)).toBe(true);
  },
);

it('releasing a claim takes effect only on a claim', () => {
  const release = { kind: 'claim', claimed: false } as const;
  expect(isNoOp(INITIAL, release, ANA.id)).toBe(true);
  const handedOver = apply(INITIAL, SAMPLES['hand-over'][0] as RecordedChange);
  expect(handedOver.claimedBy).toEqual(ZOE);
  expect(isNoOp(handedOver, release, ANA.id)).toBe(false);
  expect(isNoOp(handedOver, { kind: 'claim', claimed: true }, ANA.id)).toBe(false);
  expect(apply(handedOver, release).claimedBy).toBeNull();
});

it.each(changes)('a change increments the version exactly when it changes more than notes: %j', (change) => {
  const { notes: _before, pinnedNote: _none, ...before } = INITIAL;
  const { notes: _after, pinnedNote: _pinned, ...after } = apply(INITIAL, change);
  expect(changesState(change)).toBe(JSON.stringify(after) !== JSON.stringify(before));
});

it('only the first touch and the first contact are recorded', () => {
  const [call, note] = [SAMPLES.touch[0], SAMPLES.note[1]] as [RecordedChange, RecordedChange];
  const once = apply(apply(INITIAL, call, 1), note, 2);
  expect(apply(apply(once, call, 3), note, 4)).toEqual({ ...once, notes: 2 });
  expect(once).toMatchObject({ firstTouch: { at: 1, how: 'call' }, firstContact: { at: 2 } });
});

it('no answer after one at an unknown time is the first', () => {
  const imported = apply(INITIAL, { kind: 'status', status: 'contacted', answeredAt: null });
  const later = apply(apply(imported, SAMPLES.touch[0] as RecordedChange), SAMPLES.note[1] as RecordedChange);
  expect(later).toMatchObject({ status: 'contacted', firstTouch: null, firstContact: null });
});

it('a replaced text is the only text, and changes without a text stay the same', () => {
  for (const change of changes) {
    const replaced = replaceText(change, '—');
    expect(getText(replaced)).toBe(getText(change) === undefined ? undefined : '—');
    expect(apply(INITIAL, replaced)).toEqual(apply(INITIAL, change));
  }
  for (const kind of ['hand-over', 'nudge'] as const) {
    const silent = { kind, to: ZOE.id };
    expect(replaceText(silent, '—')).toBe(silent);
  }
});

it('a pinned note replaces another one, and pinning none removes it', () => {
  const [pin] = SAMPLES.pin as [RecordedChange];
  const pinned = apply(INITIAL, pin);
  expect(pinned.pinnedNote).toBe('0b3a9f0e-6a6d-4c1e-8f3c-1f0f2a5b7c9d');
  expect(isNoOp(pinned, pin, ANA.id)).toBe(true);
  const other = apply(pinned, { kind: 'pin', note: '1b3a9f0e-6a6d-4c1e-8f3c-1f0f2a5b7c9d' });
  expect(other.pinnedNote).toBe('1b3a9f0e-6a6d-4c1e-8f3c-1f0f2a5b7c9d');
  expect(apply(other, { kind: 'pin', note: null })).toEqual(INITIAL);
});

it('the state of no entries is the initial one', () => {
  expect(computeState([])).toEqual(INITIAL_STATE);
});

it.each<[RecordedChange, isTouch: boolean, isContact: boolean]>([
  [{ kind: 'touch', how: 'mail' }, true, false],
  [{ kind: 'status', status: 'answered' }, true, false],
  [{ kind: 'status', status: 'contacted' }, false, true],
  [{ kind: 'status', status: 'appointment' }, false, true],
  [{ kind: 'status', status: 'won' }, false, true],
  [{ kind: 'status', status: 'lost' }, false, false],
  [{ kind: 'note', text: 'Viene', contact: true }, false, true],
  [{ kind: 'note', text: 'Llamar', contact: false }, false, false],
  [{ kind: 'snooze', until: 1 }, false, false],
])('%j is a touch: %j, a contact: %j', (change, isTouch, isContact) => {
  expect(getAnswerEffects(change)).toEqual({ isTouch, isContact });
});

it('each kind sets its field, and says whether it may be an answer', () => {
  const rows = changes.map((change) => [change.kind, getChangedField(change), changesState(change)]);
  expect(rows).toEqual([
    ['status', 'status', true],
    ['status', 'status', true],
    ['status', 'status', true],
    ['snooze', 'snooze', true],
    ['claim', 'claim', true],
    ['hand-over', 'claim', true],
    ['note', null, false],
    ['note', null, true],
    ['pin', null, false],
    ['touch', null, true],
    ['nudge', null, false],
    ['undo', null, false],
  ]);
});

it('texts and recipients are those of notes, hand-overs and nudges', () => {
  expect(changes.map((change) => getText(change))).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    'Pidió por vos',
    'Llamar',
    'Viene',
    undefined,
    undefined,
    'Espera desde ayer',
    undefined,
  ]);
  expect(changes.map((change) => getRecipientId(change))).toEqual(
    changes.map(({ kind }) => (kind === 'hand-over' || kind === 'nudge' ? ZOE.id : undefined)),
  );
  expect(replaceText(SAMPLES['hand-over'][0] as RecordedChange, '—')).toEqual({
    kind: 'hand-over',
    to: ZOE.id,
    note: '—',
  });
});

it.each<[FollowUpState<{ id: string }>['status'], afterTouch: string, afterContact: string]>([
  ['new', 'answered', 'contacted'],
  ['answered', 'answered', 'contacted'],
  ['contacted', 'contacted', 'contacted'],
  ['appointment', 'appointment', 'appointment'],
  ['won', 'won', 'won'],
  ['lost', 'lost', 'lost'],
])('%s becomes %s by a touch, and %s by a note of a contact', (status, afterTouch, afterContact) => {
  const state = { ...INITIAL, status, firstTouch: { at: 1, by: ZOE, how: 'mail' as const } };
  expect(apply(state, { kind: 'touch', how: 'call' }).status).toBe(afterTouch);
  expect(apply(state, { kind: 'note', text: 'x', contact: true }).status).toBe(afterContact);
  expect(apply(state, { kind: 'note', text: 'x', contact: false })).toEqual({ ...state, notes: 1 });
});

it('a status sets the reason of a loss and clears it, and is an answer at its time', () => {
  const status = (change: object) => apply(INITIAL, { kind: 'status', status: 'lost', ...change });
  expect(status({}).lostReason).toBe('other');
  expect(status({ lostReason: null }).lostReason).toBe('other');
  expect(status({ lostReason: 'price' })).toEqual({ ...INITIAL, status: 'lost', lostReason: 'price' });
  expect(status({ status: 'won', lostReason: 'price' }).lostReason).toBeNull();
  expect(status({ status: 'answered' }).firstTouch).toEqual({ at: 1000, by: ANA, how: 'other' });
  expect(status({ status: 'answered', answeredAt: 5 }).firstTouch?.at).toBe(5);
  expect(status({ status: 'answered', answeredAt: null }).firstTouch).toBeNull();
  expect(status({ status: 'won', answeredAt: 0 }).firstContact).toEqual({ at: 0, by: ANA });
  expect(status({ status: 'won', answeredAt: null }).firstContact).toBeNull();
});

it('what somebody has already is no change', () => {
  const lost = apply(INITIAL, { kind: 'status', status: 'lost', lostReason: 'price' });
  expect(isNoOp(lost, { kind: 'status', status: 'lost' }, ANA.id)).toBe(false);
  expect(isNoOp(lost, { kind: 'status', status: 'lost', lostReason: 'price' }, ANA.id)).toBe(true);
  expect(isNoOp(lost, { kind: 'status', status: 'new', lostReason: 'price' }, ANA.id)).toBe(false);
  expect(isNoOp(INITIAL, { kind: 'snooze', until: null }, ANA.id)).toBe(true);
  expect(isNoOp(INITIAL, { kind: 'snooze', until: 1 }, ANA.id)).toBe(false);
  const mine = { ...INITIAL, claimedBy: ANA };
  expect(isNoOp(mine, { kind: 'hand-over', to: ANA.id }, ZOE.id)).toBe(true);
  expect(isNoOp(mine, { kind: 'hand-over', to: ZOE.id }, ZOE.id)).toBe(false);
  expect(isNoOp(INITIAL, { kind: 'hand-over', to: ZOE.id }, ZOE.id)).toBe(false);
  expect(isNoOp(mine, { kind: 'claim', claimed: true }, ZOE.id)).toBe(false);
  for (const change of [...SAMPLES.note, ...SAMPLES.touch, ...SAMPLES.nudge, ...SAMPLES.undo])
    expect(isNoOp(apply(INITIAL, change), change, ANA.id)).toBe(false);
});

it('a contact after one that was recorded, or after an undated answer, is not the first', () => {
  const contacted = { ...INITIAL, status: 'contacted' as const };
  const note = { kind: 'note', text: 'x', contact: true } as const;
  expect(apply(contacted, note, 7).firstContact).toBeNull();
  expect(apply({ ...contacted, firstTouch: { at: 1, by: ZOE, how: 'call' } }, note, 7).firstContact?.at).toBe(
    7,
  );
  expect(
    apply({ ...contacted, firstContact: { at: 1, by: ZOE } }, { kind: 'touch', how: 'call' }, 7).firstTouch
      ?.at,
  ).toBe(7);
});

it('the state is that of its entries in turn', () => {
  const entries = (
    [SAMPLES.claim[0], SAMPLES.touch[0], SAMPLES.undo[0], SAMPLES.note[0]] as RecordedChange[]
  ).map((change, at) => ({ change, by: ANA, to: null, at }));
  expect(computeState(entries)).toEqual({
    ...INITIAL_STATE,
    status: 'answered',
    claimedBy: ANA,
    firstTouch: { at: 1, by: ANA, how: 'call' },
    notes: 1,
  });
});
