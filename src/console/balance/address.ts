import { type BalanceQuery, MAX_BALANCE_DAYS } from '#contract/desk/balance.ts';
import { LAST_DAYS, isDay, resolveDay } from '#contract/relative-days.ts';
import { MAX_ADMIN_MAIL } from '#contract/values.ts';
import { addDays } from '#contract/window.ts';
import { type UnreadableParameter, changedSearch, searchReader } from '#console/filters/search.ts';

export interface BalanceAddress extends BalanceQuery {
  unreadable: UnreadableParameter[];
}

export function parseBalanceAddress(search: URLSearchParams, today: string): BalanceAddress {
  const { read, unreadable } = searchReader(search);
  const readDay = (name: string) =>
    read(name, (text) => (isDay(text) ? resolveDay(text, () => today) : undefined));
  const agency = read('agency', (text) => (text.length <= MAX_ADMIN_MAIL ? text : undefined));
  const to = readDay('to') ?? today;
  const from = readDay('from') ?? resolveDay(LAST_DAYS[30], () => to);
  const first = addDays(to, 1 - MAX_BALANCE_DAYS);
  return {
    from: from > to ? to : from < first ? first : from,
    to,
    ...(agency !== undefined && { agency }),
    unreadable,
  };
}

export type BalanceSearch = { [Name in keyof BalanceQuery]?: string | undefined };

export const formatBalanceSearch = (values: BalanceSearch): string =>
  changedSearch(new URLSearchParams(), values);
