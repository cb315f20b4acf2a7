import * as z from 'zod/mini';
import { v3 } from '#contract/v3.ts';
import { parseExactJson } from '#gateway/forward/exact-json.ts';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';

/** Entries are parsed one by one. */
const ListedPageSchema = z.looseObject({
  _entries: z.array(z.unknown()),
  _links: z.optional(z.nullable(z.looseObject({ next: z.optional(z.unknown()) }))),
  PerPagina: z.optional(z.nullable(z.number())),
  Total: z.optional(z.unknown()),
});

/** A page of the service's list of an agency's inquiries. */
export interface ListedPage {
  entries: readonly unknown[];
  /** Entries of a full page. */
  size: number;
  hasNext: boolean;
  /** Entries of all pages; null: it does not say, such as when it counts the page alone. */
  total: number | null;
}

/** Parses a reply of `listInquiries`; undefined: it is no page. */
export function parseListedPage({
  status,
  body,
}: Pick<UpstreamReply, 'status' | 'body'>): ListedPage | undefined {
  if (status !== v3.listInquiries.success) return undefined;
  const { data } = z.safeParse(ListedPageSchema, parseExactJson(body ?? 'null'));
  if (!data) return undefined;
  const { _entries: entries, _links: links, PerPagina, Total } = data;
  const hasNext = Boolean(links?.next);
  const isTotal = Number.isSafeInteger(Total) && (Total as number) >= entries.length + (hasNext ? 1 : 0);
  return { entries, size: PerPagina ?? entries.length, hasNext, total: isTotal ? (Total as number) : null };
}
