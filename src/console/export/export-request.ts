import { createContext, use } from 'react';

export interface ExportRequest {
  agencias: readonly string[];
  search: string;
}

/** The shell provides it and saves the file when it is ready, whatever page the person is on. */
export const RequestExportContext = createContext<(request: ExportRequest) => void>(() => {});

export function useRequestExport(): (request: ExportRequest) => void {
  return use(RequestExportContext);
}
