import { expect, it } from 'vitest';
import { ROWS_PER_WRITE, writeInBatches } from './write-in-batches.ts';

it('other work runs between the batches of a write', async () => {
  const order: string[] = [];
  let left = 2 * ROWS_PER_WRITE + 1;
  await writeInBatches(async () => {
    const rows = Math.min(left, ROWS_PER_WRITE);
    left -= rows;
    order.push(`write ${rows}`);
    setImmediate(() => order.push('other'));
    return rows;
  });
  expect(order).toEqual([`write ${ROWS_PER_WRITE}`, 'other', `write ${ROWS_PER_WRITE}`, 'other', 'write 1']);
});
