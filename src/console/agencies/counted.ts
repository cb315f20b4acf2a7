import type { Consultas } from '#contract/inquiries.ts';
import type { Tolerant } from '#contract/reading.ts';

export interface Counted {
  count: number;
  /** There are more than that, and the service does not say how many. */
  more: boolean;
}

/** How many inquiries a first page tells of: `Total` may count the page alone, and then it says nothing of the list. */
export function counted({ Total, _entries, _links }: Tolerant<typeof Consultas>): Counted {
  const here = _entries.length;
  if (!_links?.next) return { count: here, more: false };
  return typeof Total === 'number' && Total > here
    ? { count: Total, more: false }
    : { count: here, more: true };
}
