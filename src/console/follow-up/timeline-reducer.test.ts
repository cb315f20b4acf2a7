import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { FollowUpDetail, TimelineEntry } from '#contract/desk/follow-up.ts';
import { type RecordedChange } from '#contract/follow-up/change-kinds.ts';
import {
  isUndoable,
  incrementsVersion,
  hasNoEffect,
  applyEntry,
  findPinnedEntry,
  mergeOlderEntries,
} from './timeline-reducer.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';

const ANA = { id: 'a', name: 'Ana' };
const ZOE = { id: 'z', name: 'Zoe' };
const UNTOUCHED: FollowUpDetail = {
  followUp: UNTOUCHED_FOLLOW_UP,
  timeline: [],
  entries: 0,
};

function after(...changes: RecordedChange[]): FollowUpDetail {
  let detail = UNTOUCHED;
  for (const [at, change] of changes.entries()) detail = applyEntry(detail, entry(change, at + 1));
  return detail;
}

function entry(change: RecordedChange, at: number): TimelineEntry {
  const to = change.kind === 'hand-over' ? ZOE : null;
  return { id: String(at), at: at * 1000, by: ANA, to, change, undone: false };
}

const CONTACTED: RecordedChange = { kind: 'status', status: 'contacted' };
const IMPORTED = { kind: 'status', status: 'contacted', answeredAt: 500 } as const satisfies RecordedChange;
const ANSWERED: RecordedChange = { kind: 'status', status: 'answered' };
const LOST: RecordedChange = { kind: 'status', status: 'lost', lostReason: 'price' };
const CLAIM: RecordedChange = { kind: 'claim', claimed: true };
const TO_ZOE: RecordedChange = { kind: 'hand-over', to: 'z', note: 'Pidió por vos' };
const SNOOZE: RecordedChange = { kind: 'snooze', until: 9_000_000 };
const NOTE: RecordedChange = { kind: 'note', text: 'Llamar', contact: false };
const TALKED: RecordedChange = { kind: 'note', text: 'Viene', contact: true };
const CALL: RecordedChange = { kind: 'touch', how: 'call' };
const undo = (entry: string): RecordedChange => ({ kind: 'undo', entry });

describe('an inquiry', () => {
  it.each<[string, RecordedChange[], object]>([
    ['is contacted', [CONTACTED], { status: 'contacted', firstContact: { at: 1000, by: ANA }, version: 1 }],
    ['is lost for a reason', [LOST], { status: 'lost', lostReason: 'price', firstContact: null }],
    ['is lost for another', [{ kind: 'status', status: 'lost' }], { lostReason: 'other' }],
    ['has no reason any more', [LOST, CONTACTED], { status: 'contacted', lostReason: null, version: 2 }],
    ['keeps its first contact', [CONTACTED, TALKED], { firstContact: { at: 1000 }, notes: 1, version: 2 }],
    ['is reached by a note', [NOTE, TALKED], { status: 'contacted', firstContact: { at: 2000 }, notes: 2 }],
    ['is answered by a touch', [CALL], { status: 'answered', firstContact: null, version: 1 }],
    ['is answered as somebody says', [ANSWERED], { firstTouch: { at: 1000, by: ANA, how: 'other' } }],
    ['keeps its first answer', [CALL, ANSWERED], { status: 'answered', firstTouch: { how: 'call' } }],
    ['stays where it was set', [LOST, CALL, TALKED], { status: 'lost', firstTouch: { at: 2000 } }],
    ['is reached after an answer', [CALL, TALKED], { status: 'contacted' }],
    ['was answered when an import says', [IMPORTED], { firstContact: { at: 500, by: ANA } }],
    [
      'keeps an answer without a moment',
      [{ ...IMPORTED, answeredAt: null }, CALL, TALKED],
      { status: 'contacted', firstTouch: null, firstContact: null },
    ],
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
    ['is snoozed and unsnoozed', [SNOOZE, { kind: 'snooze', until: null }], { snoozedUntil: null }],
    [
      'is as before',
      [CONTACTED, undo('1')],
      { status: 'new', firstContact: null, version: 2, changedAt: 2000 },
    ],
    [
      'has the remaining entries',
      [LOST, CLAIM, CONTACTED, undo('3')],
      { status: 'lost', lostReason: 'price', claimedBy: ANA },
    ],
    ['has one note less', [NOTE, TALKED, undo('2')], { notes: 1, firstContact: null, version: 2 }],
    ['is claimed by the previous person', [CLAIM, TO_ZOE, undo('2')], { claimedBy: ANA }],
  ])('%s', (_, changes, followUp) => {
    expect(after(...changes).followUp).toMatchObject(followUp);
  });

  it('lists its entries newest first and marks those that were undone', () => {
    const { timeline } = after(CONTACTED, NOTE, undo('1'));
    expect(timeline.map(({ id, undone }) => [id, undone])).toEqual([
      ['3', false],
      ['2', false],
      ['1', true],
    ]);
  });
});

it.each<[string, RecordedChange[], RecordedChange, boolean]>([
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
])('a change without effect is recognized: %s', (_, changes, change, so) => {
  expect(hasNoEffect(after(...changes), change, ANA)).toBe(so);
});

