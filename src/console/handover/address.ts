import * as z from 'zod/mini';
import type { HandoverQuery } from '#contract/desk/handover.ts';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { AdminMail } from '#contract/values.ts';
import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';

export interface HandoverAddress extends HandoverQuery {
  agencia: string[];
  unreadable: UnreadableParameter[];
}

export function parseHandoverAddress(search: URLSearchParams): HandoverAddress {
  const { read, unreadable } = searchReader(search);
  const mails = [...new Set(search.getAll('agencia').map((mail) => mail.trim()))].filter(Boolean);
  const isMail = (text: string) => z.safeParse(AdminMail, text).success;
  for (const value of mails)
    if (value !== ALL_AGENCIES && !isMail(value)) unreadable.push({ parameter: 'agencia', value });
  return {
    agencia: mails.includes(ALL_AGENCIES) ? [] : mails.filter(isMail),
    persona: read('persona', (text) => (text.length <= 26 ? text : undefined)),
    enmascarado: read('enmascarado', (text) => (text === '1' ? text : undefined)),
    unreadable,
  };
}
