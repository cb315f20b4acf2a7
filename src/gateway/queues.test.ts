import { expect, it } from 'vitest';
import { fetchTableSizes } from '#database/table-sizes.ts';
import { openGatewayDatabase } from './store.ts';
import { onBothEngines } from '#testing/engines.ts';
import { openWorld } from '#testing/gateway-world.ts';
import { listFailedMails } from '#work/mail-table.ts';
import { fetchQueues } from '#work/queues.ts';

const mail = {
  subject: 'Aviso',
  text: '',
  html: '',
  created_at: 0,
  priority: 0,
  attempts: 0,
};

onBothEngines((engine) => {
  it('lists every queue with what is due, and the mails that failed', async () => {
    await using world = await openWorld({ engine });
    await using database = await openGatewayDatabase(world.config.database);
    const { now } = world.clock;
    await database.db.deleteFrom('mail').execute();
    await database.db
      .insertInto('mail')
      .values([
        { ...mail, id: '1', recipient: 'due@x.example', due_at: now },
        {
          ...mail,
          id: '2',
          recipient: 'later@x.example',
          due_at: now + 1,
          attempts: 1,
          failure: '451 Later',
        },
        {
          ...mail,
          id: '3',
          recipient: 'lost@x.example',
          due_at: null,
          attempts: 10,
          failure: 'ECONNREFUSED',
        },
        { ...mail, id: '4', recipient: 'sent@x.example', due_at: null, attempts: 2, sent_at: now },
      ])
      .execute();
    const queues = await fetchQueues(database, now);
    expect(queues.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['indexed_agency', 'job', 'mail', 'relay']),
    );
    expect(queues.find(({ table }) => table === 'mail')).toEqual({ table: 'mail', due: 1, oldestAt: now });
    expect(await listFailedMails(database.db, 5)).toEqual([
      { recipient: 'lost@x.example', subject: 'Aviso', failure: 'ECONNREFUSED', attempts: 10, due_at: null },
      { recipient: 'later@x.example', subject: 'Aviso', failure: '451 Later', attempts: 1, due_at: now + 1 },
    ]);
    const sizes = await fetchTableSizes(database);
    expect(sizes.find(({ table }) => table === 'mail')?.bytes).toBeGreaterThan(0);
    expect(sizes.some(({ table }) => table.endsWith('_due'))).toBe(false);
  });
});
