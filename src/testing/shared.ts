import { afterAll, beforeAll } from 'vitest';

/**
 * What the tests of a file or of a `describe` share, opened before the first of them and closed after the last: each test
 * leaves it as it was, or works on an agency, person or calling app of its own.
 */
export function shared<T extends AsyncDisposable>(open: () => Promise<T>): () => T {
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
