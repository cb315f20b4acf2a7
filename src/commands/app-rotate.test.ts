import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createSecretBox } from '#signing/secret-box.ts';
import { createAppStore } from '#service/apps/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { systemRandom } from '#system/random.ts';
import { cloneDatabase } from '#testing/engines.ts';

const COMMAND = resolve(import.meta.dirname, 'app-rotate.ts');
const KEY = 'k'.repeat(32);

/** An app that has one secret. */
async function open() {
  const { target, ...clone } = await cloneDatabase('sqlite', 'service');
  const database = await openServiceDatabase(target);
  const SERVICE_KEY = Buffer.alloc(32, 7).toString('base64');
  const apps = createAppStore(database.db, createSecretBox(Buffer.from(SERVICE_KEY, 'base64'), systemRandom));
  await apps.upsert({ key: KEY, secret: 'o'.repeat(32) }, 'Prueba', 1);
  const env = { PATH: process.env.PATH, SERVICE_KEY, DATA_DIR: dirname(target.file), NODE_NO_WARNINGS: '1' };
  return {
    apps,
    rotate: async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, [COMMAND, '--key', KEY, ...args], { env })).stdout,
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

it.runIf(process.env.TEST_FULL)(
  'app:rotate makes another secret, and drops the one before once it is not in use',
  async () => {
    await using it = await open();
    const secret = (await it.rotate()).trim();
    expect(await it.apps.find(KEY)).toMatchObject({ secret, previous_secret: 'o'.repeat(32) });
    await expect(it.rotate('--drop')).rejects.toThrow(/used in the last 15 minutes/);
    expect(await it.rotate('--drop', '--yes')).toMatch(/last used at .*\nIt was dropped/);
    expect(await it.apps.find(KEY)).toMatchObject({ secret, previous_secret: null });
    await expect(it.rotate('--drop')).rejects.toThrow(/one secret only/);
    await expect(it.rotate('--key', 'other')).rejects.toThrow(/there is no app other/);
  },
);
