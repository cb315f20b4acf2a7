import type { ExportQuery } from '#contract/desk/export.ts';
import type { BuiltInView } from '#contract/queue-names.ts';
import { WINDOW_DAYS, addDays } from '#contract/window.ts';
import { type InboxAddress, inboxRequest, readInboxAddress } from '#console/inquiries/address.ts';
import type { Choices } from './choices.ts';

/** Which inquiries: what an address of the inbox shows, as days that can be told. */
export interface ExportScope {
  agencia: string;
  vista: BuiltInView | undefined;
  /** First and last day; undefined where there is no bound: those snoozed are of any age. */
  days: { desde: string | undefined; hasta: string } | undefined;
  operador: string | undefined;
  externalid: string | undefined;
  narrowing: InboxAddress['narrowing'];
}

/**
 * What an address stands for on a day. Days that the service would refuse are told, and asked for, as they are: it says
 * which it takes.
 */
export function exportScope(agencia: string, search: URLSearchParams, today: string): ExportScope {
  const address = readInboxAddress(search);
  const { operador, externalid, desde, hasta } = inboxRequest(address, () => today);
  const vista = address.cola;
  const isOpen = !desde && !hasta;
  const first = desde ?? (isOpen && vista === 'hoy' ? today : addDays(today, -WINDOW_DAYS));
  return {
    agencia,
    vista,
    // Those that are read one by one are of any age.
    days:
      vista === 'mias' || vista === 'pospuestas'
        ? isOpen
          ? undefined
          : { desde, hasta: hasta ?? today }
        : { desde: first, hasta: hasta ?? today },
    operador,
    externalid,
    narrowing: address.narrowing,
  };
}

/** What the gateway is asked; `zone` is that of the times in the file. */
export function exportQuery(scope: ExportScope, choices: Choices, zone: string): ExportQuery {
  const { operador, externalid, vista, days, narrowing } = scope;
  return {
    operador,
    externalid,
    ...days,
    ...narrowing,
    vista,
    columns: choices.columns.join(','),
    zone,
    locale: choices.locale,
    bom: choices.bom ? '1' : '0',
  };
}
