import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openMigrated } from '#database/migrate.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { MAX_SMTP_CONNECTIONS } from '#mail/mailer.ts';
import { type MailTables, addMailFailure, createMailTable } from './mail-table.ts';
import { systemRandom } from '#system/random.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { createMails, enqueueMail } from './mails.ts';
import { Worker } from './worker.ts';

const DAY_MS = 86_400_000;
const MIGRATIONS: Migrations = {
  '0001-mails': {
    up: async (db) => {
      await createMailTable(db);
      await addMailFailure(db);
    },
  },
};

onBothEngines((engine) => {
  async function openMails(send: (to: string, signal?: AbortSignal) => Promise<void>) {
    const clone = await cloneDatabase(engine, 'gateway');
    const target = { ...clone.target, file: join(clone.folder, 'mails.db'), schema: 'mails' };
    const database = await openMigrated<MailTables>(target, MIGRATIONS);
    const { db } = database;
    const clock = createManualClock();
    const worker = new Worker<'mails'>({ clock, log: { error() {} } });
    worker.add(
      createMails(database, {
        mailer: { send: ({ to }, signal) => send(to, signal) },
        clock,
        keepSent: false,
      }),
    );
    return {
      clock,
      db,
      worker,
      enqueue: (to: string, kind: 'link' | 'alarm' | 'digest') =>
        db
          .transaction()
          .execute((transaction) =>
            enqueueMail(
              transaction,
              { to, subject: to, text: 'token', html: 'token' },
              { kind, now: clock.now(), random: systemRandom },
            ),
          ),
      async [Symbol.asyncDispose]() {
        const stopped = worker.stop();
        // A round that has begun waits for the clock.
        await clock.advance(0);
        await stopped;
        await database.close();
        await clone[Symbol.asyncDispose]();
      },
    };
  }

  /** Lets time pass until what is asserted holds: a query of PostgreSQL takes real time. */
  const waitFor = (clock: { advance: (ms: number) => Promise<void> }, assert: () => void) =>
    vi.waitFor(
      async () => {
        await clock.advance(1);
        assert();
      },
      { timeout: 8000, interval: 5 },
    );

  it.runIf(engine === 'sqlite')('a mail that is being sent is claimed for a minute', async () => {
    const claims: (number | null)[] = [];
    await using world = await openMails(async () => {
      const { claimed_until } = await world.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow();
      claims.push(claimed_until && claimed_until - world.clock.now());
    });
    await world.enqueue('ana@x.example', 'link');
    world.worker.start();
    await waitFor(world.clock, () => expect(claims).toEqual([60_000]));
  });

  it('a link is sent before the alarms, and those before the digests, that were queued earlier', async () => {
    const sent: string[] = [];
    await using world = await openMails(async (to) => void sent.push(to));
    for (let number = 0; number < 4; number += 1) await world.enqueue(`digest ${number}`, 'digest');
    await world.enqueue('alarm', 'alarm');
    await world.enqueue('link', 'link');
    await world.worker.drain();
    expect(sent.slice(0, 5)).toEqual(expect.arrayContaining(['link', 'alarm']));
    expect(sent).toHaveLength(6);
    expect(await world.db.selectFrom('mail').selectAll().execute()).toEqual([]);
  });

  it('a link takes the next free connection while digests are being sent', async () => {
    const sending: { to: string; finish: () => void }[] = [];
    await using world = await openMails(
      (to) =>
        new Promise((resolve) => {
          sending.push({ to, finish: resolve });
        }),
    );
    const { clock, worker } = world;
    for (let number = 0; number < 2 * MAX_SMTP_CONNECTIONS; number += 1)
      await world.enqueue('digest', 'digest');
    worker.start();
    await waitFor(clock, () => expect(sending).toHaveLength(MAX_SMTP_CONNECTIONS));
    await world.enqueue('link', 'link');
    worker.wake('mails');
    await clock.advance(100);
    expect(sending).toHaveLength(MAX_SMTP_CONNECTIONS);
    sending[2]?.finish();
    await waitFor(clock, () => expect(sending).toHaveLength(MAX_SMTP_CONNECTIONS + 1));
    expect(sending.at(-1)?.to).toBe('link');
    for (const { finish } of sending) finish();
  });

  it('a stop ends attempts that hang, and leaves them and the backlog to the next process', async () => {
    let begun = 0;
    await using world = await openMails((_to, signal) => {
      begun += 1;
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    const { clock, worker } = world;
    for (let number = 0; number < 50; number += 1) await world.enqueue('digest', 'digest');
    const due = clock.now();
    worker.start();
    await waitFor(clock, () => expect(begun).toBe(MAX_SMTP_CONNECTIONS));
    const stopped = worker.stop();
    await clock.advance(2000);
    await stopped;
    expect(begun).toBe(MAX_SMTP_CONNECTIONS);
    const left = await world.db
      .selectFrom('mail')
      .select(['due_at', 'attempts', 'claimed_by', 'claimed_until'])
      .execute();
    const asItWas = { due_at: due, attempts: 0, claimed_by: null, claimed_until: null };
    expect(left).toEqual(Array.from({ length: 50 }, () => asItWas));
  });

  it('an attempt that takes too long is repeated by the schedule', async () => {
    const attempts: { at: number; signal: AbortSignal | undefined }[] = [];
    await using world = await openMails((_to, signal) => {
      attempts.push({ at: clock.now(), signal });
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    const { clock, db, worker } = world;
    await world.enqueue('ana@a.example', 'link');
    worker.start();
    await waitFor(clock, () => expect(attempts).toHaveLength(1));
    const [{ at, signal } = { at: 0, signal: undefined }] = attempts;
    await clock.advance(at + 44_999 - clock.now());
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(signal?.aborted).toBe(true);
    // The clock stands still, so that the second attempt does not begin.
    await expect
      .poll(() => db.selectFrom('mail').select(['attempts', 'claimed_by', 'due_at']).execute())
      .toEqual([{ attempts: 1, claimed_by: null, due_at: at + 50_000 }]);
  });

  it.runIf(engine === 'sqlite')(
    'a failed attempt whose claim was lost leaves the mail to its new owner',
    async () => {
      const attempts: object[] = [];
      await using world = await openMails(async () => {
        attempts.push(
          await world.db.selectFrom('mail').select(['attempts', 'due_at']).executeTakeFirstOrThrow(),
        );
        if (attempts.length > 1) return;
        // A process that is gone: the mail is due again at once.
        await world.db.updateTable('mail').set({ claimed_by: 'another' }).execute();
        throw new Error('no such mailbox');
      });
      await world.enqueue('ana@a.example', 'link');
      await world.worker.drain();
      const due = { attempts: 0, due_at: world.clock.now() };
      expect(attempts).toEqual([due, due]);
    },
  );

  it('a mail that is given up keeps its line without its token', async () => {
    let attempts = 0;
    await using world = await openMails(async () => {
      attempts += 1;
      throw new Error('no such mailbox');
    });
    const { clock, db, worker } = world;
    await world.enqueue('ana@a.example', 'link');
    const waits: number[] = [];
    for (;;) {
      const before = clock.now();
      await worker.drain();
      const { due_at } = await db.selectFrom('mail').select('due_at').executeTakeFirstOrThrow();
      if (due_at === null) break;
      waits.push((due_at - before) / 1000);
      await clock.advance(due_at - before);
    }
    expect(waits).toEqual([5, 60, 300, 1800, 3600, 7200, 14_400, 28_800, 57_600]);
    expect(attempts).toBe(10);
    const line = { recipient: 'ana@a.example', text: '', html: '', attempts: 10, claimed_by: null };
    expect(await db.selectFrom('mail').selectAll().execute()).toMatchObject([line]);
  });

  it('a mail that was postponed by a clock far ahead is sent', async () => {
    const sent: string[] = [];
    await using world = await openMails(async (to) => void sent.push(to));
    await world.enqueue('ana@a.example', 'link');
    await world.db
      .updateTable('mail')
      .set({ due_at: world.clock.now() + 500 * DAY_MS })
      .execute();
    await world.worker.drain();
    expect(sent).toEqual(['ana@a.example']);
  });

  it('a recovery passes 5,000 digests', async () => {
    const sent: string[] = [];
    const sending: (() => void)[] = [];
    await using world = await openMails((to) => {
      sent.push(to);
      return new Promise((resolve) => {
        sending.push(resolve);
      });
    });
    const { clock, db, worker } = world;
    const digest = { subject: '', text: '', html: '', created_at: clock.now(), priority: 2, attempts: 0 };
    for (let number = 0; number < 5000; number += 1000)
      await db
        .insertInto('mail')
        .values(
          Array.from({ length: 1000 }, (_, at) => ({
            ...digest,
            id: `digest ${number + at}`,
            recipient: 'digest',
            due_at: clock.now() - 1000,
          })),
        )
        .execute();
    worker.start();
    await waitFor(clock, () => expect(sent).toHaveLength(MAX_SMTP_CONNECTIONS));
    await world.enqueue('recovery', 'link');
    worker.wake('mails');
    sending[0]?.();
    await waitFor(clock, () => expect(sent).toHaveLength(MAX_SMTP_CONNECTIONS + 1));
    expect(sent.at(-1)).toBe('recovery');
    for (const finish of sending) finish();
  });
});
