import type { InfiniteData } from '@tanstack/react-query';
import { createBatch } from '#console/api/batch.ts';
import { call } from '#console/api/call.ts';
import type { EndpointKey } from '#console/api/endpoint-query.ts';
import { indexEndpoint } from '#console/api/lazy-endpoints.ts';
import { queryClient } from '#console/api/query-client.ts';
import {
  INDEX_LISTS_KEY,
  type IndexPage,
  type InquiryKey,
  inquiryId,
  updateRowInList,
} from './inquiry-queries.ts';
import { type Row, toRowState } from './row.ts';

const ROW_BATCH_MS = 80;
const MAX_ROWS_PER_CALL = 100;
const REFRESH_TIMEOUT_MS = 20_000;

const ALL_ROWS = '*';
const batch = createBatch<string>(refreshBatch, () => ROW_BATCH_MS);

/** Refetches an inquiry's row in the lists on screen, or all their rows. None changes its place. */
export function refreshRows(inquiry?: InquiryKey): void {
  batch.add(inquiry ? inquiryId(inquiry) : ALL_ROWS);
}

async function refreshBatch(ids: ReadonlySet<string>): Promise<void> {
  const lists = queryClient.getQueryCache().findAll({ queryKey: INDEX_LISTS_KEY, type: 'active' });
  for (const { queryKey, state } of lists) {
    const list = state.data as InfiniteData<IndexPage> | undefined;
    const inquiries = (list?.pages.flatMap((page) => page.rows) ?? [])
      .flatMap(({ adminMail, sid }) => (sid ? [{ adminMail, sid }] : []))
      .filter((inquiry) => ids.has(ALL_ROWS) || ids.has(inquiryId(inquiry)));
    for (let from = 0; from < inquiries.length; from += MAX_ROWS_PER_CALL)
      // Rows stay as they are after a failure; the list itself reports it.
      await refreshPart(queryKey as EndpointKey, inquiries.slice(from, from + MAX_ROWS_PER_CALL)).catch(
        () => {},
      );
  }
}

/** A row that changes while its reply is under way keeps the change: that reply may be older, so it is fetched again. */
async function refreshPart(queryKey: EndpointKey, inquiries: readonly InquiryKey[]): Promise<void> {
  const [, { query }] = queryKey;
  const rowsAtRequest = getRowsById(queryKey);
  const { rows } = await call(indexEndpoint('checkInquiries'), {
    query: { ...query, sid: inquiries.map(({ sid }) => sid) },
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    isBackground: true,
  });
  const rowsAtReply = getRowsById(queryKey);
  for (const row of rows) {
    const id = inquiryId(row);
    if (rowsAtReply.get(id) !== rowsAtRequest.get(id)) {
      batch.add(id);
      continue;
    }
    updateRowInList(queryKey, row, toRowState(row));
  }
}

function getRowsById(queryKey: EndpointKey): ReadonlyMap<string, Row> {
  const list = queryClient.getQueryData<InfiniteData<IndexPage>>(queryKey);
  return new Map(list?.pages.flatMap(({ rows }) => rows).map((row) => [inquiryId(row), row]));
}
