import { LAST_PAGE } from '#contract/paging.ts';
import { dayAt } from '#contract/window.ts';
import type { ServicePage } from './row.ts';

export interface RestOfList {
  desde: string;
  hasta: string;
}

/** `Total` counts the list or the page. */
export function mayExceedLastPage(
  { Total, PerPagina, _entries, _links }: ServicePage,
  page: number,
): boolean {
  if (page < LAST_PAGE && !_links?.next) return false;
  if (typeof Total !== 'number' || Total <= _entries.length) return page > 1;
  return Total > LAST_PAGE * (PerPagina ?? _entries.length);
}

/** Days from the last inquiry of the last page on. The days after it have fewer pages, so both lists are whole. */
export function splitAtLastPage(
  { Desde, Hasta, PerPagina, _entries }: ServicePage,
  timeZone: string,
): RestOfList | undefined {
  const oldest = _entries.at(-1);
  if (!oldest || !Desde || !Hasta || _entries.length < (PerPagina ?? 1)) return undefined;
  const toDay = (time: string) => dayAt(Date.parse(time), timeZone);
  const hasta = toDay(oldest.Momento);
  return hasta < toDay(Hasta) ? { desde: toDay(Desde), hasta } : undefined;
}
