import { renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import type { InboxAddress } from '#console/inquiries/inbox-address.ts';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import { useRowNavigation } from './use-row-navigation.ts';

const PAGE = 25;
const sidOf = (number: number) => `01JC${String(number).padStart(22, '0')}`;

beforeEach(() => sessionStorage.clear());

function load(rows: number, openSid: string) {
  const loadMore = vi.fn();
  const list = {
    rows: Array.from({ length: rows }, (_, at) => ({ adminMail: 'a@x.example', sid: sidOf(at + 1) })),
    isPlaceholder: false,
    page: undefined,
    loadMore,
  };
  const { result, unmount } = renderHook(
    () =>
      useRowNavigation({
        address: {
          agencias: ['a@x.example'],
          pagina: 1,
          filters: {},
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

it('after a reload the list is loaded up to the place of the open inquiry, and leafing goes on there', () => {
  expect(load(PAGE, sidOf(60))).toMatchObject({ asksForMore: false });
  load(3 * PAGE, sidOf(60));
  for (const rows of [PAGE, 2 * PAGE]) expect(load(rows, sidOf(60))).toMatchObject({ asksForMore: true });
  expect(load(3 * PAGE, sidOf(60))).toMatchObject({
    neighbours: { place: 60, previous: sidOf(59), next: sidOf(61) },
    asksForMore: false,
  });
  expect(load(PAGE, sidOf(80))).toMatchObject({ asksForMore: false });
});
