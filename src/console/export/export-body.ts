import type { ExportQuery } from '#contract/desk/export.ts';
import type { BuiltInView } from '#contract/inbox-filter-names.ts';
import { type InboxAddress, indexRequest, parseInboxAddress } from '#console/inquiries/inbox-address.ts';
import type { ExportOptions } from './export-options.ts';

export interface ExportScope {
  agencias: readonly string[] | undefined;
  view: BuiltInView | undefined;
  desde: string | undefined;
  hasta: string | undefined;
  operador: string | undefined;
  externalid: string | undefined;
  narrowing: InboxAddress['narrowing'];
}

export function exportScope(
  agencias: readonly string[],
  search: URLSearchParams,
  today: string,
): ExportScope {
  const address = parseInboxAddress(search);
  const {
    agencia,
    vista: view,
    desde,
    hasta,
    operador,
    externalid,
  } = indexRequest(agencias, address, () => today);
  return { agencias: agencia, view, desde, hasta, operador, externalid, narrowing: address.narrowing };
}

export function createExportBody(scope: ExportScope, options: ExportOptions, zone: string, purpose = '') {
  const { agencias, view, narrowing, ...rest } = scope;
  return {
    ...rest,
    ...narrowing,
    agencia: agencias && [...agencias],
    vista: view,
    columns: options.columns.join(','),
    zone,
    format: options.format,
    locale: options.locale,
    headers: options.headers,
    bom: options.bom ? '1' : '0',
    masked: options.masked ? '1' : '0',
    ...(!options.masked && { purpose }),
  } satisfies ExportQuery & { purpose?: string };
}
