import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openMigrated } from '#database/migrate.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { MAX_SMTP_CONNECTIONS } from '#mail/mailer.ts';
import { systemRandom } from '#system/random.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { createMailQueue, enqueueMail } from './mail-queue.ts';
import { type MailTables, createMailTable } from './mail-table.ts';

const NOON = Date.parse('2026-11-20T12:00:00-03:00');
const DAY_MS = 86_400_000;
const MIGRATIONS: Migrations = {
  '0001-mails': { up: (db) => createMailTable(db) },
};

afterEach(() => {
  vi.useRealTimers();
});

onBothEngines((engine) => {
  async function openQueue(send: (to: string, signal?: AbortSignal) => Promise<void>) {
    const clone = await cloneDatabase(engine, 'gateway');
    const target = { ...clone.target, file: join(clone.folder, 'mails.db'), schema: 'mails' };
    const database = await openMigrated<MailTables>(target, MIGRATIONS);
    const clock = { now: NOON };
    const mailer = {
      send: ({ to }: { to: string }, signal?: AbortSignal) => send(to, signal),
      close: () => {},
    };
    return {
      clock,
      db: database.db,
      queue: createMailQueue(database, { mailer, now: () => clock.now, keepSent: false }),
      enqueue: (to: string, kind: 'link' | 'alarm' | 'digest') =>
        database.db
          .transaction()
          .execute((transaction) =>
            enqueueMail(
              transaction,
              { to, subject: to, text: 'token', html: 'token' },
              { kind, now: clock.now, random: systemRandom },
            ),
          ),
      async [Symbol.asyncDispose]() {
        await database.close();
        await clone[Symbol.asyncDispose]();
      },
    };
  }

  it('a link is sent before the alarms, and those before the digests, that were queued earlier', async () => {
    const sent: string[] = [];
    await using world = await openQueue(async (to) => void sent.push(to));
    for (let number = 0; number < 4; number += 1) await world.enqueue(`digest ${number}`, 'digest');
    await world.enqueue('alarm', 'alarm');
    await world.enqueue('link', 'link');
    await world.queue.step();
    expect(sent.slice(0, 2)).toEqual(['link', 'alarm']);
    expect(sent).toHaveLength(6);
  });

  it('a link takes the next free connection while digests are being sent', async () => {
    const sending: { to: string; finish: () => void }[] = [];
    await using world = await openQueue(
      (to) =>
        new Promise((resolve) => {
          sending.push({ to, finish: resolve });
        }),
    );
    for (let number = 0; number < 2 * MAX_SMTP_CONNECTIONS; number += 1)
      await world.enqueue('digest', 'digest');
    const { queue } = world;
    queue.start();
    await vi.waitFor(() => expect(sending).toHaveLength(MAX_SMTP_CONNECTIONS));
    await world.enqueue('link', 'link');
    queue.wake();
    sending[2]?.finish();
    await vi.waitFor(() => expect(sending).toHaveLength(MAX_SMTP_CONNECTIONS + 1));
    expect(sending.at(-1)?.to).toBe('link');
    const stopped = queue.stop();
    for (const { finish } of sending) finish();
    await stopped;
    expect(sending).toHaveLength(MAX_SMTP_CONNECTIONS + 1);
  });

  it('a stop ends attempts that hang, and leaves them and the backlog to the next process', async () => {
    let begun = 0;
    await using world = await openQueue((_to, signal) => {
      begun += 1;
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    for (let number = 0; number < 50; number += 1) await world.enqueue('digest', 'digest');
    const { queue } = world;
    queue.start();
    await vi.waitFor(() => expect(begun).toBe(MAX_SMTP_CONNECTIONS));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopped = queue.stop();
    await vi.advanceTimersByTimeAsync(3000);
    await stopped;
    expect(begun).toBe(MAX_SMTP_CONNECTIONS);
    vi.useRealTimers();
    const left = await world.db.selectFrom('mail').select(['due_at', 'attempts']).execute();
    expect(left).toEqual(Array.from({ length: 50 }, () => ({ due_at: NOON, attempts: 0 })));
  });

  it('a mail that is given up keeps its line without its token, for 90 days', async () => {
    await using world = await openQueue(async () => {
      throw new Error('no such mailbox');
    });
    await world.enqueue('ana@a.example', 'link');
    for (let next = await world.queue.step(); next !== undefined; next = await world.queue.step())
      world.clock.now = next;
    const fetchLines = () =>
      world.db.selectFrom('mail').select(['recipient', 'text', 'html', 'attempts']).execute();
    expect(await fetchLines()).toEqual([{ recipient: 'ana@a.example', text: '', html: '', attempts: 10 }]);
    world.clock.now += 90 * DAY_MS;
    world.queue.start();
    await world.queue.stop();
    expect(await fetchLines()).toEqual([]);
  });

  it('a mail that was postponed by a clock far ahead is sent', async () => {
    const sent: string[] = [];
    await using world = await openQueue(async (to) => void sent.push(to));
    await world.enqueue('ana@a.example', 'link');
    await world.db
      .updateTable('mail')
      .set({ due_at: NOON + 500 * DAY_MS })
      .execute();
    await world.queue.step();
    expect(sent).toEqual(['ana@a.example']);
  });
});
