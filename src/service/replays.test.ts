import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openReplayStore } from './replays.ts';

async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-replays-'));
  const target = { file: join(folder, 'service.db'), url: undefined, schema: 'x' };
  return {
    file: join(folder, 'service-replay.db'),
    open: () => openReplayStore(target),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

it.each([
  ['text', (file: string) => writeFile(file, 'This is no database.\n'.repeat(1000))],
  ['cut off', (file: string) => truncate(file, 4096)],
  ['empty', (file: string) => truncate(file, 0)],
])('a file that is %s is made anew', async (_, damage) => {
  await using at = await opened();
  const before = await at.open();
  expect(await before.claim('a', 0, 1000)).toBe(true);
  await before.close();
  await damage(at.file);
  const after = await at.open();
  expect([await after.claim('b', 0, 1000), await after.claim('b', 0, 1000), await after.has('b')]).toEqual([
    true,
    false,
    true,
  ]);
  await after.close();
});
