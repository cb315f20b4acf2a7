import { AGENCY_COLUMNS_PREFIX } from '#console/session/browser-storage.ts';
import { MEMBERS, type Member } from './members.ts';
import type { RememberedColumns } from './suggest-mapping.ts';

const MAX_REMEMBERED_COLUMNS = 300;

export function readRememberedColumns(personId: string): RememberedColumns {
  try {
    const entries = JSON.parse(localStorage.getItem(AGENCY_COLUMNS_PREFIX + personId) ?? '[]') as [
      string,
      Member[],
    ][];
    return new Map(
      entries.map(([key, members]) => [key, members.filter((member) => MEMBERS.includes(member))]),
    );
  } catch {
    return new Map();
  }
}

export function saveRememberedColumns(personId: string, columns: RememberedColumns): void {
  localStorage.setItem(
    AGENCY_COLUMNS_PREFIX + personId,
    JSON.stringify([...columns].slice(-MAX_REMEMBERED_COLUMNS)),
  );
}
