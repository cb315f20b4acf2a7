import { sql } from 'kysely';
import { describe, expect, inject, it, vi } from 'vitest';
import { startListener } from '#database/listen.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase } from '#testing/engines.ts';
import { appendEvent, getLiveNotifications } from './event-log.ts';

const SOON = { timeout: 10_000, interval: 20 };

async function open() {
  const clone = await cloneDatabase('postgres', 'gateway');
  const { db, ...database } = await openGatewayDatabase(clone.target);
  const notifications = getLiveNotifications(clone.target);
  if (!notifications) throw new Error('PostgreSQL notifies of events');
  const onNotification = vi.fn<() => void>();
  const onDisconnect = vi.fn<() => void>();
  const listener = startListener({ ...notifications, onNotification, onDisconnect });
  await vi.waitFor(() => expect(onNotification).toHaveBeenCalledOnce(), SOON);
  onNotification.mockClear();
  const append = () =>
    db.transaction().execute(async (transaction) => {
      for (const topic of ['a', 'b'])
        await appendEvent(transaction, {
          kind: 'webhook',
          agency_key: null,
          operator_key: null,
          data: { topic },
        });
      expect(onNotification).not.toHaveBeenCalled();
    });
  return {
    db,
    append,
    onNotification,
    onDisconnect,
    async [Symbol.asyncDispose]() {
      await listener.stop();
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(inject('databases').postgresUrl === null)('notifications of PostgreSQL', () => {
  it('come once a transaction with events is committed', async () => {
    await using it = await open();
    await it.append();
    await vi.waitFor(() => expect(it.onNotification).toHaveBeenCalledOnce(), SOON);
  });

  it('come again after the connection broke, at once for what was missed', async () => {
    await using it = await open();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`.execute(
      it.db,
    );
    await vi.waitFor(() => expect(it.onDisconnect).toHaveBeenCalledOnce(), SOON);
    await vi.waitFor(() => expect(it.onNotification).toHaveBeenCalledOnce(), SOON);
    it.onNotification.mockClear();
    await it.append();
    await vi.waitFor(() => expect(it.onNotification).toHaveBeenCalledOnce(), SOON);
    expect(it.onDisconnect).toHaveBeenCalledOnce();
  });
});
