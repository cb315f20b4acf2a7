import { DELIVERY_OUTCOMES, type DeliveriesQuery } from '#contract/desk/deliveries.ts';
import { isDay, resolveDay } from '#console/ui/days.ts';

/** The deliveries as their address says it: the filters of the contract, with days that may be relative. */
export interface DeliveriesAddress {
  asked: DeliveriesQuery;
  /** Parameters that could not be read, with what they said: they are left out, and the page says so. */
  unreadable: { parameter: string; value: string }[];
}
export type DeliveriesParameter = keyof DeliveriesQuery;

const DAYS = ['from', 'to'] as const;
const LONGEST = { topic: 80, agency: 50, id: 64 };

export function readDeliveriesAddress(search: URLSearchParams): DeliveriesAddress {
  const asked: DeliveriesQuery = {};
  const unreadable: DeliveriesAddress['unreadable'] = [];
  const read = (parameter: DeliveriesParameter, readable: (value: string) => boolean) => {
    const value = search.get(parameter)?.trim();
    if (!value) return undefined;
    if (readable(value)) return value;
    unreadable.push({ parameter, value });
    return undefined;
  };
  for (const day of DAYS) {
    const value = read(day, isDay);
    if (value) asked[day] = value;
  }
  for (const text of ['topic', 'agency', 'id'] as const) {
    const value = read(text, ({ length }) => length <= LONGEST[text]);
    if (value) asked[text] = value;
  }
  const given = read('outcome', (value) => outcomeOf(value) !== undefined);
  const outcome = given && outcomeOf(given);
  if (outcome) asked.outcome = outcome;
  const before = read('before', (value) => /^[\dA-Z]{26}$/.test(value));
  if (before) asked.before = before;
  return { asked, unreadable };
}

function outcomeOf(text: string): DeliveriesQuery['outcome'] {
  return DELIVERY_OUTCOMES.find((known) => known === text);
}

/** What the gateway is asked, days resolved. */
export function deliveriesRequest({ asked }: DeliveriesAddress, today: () => string): DeliveriesQuery {
  const request = { ...asked };
  for (const day of DAYS) if (asked[day]) request[day] = resolveDay(asked[day], today);
  return request;
}

/** The search with some parameters changed; a change of filter goes back to the newest. */
export function changeDeliveriesSearch(
  search: URLSearchParams,
  change: Partial<Record<DeliveriesParameter, string | undefined>>,
): string {
  const next = new URLSearchParams(search);
  next.delete('before');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}
