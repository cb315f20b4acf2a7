import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { queryClient } from '#console/api/query-client.ts';
import { resetPageStores } from '#console/api/store.ts';
import './light-dom.ts';

// Same timeout as in end-to-end tests: the default of 1 s is too short on a busy machine.
configure({ asyncUtilTimeout: process.env.CI ? 25_000 : 8000 });

// Component test files of a worker share modules, and so this state.
afterEach(() => {
  cleanup();
  queryClient.clear();
  resetPageStores();
  localStorage.clear();
  sessionStorage.clear();
});

// An import that ends after its file is refused, and the retry would reach the next file's gateway.
afterAll(() => vi.dynamicImportSettled());
