import { loadCode } from '#console/api/load-code.ts';

// Separate from `change-storage.ts`, so that pages without pending changes do not load the queue.

export const CHANGE_KEY_PREFIX = 'vitrina-unsent:';

export function storedChangeKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(CHANGE_KEY_PREFIX));
}

export function resumePendingChanges(): void {
  if (storedChangeKeys().length === 0) return;
  loadCode(() => import('./change-store.ts'))
    .then(({ changeStore }) => changeStore.retryUnanswered())
    .catch(() => {
      // The changes stay stored; parts of the page that need the same code show that it failed to load.
    });
}
