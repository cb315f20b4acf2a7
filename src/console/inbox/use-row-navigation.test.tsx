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

function load(rows: number, openSid: string) {
  const loadMore = vi.fn();
  const list = {
    rows: Array.from({ length: rows }, (_, at) => ({ adminMail: 'a@x.example', sid: sidOf(at + 1) })),
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
  const { neighbours } = result.current;
  unmount();
  return { neighbours, asksForMore: loadMore.mock.calls.length > 0 };
}

it('a reload loads the list up to the open inquiry, where stepping continues', () => {
  expect(load(PAGE, sidOf(60))).toMatchObject({ asksForMore: false });
  load(3 * PAGE, sidOf(60));
  for (const rows of [PAGE, 2 * PAGE]) expect(load(rows, sidOf(60))).toMatchObject({ asksForMore: true });
  expect(load(3 * PAGE, sidOf(60))).toMatchObject({
    neighbours: { place: 60, previous: sidOf(59), next: sidOf(61) },
    asksForMore: false,
  });
  expect(load(PAGE, sidOf(80))).toMatchObject({ asksForMore: false });
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
    act(() => hook.result.current.awaitNext());
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

  it.each([
    { formerPlace: 1, previous: undefined, next: 'A' },
    { formerPlace: 3, previous: 'A', next: 'C' },
    { formerPlace: 9, previous: 'D', next: undefined },
  ])('are those at its place $formerPlace after it has left the list', ({ formerPlace, ...expected }) => {
    expect(findNeighbours(['A', undefined, 'C', 'D'], 'X', formerPlace)).toMatchObject(expected);
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