describe('undo', () => {
  it.each<[string, RecordedChange[], string[]]>([
    ['for current entries', [CONTACTED, NOTE], ['2', '1']],
    ['not for a field that was set again', [CONTACTED, LOST], ['2']],
    ['for a field whose later change was undone', [CONTACTED, LOST, undo('2')], ['1']],
    ['not for an undo, and once for an entry', [NOTE, undo('1')], []],
    ['not for a claim that was handed over', [CLAIM, TO_ZOE], ['2']],
    ['for each field separately', [CLAIM, SNOOZE, LOST, CALL], ['4', '3', '2', '1']],
  ])('is offered %s', (_, changes, can) => {
    const { timeline } = after(...changes);
    expect(timeline.filter((one) => isUndoable(one, timeline)).map(({ id }) => id)).toEqual(can);
  });

  it('leads back to the initial follow-up when every entry is undone, in any order', () => {
    const change = fc.constantFrom(CONTACTED, LOST, CLAIM, TO_ZOE, SNOOZE, NOTE, TALKED, CALL);
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (changes, picks) => {
        let detail = after(...changes);
        for (let at = changes.length + 1; ; at++) {
          const { timeline } = detail;
          const can = timeline.filter((one) => isUndoable(one, timeline));
          const pick = can[(picks.next().value ?? 0) % can.length];
          if (!pick) break;
          detail = applyEntry(detail, entry(undo(pick.id), at));
        }
        const { version, ...fields } = detail.followUp;
        expect({ ...fields, version: 0, changedAt: null }).toEqual(UNTOUCHED.followUp);
        const { timeline } = detail;
        expect(version).toBe(timeline.filter(({ change }) => incrementsVersion(change, timeline)).length);
      }),
    );
  });
});

describe('a partially loaded timeline', () => {
  const pageOf = (detail: FollowUpDetail, count: number) => ({
    ...detail,
    timeline: detail.timeline.slice(0, count),
  });

  it('keeps its fields after an undo until the reply arrives', () => {
    const page = pageOf(after(LOST, CLAIM, CONTACTED), 1);
    const { followUp, timeline, entries } = applyEntry(page, entry(undo('3'), 4));
    expect(followUp).toMatchObject({ status: 'contacted', claimedBy: ANA, version: 4 });
    expect([timeline.map(({ undone }) => undone), entries]).toEqual([[false, true], 4]);
  });

  it('becomes the whole one, whatever the pages and changes', () => {
    const change = fc.constantFrom(CONTACTED, CLAIM, NOTE, CALL);
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 2, max: 8 }),
        fc.infiniteStream(fc.nat()),
        (changes, size, picks) => {
          let whole = UNTOUCHED;
          let cached: FollowUpDetail | undefined;
          for (const [at, made] of changes.entries()) {
            const can = whole.timeline.filter((one) => isUndoable(one, whole.timeline));
            const pick = at % 3 === 2 ? can[(picks.next().value ?? 0) % can.length] : undefined;
            whole = applyEntry(whole, entry(pick ? undo(pick.id) : made, at + 1));
            cached = mergeOlderEntries(cached, pageOf(whole, size));
            expect(cached).toEqual(whole);
          }
        },
      ),
    );
  });

  it('loses the mark of an undo that was not saved', () => {
    const base = after(NOTE, CALL);
    const shown = mergeOlderEntries(base, applyEntry(pageOf(base, 1), entry(undo('1'), 3)));
    expect(shown.timeline.map(({ undone }) => undone)).toEqual([false, false, true]);
    expect(mergeOlderEntries(shown, pageOf(base, 1)).timeline).toEqual(base.timeline);
  });

  it('is only the newest page after more than a page of new entries', () => {
    const long = after(NOTE, CALL, CLAIM, SNOOZE, NOTE);
    expect(mergeOlderEntries(after(NOTE, CALL), pageOf(long, 2)).timeline).toHaveLength(2);
  });
});

it('a change that is not saved yet keeps what else is known of the inquiry', () => {
  const resends = [{ id: 'r', at: 1, by: 'Simón', outcome: 'arrived' as const, isTest: false }];
  const known = { ...UNTOUCHED, erasedAt: 5000, resends };
  expect(applyEntry(known, entry(CLAIM, 1))).toMatchObject({ erasedAt: 5000, resends, entries: 1 });
});

describe('a pinned note', () => {
  const pinned = entry(NOTE, 1);
  const pin = (detail: FollowUpDetail) => applyEntry(detail, entry({ kind: 'pin', note: pinned.id }, 2));

  it('is found at once among the entries, or where the gateway sent it', () => {
    expect(findPinnedEntry(pin(after(NOTE)))).toEqual(pinned);
    expect(findPinnedEntry(pin({ ...UNTOUCHED, pinned }))).toEqual(pinned);
    expect(findPinnedEntry(after(NOTE))).toBeUndefined();
  });

  it('is not shown once the note is undone', () => {
    const detail = applyEntry(pin(after(NOTE)), entry(undo(pinned.id), 3));
    expect(findPinnedEntry(detail)).toBeUndefined();
  });
});
