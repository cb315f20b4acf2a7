import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CheckedInquiries, inquiryIndexEndpoints } from '#contract/desk/inquiries.ts';
import { queryClient } from '#console/api/query-client.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';
import { INDEX_LISTS_KEY, updateRow } from './inquiry-queries.ts';
import type { Row } from './row.ts';
import { refreshRows } from './refresh-rows.ts';

const INQUIRY = { adminMail: 'ventas@norte.example', sid: 'S' };
const ROW = {
  ...INQUIRY,
  inquiry: {},
  followUp: null,
  seen: true,
  isRepeat: false,
  hasLeft: false,
} as unknown as Row;
const CONTACTED = { ...UNTOUCHED_FOLLOW_UP, status: 'contacted', version: 1 } as const;
const queryKey = INDEX_LISTS_KEY;

const replyWith = (followUp: CheckedInquiries['rows'][number]['followUp']) => ({
  rows: [{ ...INQUIRY, followUp, seen: true, earlierFromBuyer: false, matches: true }],
  readAt: 0,
  hours: {},
});
const getFollowUp = () =>
  queryClient.getQueryData<{ pages: { rows: Row[] }[] }>(queryKey)?.pages[0]?.rows[0]?.followUp;

let gateway: FakeGateway;
let unsubscribe: () => void;

beforeEach(() => {
  gateway = new FakeGateway();
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', gateway.fetch);
  queryClient.setQueryData(queryKey, { pages: [{ rows: [ROW] }], pageParams: [undefined] });
  unsubscribe = new QueryObserver(queryClient, { queryKey, staleTime: Infinity }).subscribe(() => {});
});
afterEach(() => {
  unsubscribe();
  queryClient.clear();
});

it('a row on screen is updated from the reply', async () => {
  gateway.reply(inquiryIndexEndpoints.checkInquiries, replyWith(CONTACTED));
  refreshRows(INQUIRY);
  await vi.waitFor(() => expect(getFollowUp()).toMatchObject(CONTACTED));
});

it('a row keeps a change that is made while an older reply is under way, and is fetched again', async () => {
  const replies = [Promise.withResolvers<object>(), Promise.withResolvers<object>()] as const;
  let requests = 0;
  gateway.reply(inquiryIndexEndpoints.checkInquiries, () => replies[requests++]?.promise);
  refreshRows();
  await vi.waitFor(() => expect(requests).toBe(1));
  updateRow(INQUIRY, { followUp: { ...CONTACTED, isSaving: false } });
  replies[0].resolve(replyWith(null));
  await vi.waitFor(() => expect(requests).toBe(2));
  expect(getFollowUp()).toMatchObject(CONTACTED);
  replies[1].resolve(replyWith({ ...CONTACTED, version: 2 }));
  await vi.waitFor(() => expect(getFollowUp()).toMatchObject({ version: 2 }));
});
