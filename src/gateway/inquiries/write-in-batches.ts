import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Rows that a write of many changes at once: on SQLite it holds the event loop until its commit. */
export const ROWS_PER_WRITE = 25;

/** Repeats a write of at most `ROWS_PER_WRITE` rows until none is left; other work runs in between. */
export async function writeInBatches(write: () => Promise<number>): Promise<void> {
  while ((await write()) === ROWS_PER_WRITE) await yieldToEventLoop();
}
