import { isDay, resolveDay } from '#contract/relative-days.ts';
import { type Unreadable, changedSearch, searchReader } from './search.ts';

/** What every log can be asked: days, which may be relative in an address, and the page after an entry. */
export interface LogAsked {
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
}

/** A log as its address says it. */
export interface LogAddress<Asked extends LogAsked = LogAsked> {
  asked: Asked;
  unreadable: Unreadable[];
}

const ID = /^[\dA-Z]{26}$/;

/** Reads days, texts up to their longest, one of the outcomes, and where the page starts. */
export function readLogAddress<Text extends string, Outcome extends string>(
  search: URLSearchParams,
  longest: Readonly<Record<Text, number>>,
  outcomes: readonly Outcome[],
): LogAddress<LogAsked & Partial<Record<Text, string>> & { outcome?: Outcome }> {
  const { read, unreadable } = searchReader(search);
  const day = (text: string) => (isDay(text) ? text : undefined);
  const given = {
    from: read('from', day),
    to: read('to', day),
    ...Object.fromEntries(
      Object.entries<number>(longest).map(([name, most]) => [
        name,
        read(name, (text) => (text.length <= most ? text : undefined)),
      ]),
    ),
    outcome: read('outcome', (text) => outcomes.find((known) => known === text)),
    before: read('before', (text) => (ID.test(text) ? text : undefined)),
  };
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { asked: asked as LogAsked & Partial<Record<Text, string>> & { outcome?: Outcome }, unreadable };
}

/** What the gateway is asked, days resolved. */
export function logRequest<Asked extends LogAsked>(asked: Asked, today: () => string): Asked {
  const { from, to } = asked;
  return {
    ...asked,
    ...(from && { from: resolveDay(from, today) }),
    ...(to && { to: resolveDay(to, today) }),
  };
}

/** The search with some parameters changed; a change of filter goes back to the newest. */
export function changedLogSearch(
  search: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
): string {
  return changedSearch(search, { before: undefined, ...change });
}
