import { useSyncExternalStore } from 'react';

// What the person asked to export last. Part of the first screen: the rest of the room comes when it is asked for.

export interface ExportRequest {
  /** As the list has them. */
  agencias: readonly string[];
  /** Search of the inbox's address. */
  search: string;
  /** Each asking has a number of its own. */
  number: number;
}

let asked: ExportRequest | undefined;
const listeners = new Set<() => void>();

/** Opens the dialog for the inquiries that an address of the inbox shows. */
export function askExport(agencias: readonly string[], search: string): void {
  asked = { agencias, search, number: (asked?.number ?? 0) + 1 };
  for (const listener of listeners) listener();
}

/** Undefined until something was asked for. */
export function useAskedExport(): ExportRequest | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
