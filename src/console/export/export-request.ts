import { createContext, use } from 'react';

export interface ExportRequest {
  agencias: readonly string[];
  search: string;
}

/** Provided by the shell, which keeps an export running while the person goes to other pages. */
export const RequestExportContext = createContext<(request: ExportRequest) => void>(() => {});

export function useRequestExport(): (request: ExportRequest) => void {
  return use(RequestExportContext);
}
