import { act, renderHook } from '@testing-library/react';
import * as fc from 'fast-check';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { InboxAddress } from '#console/inquiries/inbox-address.ts';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import type { Row } from '#console/inquiries/row.ts';
import { findNeighbours, useRowNavigation } from './use-row-navigation.ts';

const PAGE = 25;
const sidOf = (number: number) => `01JC${String(number).padStart(22, '0')}`;

beforeEach(() => sessionStorage.clear());

const numbersUpTo = (rows: number) => Array.from({ length: rows }, (_, at) => at + 1);

/** Loads a page with an open inquiry, whose list has some rows. */
function load(numbers: readonly number[], openSid: string) {
  const loadMore = vi.fn();
  const list = {
    rows: numbers.map((number) => ({ adminMail: 'a@x.example', sid: sidOf(number) })),
    isPlaceholder: false,
    paging: undefined,
    loadMore,
  };
  const { result, unmount } = renderHook(
    () =>
      useRowNavigation({
        address: {
          agencias: ['a@x.example'],
          pagina: 1,
          narrowing: {},
        } as unknown as InboxAddress,
        list: list as unknown as InquiryListResult,
        openSid,
      }),
    { wrapper: ({ children }) => <MemoryRouter initialEntries={['/inquiries']}>{children}</MemoryRouter> },
  );
  const { neighbours, queue, stepHrefs } = result.current;
  const hrefs = neighbours && stepHrefs(neighbours);
  unmount();
  return { neighbours, length: queue.length, hrefs, asksForMore: loadMore.mock.calls.length > 0 };
}

it('a reload loads the list up to the open inquiry, where stepping continues', () => {
  const loadUpTo = (rows: number, open: number) => load(numbersUpTo(rows), sidOf(open));
  expect(loadUpTo(PAGE, 60)).toMatchObject({ asksForMore: false });
  loadUpTo(3 * PAGE, 60);
  for (const rows of [PAGE, 2 * PAGE]) expect(loadUpTo(rows, 60)).toMatchObject({ asksForMore: true });
  expect(loadUpTo(3 * PAGE, 60)).toMatchObject({
    neighbours: { place: 60, previous: sidOf(59), next: sidOf(61) },
    asksForMore: false,
  });
  expect(loadUpTo(PAGE, 80)).toMatchObject({ asksForMore: false });
});

it('inquiries that were walked through and have left the list keep their places after a reload', () => {
  load(numbersUpTo(9), sidOf(5));
  // All but the third were answered, and another one has arrived.
  expect(load([11, 3, 6, 7, 8, 9], sidOf(5))).toMatchObject({
    neighbours: { place: 6, previous: sidOf(4), next: sidOf(6), isFirst: false },
    length: 10,
    hrefs: { previous: expect.stringContaining(sidOf(4)) as string },
  });
  expect(load([11, 3, 6, 7, 8, 9], sidOf(6))).toMatchObject({
    neighbours: { place: 7, previous: sidOf(5), next: sidOf(7) },
  });
  expect(load([11, 3, 6, 7, 8, 9], sidOf(4))).toMatchObject({
    neighbours: { place: 5, previous: sidOf(3), next: sidOf(5) },
  });
  // An inquiry of another walk begins with the list as it is.
  expect(load([3, 6, 7, 8], sidOf(8))).toMatchObject({ neighbours: { place: 4 }, length: 4 });
});

describe('a step to a row that is not loaded yet', () => {
  type State = Partial<InquiryListResult> & { openSid?: string };
  const rows = [1, 2, 3, 4].map((number) => ({ adminMail: 'a@x.example', sid: sidOf(number) })) as Row[];
  const openAtEnd = (first: State) => {
    const use = ({ openSid = sidOf(2), ...list }: State) => ({
      pathname: useLocation().pathname,
      ...useRowNavigation({
        address: { agencias: ['a@x.example'] } as unknown as InboxAddress,
        list: { rows: rows.slice(0, 2), isFetching: false, error: null, ...list } as InquiryListResult,
        openSid,
      }),
    });
    const hook = renderHook(use, {
      initialProps: first,
      wrapper: ({ children }) => <MemoryRouter initialEntries={['/inquiries']}>{children}</MemoryRouter>,
    });
    act(() => {
      hook.result.current.awaitNext();
    });
    return hook;
  };

  it.each([{ isFetching: true }, { loadMore: () => {} }])('opens it when it arrives, with %o', (first) => {
    const { result, rerender } = openAtEnd(first);
    rerender(first);
    expect(result.current.pathname).toBe('/inquiries');
    rerender({ rows });
    expect(result.current.pathname).toMatch(sidOf(3));
    rerender({ openSid: sidOf(3), rows });
    expect(result.current.pathname).toMatch(sidOf(3));
  });

  it.each<[string, State, State]>([
    ['the list was at its end', {}, {}],
    ['nothing has arrived', { isFetching: true }, {}],
    ['the page could not be read', { isFetching: true }, { isFetching: true, error: new Error('away') }],
    ['another inquiry was opened', { isFetching: true }, { isFetching: true, openSid: sidOf(1) }],
  ])('is forgotten where %s', (_, first, then) => {
    const { result, rerender } = openAtEnd(first);
    rerender(then);
    rerender({ rows });
    expect(result.current.pathname).toBe('/inquiries');
  });
});

describe('the neighbours of an inquiry', () => {
  it.each([
    { open: 'A', place: 1, previous: undefined, next: 'C', isFirst: true, isLast: false },
    { open: 'c', place: 3, previous: 'A', next: 'D', isFirst: false, isLast: false },
    { open: 'D', place: 4, previous: 'C', next: undefined, isFirst: false, isLast: true },
    { open: 'X', place: undefined, previous: undefined, next: 'A', isFirst: false, isLast: false },
  ])('are rows that can be opened, for $open', ({ open, ...expected }) => {
    expect(findNeighbours(['A', undefined, 'C', 'D', undefined], open)).toEqual(expected);
  });

  it('are missing in an empty list', () => {
    expect(findNeighbours([], 'A')).toEqual({
      place: undefined,
      previous: undefined,
      next: undefined,
      isFirst: false,
      isLast: false,
    });
  });

  it('lead through the whole list and back', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[A-Z]{2}$/), { minLength: 1 });
    fc.assert(
      fc.property(names, (sids) => {
        const visited = [sids[0] ?? ''];
        for (let next; (next = findNeighbours(sids, visited.at(-1) ?? '').next);) visited.push(next);
        expect(visited).toEqual(sids);
        for (const sid of sids.slice(1)) {
          const { previous = '' } = findNeighbours(sids, sid);
          expect(findNeighbours(sids, previous).next).toBe(sid);
        }
      }),
    );
  });
});
