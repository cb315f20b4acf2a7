// The place of the open inquiry in its list, for the next load of the page in this tab.

const KEY = 'vitrina-queue-place';

export interface QueuePlace {
  /** Search of the list. */
  list: string;
  sid: string;
  /** From 1. */
  place: number;
}

export function saveQueuePlace(open: QueuePlace): void {
  sessionStorage.setItem(KEY, JSON.stringify(open));
}

/** @returns undefined for another list or inquiry than the last one */
export function readQueuePlace({ list, sid }: Omit<QueuePlace, 'place'>): number | undefined {
  const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as QueuePlace | null;
  return saved?.list === list && saved.sid === sid ? saved.place : undefined;
}
