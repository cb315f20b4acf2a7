import type { MissingDays } from '#contract/desk/export.ts';
import { dayAt } from '#contract/window.ts';
import type { WalkedPage } from './walk.ts';

/** After so many in a row that are not answered the others are not asked for. */
const MOST_FAILURES = 3;

export type SidStep<Entry> = { page: WalkedPage<Entry> } | { missing: MissingDays } | { gone: true };

/**
 * Reads inquiries one by one, in the order given; `momento` (ms) tells which days are missing where one is not
 * answered, in the service's zone.
 */
export async function* walkSids<Entry>(
  ask: (sid: string) => Promise<Entry | 'gone' | undefined>,
  inquiries: readonly { sid: string; momento: number }[],
  zone: string,
): AsyncGenerator<SidStep<Entry>> {
  const missing = new Set<string>();
  let failures = 0;
  for (const [index, { sid, momento }] of inquiries.entries()) {
    const entry = failures < MOST_FAILURES ? await ask(sid) : undefined;
    if (entry === 'gone') {
      yield { gone: true };
    } else if (entry) {
      failures = 0;
      yield {
        page: {
          entries: [entry],
          size: 1,
          full: true,
          total: inquiries.length,
          more: index < inquiries.length - 1,
        },
      };
    } else {
      failures += 1;
      missing.add(dayAt(momento, zone));
    }
  }
  for (const day of [...missing].toSorted()) yield { missing: { desde: day, hasta: day, reason: 'failed' } };
}
