import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sidOf } from '#contract/sid.ts';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import type { Inquiry, InquiryPage } from '#console/inquiries/inquiries-queries.ts';
import { BEGINNING, type Walk, isWhole, onesRead, shownOf, withOnes, withPage, withTaken } from './walk.ts';

function entry(at: number, known = true): Inquiry {
  const sid = `01jc${String(at).padStart(22, '0')}`;
  return {
    Momento: '2026-11-20T10:00:00-03:00',
    Auto: {},
    Interesado: {},
    _links: known ? { self: { href: `/v3/consultas/a@b.example/${at % 2 ? sid : sid.toUpperCase()}` } } : {},
  };
}

function page(entries: Inquiry[], more: boolean): InquiryPage {
  return { _entries: entries, PerPagina: PAGE_SIZE, _links: more ? { next: { href: '/next' } } : {} };
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

describe('a walk', () => {
  it('goes on while there is more, and ends where there is not', () => {
    const first = withPage(
      BEGINNING,
      page(
        numbers(0, 25).map((at) => entry(at)),
        true,
      ),
    );
    expect(first).toMatchObject({ state: 'walking', pages: 1, repeats: 0 });
    const last = withPage(
      first,
      page(
        numbers(25, 3).map((at) => entry(at)),
        false,
      ),
    );
    expect(last).toMatchObject({ state: 'ended', pages: 2, repeats: 0, cutAtLastPage: false });
    expect(last.rows).toHaveLength(28);
  });

  it('ends at an empty page, whatever that says of a next one', () => {
    expect(withPage(BEGINNING, page([], true)).state).toBe('ended');
  });

  it('drops what an earlier page had, and nothing without an identifier', () => {
    const twice = [entry(1), entry(1), entry(2), entry(3, false), entry(3, false)];
    expect(withPage(BEGINNING, page(twice, true))).toMatchObject({ repeats: 1 });
    expect(withPage(BEGINNING, page(twice, true)).rows).toHaveLength(4);
  });

  it.each([
    { rows: PAGE_SIZE, more: true, cut: true },
    { rows: PAGE_SIZE, more: false, cut: true },
    { rows: 3, more: false, cut: false },
    { rows: 0, more: false, cut: false },
  ])('at page 99 with $rows rows is cut: $cut', ({ rows, more, cut }) => {
    const before: Walk = { ...BEGINNING, pages: LAST_PAGE - 1 };
    expect(
      withPage(
        before,
        page(
          numbers(0, rows).map((at) => entry(at)),
          more,
        ),
      ),
    ).toMatchObject({
      state: 'ended',
      cutAtLastPage: cut,
    });
  });

  it('done again shows what was there until all are here', () => {
    const old = numbers(0, 40).map((at) => entry(at));
    const again: Walk = { ...BEGINNING, shown: old, again: true };
    const first = withPage(
      again,
      page(
        numbers(0, 25).map((at) => entry(at)),
        true,
      ),
    );
    expect(first.shown).toBe(old);
    const second = withPage(
      first,
      page(
        numbers(25, 25).map((at) => entry(at)),
        true,
      ),
    );
    expect(second.shown).toBe(old);
    const third = withPage(second, page([entry(50)], false));
    expect(third.shown).toHaveLength(51);
    const shorter = withPage(
      again,
      page(
        numbers(0, 2).map((at) => entry(at)),
        false,
      ),
    );
    expect(shorter.shown).toHaveLength(2);
  });

  it('done again is told of as it was until all are here, also when it is interrupted', () => {
    const whole = withPage({ ...BEGINNING, readAt: 1000 }, page([entry(1), entry(2)], false));
    const again: Walk = { ...BEGINNING, readAt: 9000, again: true, before: whole, shown: whole.shown };
    const first = withPage(again, page([entry(2)], true));
    for (const walk of [again, first, { ...first, state: 'failed', failure: new Error('lost') } as Walk]) {
      expect(isWhole(walk)).toBe(true);
      expect(shownOf(walk)).toMatchObject({ readAt: 1000, pages: 1, rows: walk.shown });
    }
    const taken = withTaken(first, [entry(3), entry(2)]);
    expect(taken.shown).toEqual([entry(3), entry(1), entry(2)]);
    expect(shownOf(taken).rows).toEqual(taken.shown);
    expect(taken.rows).toEqual([entry(3), entry(2)]);
    const ended = withPage(taken, page([entry(4)], false));
    expect(shownOf(ended)).toMatchObject({ readAt: 9000, pages: 2, rows: [entry(3), entry(2), entry(4)] });
    expect(ended.shown).toBe(ended.rows);
  });

  it('interrupted before its end is not whole, and its rows stand until it is', () => {
    const part = withPage(BEGINNING, page([entry(1)], true));
    const failed: Walk = { ...part, state: 'failed', failure: new Error('lost') };
    expect(isWhole(failed)).toBe(false);
    const on = withPage({ ...failed, state: 'walking', again: true }, page([entry(2)], true));
    expect(on).toMatchObject({ shown: [entry(1)], rows: [entry(1), entry(2)], failure: undefined });
    const ended = withPage(on, page([entry(3)], false));
    expect(isWhole(ended)).toBe(true);
    expect(ended).toMatchObject({ again: false, shown: [entry(1), entry(2), entry(3)] });
  });

  it('done again by the page itself leaves what arrived since to a person', () => {
    const old = [entry(2), entry(3)];
    const known = new Set(old.map((one) => sidOf(one)?.toUpperCase() ?? ''));
    const again: Walk = { ...BEGINNING, shown: old, again: true, known };
    const arrived = withPage(again, page([entry(0)], true));
    expect(arrived).toMatchObject({ rows: [], shown: old, pages: 1, repeats: 0 });
    // What stands among those that were there was there as well.
    const ended = withPage(arrived, page([entry(1), entry(2), entry(4), entry(3)], false));
    expect(ended.shown).toEqual([entry(2), entry(4), entry(3)]);
  });

  it('holds everybody once although inquiries arrive meanwhile and pages shift', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 15 }),
        (count, arrivals) => {
          // Newest first; what arrives takes the place at the top and pushes the rest down.
          let all = numbers(0, count);
          let walk = BEGINNING;
          let newest = 100_000;
          for (let at = 0; walk.state !== 'ended'; at++) {
            const part = all.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE);
            walk = withPage(
              walk,
              page(
                part.map((n) => entry(n)),
                (at + 1) * PAGE_SIZE < all.length,
              ),
            );
            all = numbers(newest, arrivals[at] ?? 0).concat(all);
            newest += 1000;
          }
          const held = new Set(walk.sids);
          expect(held.size).toBe(walk.rows.length);
          for (const n of numbers(0, count))
            expect(held.has(`01JC${String(n).padStart(22, '0')}`)).toBe(true);
        },
      ),
    );
  });
});

