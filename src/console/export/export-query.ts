import type { ExportQuery } from '#contract/desk/export.ts';
import type { BuiltInView } from '#contract/queue-names.ts';
import { type InboxAddress, indexRequest, readInboxAddress } from '#console/inquiries/address.ts';
import type { Choices } from './export-options.ts';

/** Which inquiries: what an address of the inbox shows. */
export interface ExportScope {
  /** undefined: all that the person may see. */
  agencias: readonly string[] | undefined;
  vista: BuiltInView | undefined;
  /** First and last day; undefined: no bound. */
  desde: string | undefined;
  hasta: string | undefined;
  operador: string | undefined;
  externalid: string | undefined;
  narrowing: InboxAddress['narrowing'];
}

/** What an address stands for on a day. */
export function exportScope(
  agencias: readonly string[],
  search: URLSearchParams,
  today: string,
): ExportScope {
  const address = readInboxAddress(search);
  const { agencia, vista, desde, hasta, operador, externalid } = indexRequest(agencias, address, () => today);
  return { agencias: agencia, vista, desde, hasta, operador, externalid, narrowing: address.narrowing };
}

/** What the gateway is asked; `zone` is that of the times in the file. */
export function exportQuery(scope: ExportScope, choices: Choices, zone: string) {
  const { agencias, narrowing, ...rest } = scope;
  return {
    ...rest,
    ...narrowing,
    agencia: agencias,
    columns: choices.columns.join(','),
    zone,
    locale: choices.locale,
    bom: choices.bom ? '1' : '0',
  } satisfies Omit<ExportQuery, 'agencia'> & { agencia: readonly string[] | undefined };
}
