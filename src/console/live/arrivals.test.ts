import { describe, expect, it } from 'vitest';
import type { Inquiry, InquiryPage } from '#console/inquiries/inquiries-queries.ts';
import { arrivalsIn, broughtUpToDate, knownOf } from './arrivals.ts';

const inquiry = (sid: string | undefined, minute: number, more: Partial<Inquiry> = {}): Inquiry => ({
  Momento: new Date(minute * 60_000).toISOString(),
  Auto: {},
  Interesado: {},
  ...(sid && { _links: { self: { href: `/v3/consultas/a@b.example/${sid}` } } }),
  ...more,
});
const page = (entries: Inquiry[], more = false) =>
  ({ _entries: entries, _links: more ? { next: { href: '/next' } } : {} }) as unknown as InquiryPage;
const sid = (digit: number) => `01JC000000000000000000000${digit}`;
const [one, two, three, four] = [1, 2, 3, 4].map((digit) => inquiry(sid(digit), digit)) as [
  Inquiry,
  Inquiry,
  Inquiry,
  Inquiry,
];

describe('what has arrived', () => {
  it('is what is not known, in the order of the list', () => {
    const known = knownOf([two, one], true);
    expect(arrivalsIn(page([four, three, two, one]), known)).toEqual({ entries: [four, three], more: false });
    expect(arrivalsIn(page([two, one]), known)).toEqual({ entries: [], more: false });
  });

  it('is nothing as long as nothing is known, or nothing was read', () => {
    expect(arrivalsIn(page([one]), undefined).entries).toEqual([]);
    expect(arrivalsIn(undefined, knownOf([], true)).entries).toEqual([]);
  });

  it('into an empty list is everything', () => {
    expect(arrivalsIn(page([two, one]), knownOf([], true))).toEqual({ entries: [two, one], more: false });
  });

  it('is not what moved up from the next page when another was taken away', () => {
    const read = page([four, two, one], true);
    expect(arrivalsIn(read, knownOf([four, three, two], false)).entries).toEqual([]);
    // Of a list without a next page it is one that came late.
    expect(arrivalsIn(read, knownOf([four, three, two], true)).entries).toEqual([one]);
  });

  it('may be more than what was read', () => {
    expect(arrivalsIn(page([four, three], true), knownOf([two, one], false)).more).toBe(true);
    expect(arrivalsIn(page([four, three, two], true), knownOf([two, one], false)).more).toBe(false);
  });

  it('holds sids in any case for the same, and knows nothing of what has none', () => {
    const lower = inquiry(sid(1).toLowerCase(), 1);
    expect(arrivalsIn(page([lower, inquiry(undefined, 9)]), knownOf([one], true)).entries).toEqual([]);
  });
});

describe('rows that stay', () => {
  it('are brought up to date where they stand', () => {
    const now = inquiry(sid(1), 1, { OperadorResponsable: 'ana@b.example' });
    expect(broughtUpToDate([two, one], [three, now])).toEqual([two, now]);
  });

  it('are the same when nothing changed', () => {
    const rows = [two, one];
    expect(broughtUpToDate(rows, [three, inquiry(sid(2), 2)])).toBe(rows);
  });
});