describe('a walk of one by one', () => {
  const sids = numbers(0, 3).map((at) => `01jc${String(at).padStart(22, '0')}`);

  it('keeps what is there, counts what is gone, and reads none twice', () => {
    const walk = withOnes(
      { ...BEGINNING, of: sids.map((sid) => sid.toUpperCase()) },
      [
        { sid: sids[0] ?? '', entry: entry(0) },
        { sid: sids[1] ?? '', entry: undefined },
      ],
      false,
    );
    expect(walk).toMatchObject({ state: 'walking', rows: [entry(0)] });
    expect(onesRead(walk)).toEqual({ read: 2, gone: 1 });
    expect(walk.sids).toEqual(new Set(sids.slice(0, 2).map((sid) => sid.toUpperCase())));
    expect(withOnes(walk, [{ sid: sids[2] ?? '', entry: entry(2) }], true)).toMatchObject({
      state: 'ended',
      shown: [entry(0), entry(2)],
    });
  });

  it('counts of those there are now, and not of those that rest no more', () => {
    const walk = withOnes(
      { ...BEGINNING, of: sids.map((sid) => sid.toUpperCase()) },
      [
        { sid: sids[0] ?? '', entry: undefined },
        { sid: sids[1] ?? '', entry: entry(1) },
      ],
      false,
    );
    expect(onesRead({ ...walk, of: sids.slice(1).map((sid) => sid.toUpperCase()) })).toEqual({
      read: 1,
      gone: 0,
    });
  });
});

describe('what was read elsewhere', () => {
  const walk = withPage(BEGINNING, page([entry(2), entry(3)], true));

  it('comes first, and what is there already does not come again', () => {
    const taken = withTaken(walk, [entry(0), entry(1), entry(1), entry(2), entry(9, false)]);
    expect(taken.rows).toEqual([entry(0), entry(1), entry(2), entry(3)]);
    expect(taken.shown).toEqual(taken.rows);
    expect(taken.pages).toBe(1);
  });

  it('changes nothing when all of it is there', () => expect(withTaken(walk, [entry(3)])).toBe(walk));

  it('is a repeat when a later page has it', () => {
    const on = withPage(withTaken(walk, [entry(4)]), page([entry(4), entry(5)], false));
    expect(on.rows).toEqual([entry(4), entry(2), entry(3), entry(5)]);
    expect(on.repeats).toBe(1);
  });
});

it('of one that is done again, what is read already and not shown yet comes to what is shown', () => {
  const whole = withPage(BEGINNING, page([entry(1)], false));
  const again: Walk = { ...BEGINNING, again: true, before: whole, shown: whole.shown };
  const read = withPage(again, page([entry(2), entry(1)], true));
  const taken = withTaken(read, [entry(2)]);
  expect(taken.shown).toEqual([entry(2), entry(1)]);
  expect(taken.rows).toEqual([entry(2), entry(1)]);
});
