import createCache, { type EmotionCache } from '@emotion/cache';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { queryClient } from '#console/api/query-client.ts';

// Same timeout as in end-to-end tests: the default of 1 s is too short on a busy machine.
configure({ asyncUtilTimeout: 8000 });

// Queries ask for `display` and `visibility`, clicks for `pointer-events`. happy-dom compares each element with every
// rule for that, which took more than half of the time, so rules about anything else are left out.
const sheet = Object.getPrototypeOf(createCache({ key: 'tests' }).sheet) as EmotionCache['sheet'];
const insert = sheet.insert;
sheet.insert = function (rule) {
  if (/display:none|visibility:hidden|pointer-events:none/.test(rule)) insert.call(this, rule);
};

// Component test files of a worker share modules, and so this state.
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
});

// An import that ends after its file is refused, and the retry would reach the next file's gateway.
afterAll(() => vi.dynamicImportSettled());
