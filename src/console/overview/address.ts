import * as z from 'zod/mini';
import { MAX_OVERVIEW_DAYS } from '#contract/desk/overview.ts';
import { ALL_AGENCIES, type NarrowingName } from '#contract/inbox-filter-names.ts';
import { isDay, LAST_DAYS, resolveDay } from '#contract/relative-days.ts';
import { AdminMail } from '#contract/values.ts';
import { addDays } from '#contract/window.ts';
import { DAY_MS } from '#contract/durations.ts';
import { changedSearch, searchReader, type UnreadableParameter } from '#console/filters/search.ts';
import { paths } from '#console/paths.ts';

const DEFAULT_START = LAST_DAYS[30];
const DEFAULT_DAYS = 30;

export const DETAILS = ['respuesta', 'demanda', 'personas', 'embudo', 'demora'] as const;
export type Detail = (typeof DETAILS)[number];

export interface OverviewAddress {
  agencias: readonly string[];
  desde: string;
  hasta: string;
  detail: Detail;
  unreadable: UnreadableParameter[];
}

/** Days may be relative (`hoy`, `-29d`); the default is the last 30 days. */
export function parseOverviewAddress(search: URLSearchParams, today: string): OverviewAddress {
  const { read, unreadable } = searchReader(search);
  const resolve = (text: string) => (isDay(text) ? resolveDay(text, () => today) : undefined);
  const hasta =
    read('hasta', (text) => {
      const day = resolve(text);
      return day !== undefined && day <= today ? day : undefined;
    }) ?? today;
  const start = read('desde', (text) => {
    const day = resolve(text);
    return day !== undefined && day <= hasta && countDays(day, hasta) <= MAX_OVERVIEW_DAYS ? text : undefined;
  });
  const desde = resolve(start ?? (hasta === today ? DEFAULT_START : '')) ?? addDays(hasta, 1 - DEFAULT_DAYS);
  const mails = [...new Set(search.getAll('agencia').map((mail) => mail.trim()))].filter(Boolean);
  const [agencias, others] = [mails.filter(isMail), mails.filter((mail) => !isMail(mail))];
  for (const value of others) if (value !== ALL_AGENCIES) unreadable.push({ parameter: 'agencia', value });
  return {
    agencias: others.includes(ALL_AGENCIES) ? [] : agencias,
    desde,
    hasta,
    detail: read('ver', (text) => DETAILS.find((name) => name === text)) ?? DETAILS[0],
    unreadable,
  };
}

const isMail = (text: string) => z.safeParse(AdminMail, text).success;

export function countDays(desde: string, hasta: string): number {
  return Math.round((Date.parse(hasta) - Date.parse(desde)) / DAY_MS) + 1;
}

export function changedPeriod(
  search: URLSearchParams,
  period: { desde: string; hasta?: string | undefined },
): string {
  const { desde, hasta } = period;
  return changedSearch(search, { desde: desde === DEFAULT_START && !hasta ? undefined : desde, hasta });
}

export function changedAgencies(search: URLSearchParams, agencias: readonly string[]): string {
  const next = new URLSearchParams(search);
  next.delete('agencia');
  for (const mail of agencias) if (mail !== ALL_AGENCIES) next.append('agencia', mail);
  return next.toString();
}

type ListParameter = NarrowingName | 'vista' | 'desde' | 'hasta';
export type ListFilters = Partial<Record<ListParameter, string>>;

export function inquiriesLink(agencias: readonly string[], filters: ListFilters): string {
  const search = new URLSearchParams();
  for (const mail of agencias.length > 0 ? agencias : [ALL_AGENCIES]) search.append('agencia', mail);
  for (const [name, value] of Object.entries(filters)) search.set(name, value);
  const { desde, hasta, ...narrowing } = filters;
  // A list of one agency is otherwise the service's own, which is limited to 90 days.
  if ((desde || hasta) && Object.keys(narrowing).length === 0) search.set('copia', '1');
  return paths.inquiries(search.toString());
}
