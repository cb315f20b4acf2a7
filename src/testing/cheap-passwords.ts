import { vi } from 'vitest';

// Cheap password hashes for tests, which sign in thousands of times. A hash contains its cost parameters, so the code
// under test is unchanged; `passwords.test.ts` tests the real cost.
vi.mock('#gateway/people/password-cost.ts', () => ({
  PASSWORD_COST: { memory: 64, passes: 1, parallelism: 1, tagLength: 32 },
}));
