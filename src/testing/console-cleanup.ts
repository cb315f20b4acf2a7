import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { queryClient } from '#console/api/query-client.ts';

// As long as an expectation of the end-to-end tests: one second is short where every core is busy.
configure({ asyncUtilTimeout: 8000 });

// Set up for each file of component tests: they share the modules of a worker.
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
});
