import { loadCode } from '#console/api/load-code.ts';
import { storedChangeKeys } from './stored-change-keys.ts';

/** Loads the queue only where changes are pending, so that other pages are spared its code. */
export function resumePendingChanges(): void {
  if (storedChangeKeys().length === 0) return;
  loadCode(() => import('./change-store.ts'))
    .then(({ changeStore }) => changeStore.retryUnanswered())
    .catch(() => {
      // The changes stay stored; parts of the page that need the same code show that it failed to load.
    });
}
