import { textOf } from '#contract/queue.ts';
import type { Inquiry } from '#console/inquiries/inquiries-queries.ts';

/** Inquiries that are folded at a time: a few ms on a slow machine. */
const AT_A_TIME = 50;

/** Folds inquiries before they are searched, a few at a time, so that the first letter need not wait. @returns what ends it */
export function foldAhead(entries: readonly Inquiry[]): () => void {
  let at = 0;
  const some = () => {
    for (const entry of entries.slice(at, at + AT_A_TIME)) textOf(entry);
    at += AT_A_TIME;
    if (at < entries.length) timer = setTimeout(some);
  };
  let timer = setTimeout(some);
  return () => clearTimeout(timer);
}
