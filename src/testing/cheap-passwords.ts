import { vi } from 'vitest';

// Thousands of tests sign people in: their passwords take a fiftieth of the time. What a hash costs is in it, so nothing
// else is different; `passwords.test.ts` tries the real cost.
vi.mock('#gateway/people/password-cost.ts', () => ({
  PASSWORD_COST: { memory: 64, passes: 1, parallelism: 1, tagLength: 32 },
}));
