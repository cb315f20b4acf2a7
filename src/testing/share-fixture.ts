import { afterAll, beforeAll } from 'vitest';

/**
 * Opens a fixture before all tests of a file or `describe`, and disposes it after them. Tests must not change it, except
 * for their own agency, person or calling app.
 */
export function shareFixture<T extends AsyncDisposable>(open: () => Promise<T>): () => T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());
  return () => {
    if (!opened) throw new Error('It is not open yet');
    return opened;
  };
}
