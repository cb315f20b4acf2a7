import type { createBrowserRouter } from 'react-router';

/** It resolves once the code of the first page is loaded and its loader has settled. */
export function waitUntilInitialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}
