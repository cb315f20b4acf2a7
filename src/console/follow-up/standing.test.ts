import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { FollowUpDetail, TimelineEntry } from '#contract/desk/follow-up.ts';
import { type Change, canUndo, isCounted, isSo, withEntry, withOlderEntries } from './standing.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';

const ANA = { id: 'a', name: 'Ana' };
const ZOE = { id: 'z', name: 'Zoe' };
const UNTOUCHED: FollowUpDetail = {
  followUp: UNTOUCHED_FOLLOW_UP,
  timeline: [],
  entries: 0,
};

/** What comes of changes of Ana, made one a second; the first has the id `1`. */
function after(...changes: Change[]): FollowUpDetail {
  let detail = UNTOUCHED;
  for (const [at, change] of changes.entries()) detail = withEntry(detail, entry(change, at + 1));
  return detail;
}

function entry(change: Change, at: number): TimelineEntry {
  const to = change.kind === 'hand-over' ? ZOE : null;
  return { id: String(at), at: at * 1000, by: ANA, to, address: '', change, undone: false };
}

const CONTACTED: Change = { kind: 'status', status: 'contacted' };
const ANSWERED: Change = { kind: 'status', status: 'answered' };
const LOST: Change = { kind: 'status', status: 'lost', lostReason: 'price' };
const CLAIM: Change = { kind: 'claim', claimed: true };
const TO_ZOE: Change = { kind: 'hand-over', to: 'z', note: 'Pidió por vos' };
const SNOOZE: Change = { kind: 'snooze', until: 9_000_000 };
const NOTE: Change = { kind: 'note', text: 'Llamar', contact: false };
const TALKED: Change = { kind: 'note', text: 'Viene', contact: true };
const CALL: Change = { kind: 'touch', how: 'call' };
const undo = (entry: string): Change => ({ kind: 'undo', entry });

describe('an inquiry', () => {
  it.each<[string, Change[], object]>([
    ['is contacted', [CONTACTED], { status: 'contacted', firstContact: { at: 1000, by: ANA }, version: 1 }],
    ['is lost for a reason', [LOST], { status: 'lost', lostReason: 'price', firstContact: null }],
    ['is lost for another', [{ kind: 'status', status: 'lost' }], { lostReason: 'other' }],
    ['has no reason any more', [LOST, CONTACTED], { status: 'contacted', lostReason: null, version: 2 }],
    ['keeps its first contact', [CONTACTED, TALKED], { firstContact: { at: 1000 }, notes: 1, version: 1 }],
    ['is reached by a note', [NOTE, TALKED], { status: 'contacted', firstContact: { at: 2000 }, notes: 2 }],
    ['is answered by a touch', [CALL], { status: 'answered', firstContact: null, version: 0 }],
    ['is answered as somebody says', [ANSWERED], { firstTouch: { at: 1000, by: ANA, how: 'other' } }],
    ['keeps its first answer', [CALL, ANSWERED], { status: 'answered', firstTouch: { how: 'call' } }],
    ['stays where it was set', [LOST, CALL, TALKED], { status: 'lost', firstTouch: { at: 2000 } }],
    ['is reached after an answer', [CALL, TALKED], { status: 'contacted' }],
    ['is new again', [CALL, undo('1')], { status: 'new', firstTouch: null }],
    ['is answered again', [CALL, CONTACTED, undo('2')], { status: 'answered', firstContact: null }],
    [
      'keeps its first touch',
      [CALL, { kind: 'touch', how: 'mail' }],
      { firstTouch: { at: 1000, how: 'call' } },
    ],
    ['is claimed', [CLAIM], { claimedBy: ANA, version: 1 }],
    ['is let go', [CLAIM, { kind: 'claim', claimed: false }], { claimedBy: null, version: 2 }],
    ['is handed over', [CLAIM, TO_ZOE], { claimedBy: ZOE, version: 2 }],
    ['is put off, and back', [SNOOZE, { kind: 'snooze', until: null }], { snoozedUntil: null }],
    [
      'is as before',
      [CONTACTED, undo('1')],
      { status: 'new', firstContact: null, version: 2, changedAt: 2000 },
    ],
    [
      'has what is left',
      [LOST, CLAIM, CONTACTED, undo('3')],
      { status: 'lost', lostReason: 'price', claimedBy: ANA },
    ],
    ['has one note less', [NOTE, TALKED, undo('2')], { notes: 1, firstContact: null, version: 0 }],
    ['is had by who had it', [CLAIM, TO_ZOE, undo('2')], { claimedBy: ANA }],
  ])('%s', (_, changes, followUp) => {
    expect(after(...changes).followUp).toMatchObject(followUp);
  });

  it('has its entries newest first, those taken back marked', () => {
    const { timeline } = after(CONTACTED, NOTE, undo('1'));
    expect(timeline.map(({ id, undone }) => [id, undone])).toEqual([
      ['3', false],
      ['2', false],
      ['1', true],
    ]);
  });
});

