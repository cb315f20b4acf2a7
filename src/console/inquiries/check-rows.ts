import type { InfiniteData } from '@tanstack/react-query';
import { loadCode } from '#console/api/load-code.ts';
import { queryClient } from '#console/api/query-client.ts';
import type { IndexRequest } from './address.ts';
import { type IndexPage, type InquiryKey, changeRowIn, inquiryId } from './inquiries-queries.ts';

// Rows that are shown follow what people do about them, and whether their list still has them; none moves.

/** Changes that come together are asked about together, ms. */
const GATHERED_MS = 80;
/** Rows that are asked about at once. */
const AT_ONCE = 100;

let waiting: Set<string> | 'all' = new Set();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Checks an inquiry's row in the lists that are shown; without one, all of their rows. */
export function checkRows(inquiry?: InquiryKey): void {
  if (!inquiry) waiting = 'all';
  else if (waiting !== 'all') waiting.add(inquiryId(inquiry));
  timer ??= setTimeout(() => void check(), GATHERED_MS);
}

async function check(): Promise<void> {
  timer = undefined;
  // A row shows what is being written until that is confirmed.
  if (queryClient.isMutating() > 0) {
    timer = setTimeout(() => void check(), GATHERED_MS);
    return;
  }
  const asked = waiting;
  waiting = new Set();
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['inquiries', 'index'], type: 'active' });
  for (const { queryKey, state } of lists) {
    const held = state.data as InfiniteData<IndexPage> | undefined;
    const rows = held?.pages.flatMap((page) => page.rows) ?? [];
    const inquiries = rows.flatMap(({ adminMail, sid }) => (sid ? [{ adminMail, sid }] : []));
    const wanted = asked === 'all' ? inquiries : inquiries.filter((one) => asked.has(inquiryId(one)));
    for (let from = 0; from < wanted.length; from += AT_ONCE)
      // What cannot be asked stands as it was; the list says that it cannot be read.
      await checkSome(queryKey, wanted.slice(from, from + AT_ONCE)).catch(() => {});
  }
}

async function checkSome(queryKey: readonly unknown[], inquiries: readonly InquiryKey[]): Promise<void> {
  const { checkInquiries } = await loadCode(() => import('./index-calls.ts'));
  const [, , request] = queryKey as [string, string, IndexRequest];
  const reply = await checkInquiries(
    { ...request, sid: inquiries.map(({ sid }) => sid) },
    { signal: AbortSignal.timeout(20_000), isBackground: true },
  );
  for (const row of reply.rows)
    changeRowIn(queryKey, row, { followUp: row.followUp, seen: row.seen, hasLeft: !row.matches });
}
