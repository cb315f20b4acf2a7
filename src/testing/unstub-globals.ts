import { afterAll, vi } from 'vitest';

// `unstubGlobals` restores globals before each test, not after the last one of a file, and the next file of a worker
// shares them.
afterAll(() => vi.unstubAllGlobals());
