const KEY = 'vitrina-queue-place';

export interface QueuePlace {
  list: string;
  sid: string;
  place: number;
}

export function saveQueuePlace(open: QueuePlace): void {
  sessionStorage.setItem(KEY, JSON.stringify(open));
}

export function readQueuePlace({ list, sid }: Omit<QueuePlace, 'place'>): number | undefined {
  const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as QueuePlace | null;
  return saved?.list === list && saved.sid === sid ? saved.place : undefined;
}