it.each<[string, Change[], Change, boolean]>([
  ['a status', [CONTACTED], CONTACTED, true],
  ['another status', [CONTACTED], { kind: 'status', status: 'won' }, false],
  ['a reason', [LOST], LOST, true],
  ['another reason', [LOST], { kind: 'status', status: 'lost' }, false],
  ['a moment', [SNOOZE], SNOOZE, true],
  ['another moment', [SNOOZE], { kind: 'snooze', until: null }, false],
  ['a claim', [CLAIM], CLAIM, true],
  ['somebody else’s claim', [TO_ZOE], CLAIM, false],
  ['letting go of nothing', [], { kind: 'claim', claimed: false }, true],
  ['who has it', [TO_ZOE], TO_ZOE, true],
  ['a note', [NOTE], NOTE, false],
  ['a touch', [CALL], CALL, false],
  ['an undo', [CONTACTED, undo('1')], undo('1'), true],
  ['a first undo', [CONTACTED], undo('1'), false],
])('whether nothing is new is known: %s', (_, changes, change, so) => {
  expect(isSo(after(...changes), change, ANA)).toBe(so);
});

describe('taking back', () => {
  it.each<[string, Change[], string[]]>([
    ['is of what stands', [CONTACTED, NOTE], ['2', '1']],
    ['is not of what was set anew', [CONTACTED, LOST], ['2']],
    ['is of what was set anew once that is taken back', [CONTACTED, LOST, undo('2')], ['1']],
    ['is not of an undo, nor twice', [NOTE, undo('1')], []],
    ['knows a claim by whatever sets it', [CLAIM, TO_ZOE], ['2']],
    ['is of each thing by itself', [CLAIM, SNOOZE, LOST, CALL], ['4', '3', '2', '1']],
  ])('%s', (_, changes, can) => {
    const { timeline } = after(...changes);
    expect(timeline.filter((one) => canUndo(one, timeline)).map(({ id }) => id)).toEqual(can);
  });

  it('everything leaves nothing, in whatever order it is possible', () => {
    const change = fc.constantFrom(CONTACTED, LOST, CLAIM, TO_ZOE, SNOOZE, NOTE, TALKED, CALL);
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (changes, picks) => {
        let detail = after(...changes);
        for (let at = changes.length + 1; ; at++) {
          const { timeline } = detail;
          const can = timeline.filter((one) => canUndo(one, timeline));
          const pick = can[(picks.next().value ?? 0) % can.length];
          if (!pick) break;
          detail = withEntry(detail, entry(undo(pick.id), at));
        }
        const { version, ...standing } = detail.followUp;
        expect({ ...standing, version: 0, changedAt: null }).toEqual(UNTOUCHED.followUp);
        const { timeline } = detail;
        expect(version).toBe(timeline.filter(({ change }) => isCounted(change, timeline)).length);
      }),
    );
  });
});

describe('a timeline of which a part is held', () => {
  const pageOf = (detail: FollowUpDetail, count: number) => ({
    ...detail,
    timeline: detail.timeline.slice(0, count),
  });

  it('stands as it was after an undo, until the gateway says what it came to', () => {
    const page = pageOf(after(LOST, CLAIM, CONTACTED), 1);
    const { followUp, timeline, entries } = withEntry(page, entry(undo('3'), 4));
    expect(followUp).toMatchObject({ status: 'contacted', claimedBy: ANA, version: 4 });
    expect([timeline.map(({ undone }) => undone), entries]).toEqual([[false, true], 4]);
  });

  it('is the whole one, whatever pages and changes it is put together of', () => {
    const change = fc.constantFrom(CONTACTED, CLAIM, NOTE, CALL);
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 2, max: 8 }),
        fc.infiniteStream(fc.nat()),
        (changes, size, picks) => {
          let whole = UNTOUCHED;
          let held: FollowUpDetail | undefined;
          for (const [at, made] of changes.entries()) {
            const can = whole.timeline.filter((one) => canUndo(one, whole.timeline));
            const pick = at % 3 === 2 ? can[(picks.next().value ?? 0) % can.length] : undefined;
            whole = withEntry(whole, entry(pick ? undo(pick.id) : made, at + 1));
            held = withOlderEntries(held, pageOf(whole, size));
            expect(held).toEqual(whole);
          }
        },
      ),
    );
  });

  it('forgets an undo that was shown and did not come to be', () => {
    const base = after(NOTE, CALL);
    const shown = withOlderEntries(base, withEntry(pageOf(base, 1), entry(undo('1'), 3)));
    expect(shown.timeline.map(({ undone }) => undone)).toEqual([false, false, true]);
    expect(withOlderEntries(shown, pageOf(base, 1)).timeline).toEqual(base.timeline);
  });

  it('is the page alone where more than a page was done since', () => {
    const long = after(NOTE, CALL, CLAIM, SNOOZE, NOTE);
    expect(withOlderEntries(after(NOTE, CALL), pageOf(long, 2)).timeline).toHaveLength(2);
  });
});
