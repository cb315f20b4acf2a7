import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { type DatabaseTarget, openDatabase } from '#database/database.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { createDatabase } from '#testing/postgres.ts';
import type { SettingTables } from '#database/settings.ts';
import { type SendingAddresses, openSendingHold } from './sending-hold.ts';

const ADDRESSES = { PUBLIC_URL: 'https://consola.example' };

async function open(target: DatabaseTarget, addresses: SendingAddresses = ADDRESSES) {
  const database = await openDatabase<SettingTables>(target);
  const hold = await openSendingHold(database, addresses);
  return {
    ...hold,
    names: async () => (await hold.fetchChanges()).map(({ name }) => name),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

onBothEngines((engine) => {
  it('an installation that starts again on its data sends', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    for (let start = 0; start < 3; start++) {
      await using hold = await open(clone.target);
      expect([await hold.isHeld(), await hold.names()]).toEqual([false, []]);
    }
  });

  it('an installation with another public address holds what it would send until it is released', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    await using first = await open(clone.target);
    await using copy = await open(clone.target, { PUBLIC_URL: 'https://prueba.example' });
    expect([await copy.isHeld(), await copy.names()]).toEqual([true, ['PUBLIC_URL']]);
    await using command = await open(clone.target, { PUBLIC_URL: 'https://prueba.example' });
    await command.release();
    expect([await copy.isHeld(), await first.names()]).toEqual([false, ['PUBLIC_URL']]);
    await using restarted = await open(clone.target);
    expect(await restarted.isHeld()).toBe(true);
  });

  it('ports and names of loopback are one address, and one that a process does not know is not compared', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    await using first = await open(clone.target, { PUBLIC_URL: 'http://localhost:4000' });
    await using second = await open(clone.target, { PUBLIC_URL: 'http://127.0.0.1:4100' });
    await using worker = await open(clone.target, {});
    expect([await first.names(), await second.names(), await worker.names()]).toEqual([[], [], []]);
  });
});

it('a copy of an embedded database holds what it would send', async () => {
  await using clone = await cloneDatabase('sqlite', 'gateway');
  {
    await using original = await open(clone.target);
    expect(await original.isHeld()).toBe(false);
  }
  const file = join(clone.folder, 'copy.db');
  await copyFile(clone.target.file, file);
  await using copy = await open({ ...clone.target, file });
  expect(await copy.names()).toEqual(['database']);
});

it.skipIf(inject('databases').postgresUrl === null)(
  'a copy of a PostgreSQL database holds what it would send',
  async () => {
    await using clone = await cloneDatabase('postgres', 'gateway');
    {
      await using original = await open(clone.target);
      expect(await original.isHeld()).toBe(false);
    }
    const { pathname } = new URL(clone.target.url ?? '');
    const url = await createDatabase(
      inject('databases').postgresUrl ?? '',
      `copy_${pathname.slice(1)}`,
      pathname.slice(1),
    );
    await using copy = await open({ ...clone.target, url });
    expect(await copy.names()).toEqual(['database']);
  },
);
