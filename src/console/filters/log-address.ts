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
const INSTANT = /^\d{1,14}$/;

export const textUpTo = (maxLength: number) => (text: string) =>
  text.length <= maxLength ? text : undefined;

export const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text);

export const parseInstant = (text: string) => (INSTANT.test(text) ? Number(text) : undefined);

type Parsers = Readonly<Record<string, (text: string) => string | number | undefined>>;
type Parsed<Filters extends Parsers> = {
  [Name in keyof Filters]?: Exclude<ReturnType<Filters[Name]>, undefined>;
};

export function parseLogAddress<Filters extends Parsers>(
  search: URLSearchParams,
  filters: Filters,
): LogAddress<LogQuery & Parsed<Filters>> {
  const { read, unreadable } = searchReader(search);
  const parsers: Parsers = {
    from: parseDay,
    to: parseDay,
    ...filters,
    before: (text) => (ID.test(text) ? text : undefined),
  };
  const values = Object.entries(parsers).map(([name, parse]) => [name, read(name, parse)]);
  const query = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return { query: query as LogQuery & Parsed<Filters>, unreadable };
}

const parseDay = (text: string) => (isDay(text) ? text : undefined);

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
