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
  touch: [{ kind: 'touch', how: 'call' }],
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

it.each(changes)(
  'a change increments the version exactly when it changes more than the number of notes: %j',
  (change) => {
    const { notes: _before, ...before } = INITIAL;
    const { notes: _after, ...after } = apply(INITIAL, change);
    expect(changesState(change)).toBe(JSON.stringify(after) !== JSON.stringify(before));
  },
);

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
  const silent = { kind: 'hand-over', to: ZOE.id } as const;
  expect(replaceText(silent, '—')).toBe(silent);
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
