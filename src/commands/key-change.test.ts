import { execFile } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { lockDatabase } from '#database/lock-database.ts';
import { createAppStore } from '#service/apps/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { cloneDatabase } from '#testing/engines.ts';

const COMMAND = resolve(import.meta.dirname, 'key-change.ts');
const APP = { key: 'k'.repeat(32), secret: 's'.repeat(32) };
const [former, current, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

it.runIf(process.env.TEST_FULL)(
  'key:change seals the secrets of both programs anew, once no server runs',
  async () => {
    await using clone = await cloneDatabase('sqlite', 'service');
    const dataDir = dirname(clone.target.file);
    await using database = await openServiceDatabase(clone.target);
    const appsWith = (key: Buffer) => createAppStore(database.db, createSecretBox(key, systemRandom));
    await appsWith(former).upsert(APP, 'Prueba', 1);
    const run = async (variables: Record<string, string>) => {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1', ...variables };
      const { stdout } = await promisify(execFile)(process.execPath, [COMMAND], { env });
      return stdout;
    };
    const [SERVICE_KEY, CONSOLE_KEY, PREVIOUS] = [current, current, former].map((key) =>
      key.toString('base64'),
    ) as [string, string, string];
    await expect(run({ SERVICE_KEY })).rejects.toThrow(/Give the former key/);
    {
      using _lock = lockDatabase({ file: join(dataDir, 'gateway.db'), url: undefined });
      await expect(run({ CONSOLE_KEY, CONSOLE_KEY_PREVIOUS: PREVIOUS })).rejects.toThrow(
        /Another server is using/,
      );
    }
    await expect(run({ SERVICE_KEY, SERVICE_KEY_PREVIOUS: other.toString('base64') })).rejects.toThrow(
      /1 secrets are opened by neither key/,
    );
    expect(
      await run({ SERVICE_KEY, SERVICE_KEY_PREVIOUS: PREVIOUS, CONSOLE_KEY, CONSOLE_KEY_PREVIOUS: PREVIOUS }),
    ).toBe(
      'CONSOLE_KEY: 0 secrets were sealed with the new key.\nSERVICE_KEY: 1 secrets were sealed with the new key.\n',
    );
    expect(await appsWith(current).find(APP.key)).toMatchObject({ secret: APP.secret });
  },
);
