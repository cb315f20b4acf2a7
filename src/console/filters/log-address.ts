import { useNavigate, useSearchParams } from 'react-router';
import { isDay, resolveDay } from '#contract/relative-days.ts';
import { dayAt } from '#contract/window.ts';
import { useSession } from '#console/session/session.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { type UnreadableParameter, changedSearch, searchReader } from './search.ts';

/** Days may be relative in an address. */
export interface LogQuery {
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
}

export interface LogAddress<Query extends LogQuery = LogQuery> {
  query: Query;
  unreadable: UnreadableParameter[];
}

const ID = /^[\dA-Z]{26}$/;

export function parseLogAddress<Text extends string, Outcome extends string>(
  search: URLSearchParams,
  maxLengths: Readonly<Record<Text, number>>,
  outcomes: readonly Outcome[],
): LogAddress<LogQuery & Partial<Record<Text, string>> & { outcome?: Outcome }> {
  const { read, unreadable } = searchReader(search);
  const readDay = (name: string) => read(name, (text) => (isDay(text) ? text : undefined));
  const values = {
    from: readDay('from'),
    to: readDay('to'),
    ...Object.fromEntries(
      Object.entries<number>(maxLengths).map(([name, maxLength]) => [
        name,
        read(name, (text) => (text.length <= maxLength ? text : undefined)),
      ]),
    ),
    outcome: read('outcome', (text) => outcomes.find((outcome) => outcome === text)),
    before: read('before', (text) => (ID.test(text) ? text : undefined)),
  };
  const query = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { query: query as LogQuery & Partial<Record<Text, string>> & { outcome?: Outcome }, unreadable };
}

export function resolveDays<Query extends LogQuery>(query: Query, today: string): Query {
  const { from, to } = query;
  return {
    ...query,
    ...(from && { from: resolveDay(from, () => today) }),
    ...(to && { to: resolveDay(to, () => today) }),
  };
}

export function changedLogSearch(
  search: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
): string {
  return changedSearch(search, { before: undefined, ...change });
}

export function useLogAddress<Query extends LogQuery>(parse: (search: URLSearchParams) => LogAddress<Query>) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { timeZone } = useSession();
  const today = dayAt(useNow(), timeZone);
  const address = parse(search);
  return {
    ...address,
    request: resolveDays(address.query, today),
    setFilters: (values: Partial<Record<keyof Query, string | undefined>>) =>
      void navigate({ search: changedLogSearch(search, values) }),
  };
}
