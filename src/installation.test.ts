import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openServiceDatabase } from '#service/store.ts';
import { freePort } from '#testing/server-process.ts';
import { readConfiguration } from './configuration.ts';
import { startServer } from './server.ts';

it('a start with another APP_KEY is refused and leaves no second app behind', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'vitrina-installation-'));
  const ports = { PORT: String(await freePort()), SERVICE_PORT: String(await freePort()) };
  const start = (APP_KEY: string) =>
    startServer(
      readConfiguration({ DATA_DIR, ...ports, DEMO: 'false', APP_KEY, APP_SECRET: 'x'.repeat(32) }),
      { page: false },
    );
  const first = 'a'.repeat(32);
  await (await start(first)).close();
  await expect(start('b'.repeat(32))).rejects.toThrow(/belongs to APP_KEY/);
  const file = join(DATA_DIR, 'service.db');
  const database = await openServiceDatabase({ file, url: undefined, schema: 'service' });
  expect(await database.db.selectFrom('apps').select('key').execute()).toEqual([{ key: first }]);
  await database.close();
  await (await start(first)).close();
  await rm(DATA_DIR, { recursive: true });
}, 60_000);
