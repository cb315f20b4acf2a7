import type { MissingDays } from '#contract/desk/export.ts';
import { LAST_PAGE } from '#contract/paging.ts';
import { addDays } from '#contract/window.ts';

export interface Days {
  desde: string;
  hasta: string;
}

/** A page of the list; `more`: the service says that there is a next one. */
export interface WalkedPage<Entry> {
  entries: Entry[];
  /** How many the service puts on a page, and whether so many are on this one. */
  size: number;
  full: boolean;
  /** null: the service does not count the whole list. */
  total: number | null;
  more: boolean;
}

/** Asks for one page; undefined: there is no answer to be had. */
export type AskPage<Entry> = (days: Days, page: number) => Promise<WalkedPage<Entry> | undefined>;

export type Step<Entry> = { page: WalkedPage<Entry> } | { missing: MissingDays };

const DAY_MS = 86_400_000;

/**
 * Walks every page of some days, newest first. Days that have more pages than can be asked for are walked again in two
 * halves, at once where the service counts them, so entries come repeatedly; one day that does says that it is missing,
 * as do days that are not answered.
 */
export async function* walkDays<Entry>(ask: AskPage<Entry>, days: Days): AsyncGenerator<Step<Entry>> {
  const { desde, hasta } = days;
  let lastPage = LAST_PAGE;
  for (let number = 1; number <= lastPage; number++) {
    const page = await ask(days, number);
    if (!page) {
      yield { missing: { ...days, reason: 'failed' } };
      return;
    }
    yield { page };
    if (!page.more && !(number === LAST_PAGE && isCut(page))) return;
    // What does not fit is not read to its end twice.
    if (desde < hasta && page.total !== null && page.total > LAST_PAGE * page.size) lastPage = number;
  }
  if (desde === hasta) {
    yield { missing: { ...days, reason: 'too-many' } };
    return;
  }
  const length = (Date.parse(hasta) - Date.parse(desde)) / DAY_MS;
  const middle = addDays(desde, Math.ceil(length / 2));
  yield* walkDays(ask, { desde: middle, hasta });
  yield* walkDays(ask, { desde, hasta: addDays(middle, -1) });
}

/** Whether the last page that can be asked for leaves something out: no next one is no proof that it does not. */
function isCut({ full, size, total }: WalkedPage<unknown>): boolean {
  return total === null ? full : total > LAST_PAGE * size;
}
