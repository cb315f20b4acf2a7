import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { queryClient } from '#console/api/query-client.ts';

// Set up for each file of component tests: they share the modules of a worker.
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
});
