const PLACE_STORAGE_KEY = 'vitrina-queue-place';

export interface QueuePlace {
  list: string;
  sid: string;
  place: number;
}

export function saveQueuePlace(open: QueuePlace): void {
  sessionStorage.setItem(PLACE_STORAGE_KEY, JSON.stringify(open));
}

export function readQueuePlace({ list, sid }: Omit<QueuePlace, 'place'>): number | undefined {
  const saved = JSON.parse(sessionStorage.getItem(PLACE_STORAGE_KEY) ?? 'null') as QueuePlace | null;
  return saved?.list === list && saved.sid === sid ? saved.place : undefined;
}
