import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { isPostgres } from '#database/database.ts';
import { onBothEngines } from '#testing/engines.ts';
import { listTables, parseDocumentedTables } from '#testing/documented-tables.ts';
import { explain, recordStatements } from '#testing/explain.ts';
import { applyRetention } from '#work/retention.ts';
import { fetchInquiryCounts } from './inquiries/counts.ts';
import { HISTORY_LENGTH } from './webhooks/store.ts';
import { RULES, column } from '#testing/retention-rows.ts';
import {
  NOW,
  KEYS,
  AUDIT,
  idAt,
  sidOf,
  addInquiry,
  type Db,
  openRetentionWorld,
  addFollowUp,
  addJob,
} from '#testing/retention-world.ts';

onBothEngines((engine) => {
  it.each(RULES)(
    '$title are erased at their age, and not before',
    async ({ age, isInclusive, add, read }) => {
      await using gateway = await openRetentionWorld(engine);
      const { db, apply } = gateway;
      const edge = NOW - age;
      await add(db, 'old', isInclusive ? edge : edge - 1);
      await add(db, 'kept', isInclusive ? edge + 1 : edge);
      await add(db, 'young', edge + MINUTE_MS);
      await apply();
      expect((await read(db)).toSorted()).toEqual(['kept', 'young']);
    },
  );

  it('what is left of something else stays with it', async () => {
    await using gateway = await openRetentionWorld(engine);
    const { db, apply } = gateway;
    const longAgo = NOW - 2000 * DAY_MS;
    // Inquiries are in the index.
    for (const name of ['seen', 'followed']) await addInquiry(db, name, NOW);
    await addFollowUp(db, 'followed', longAgo);
    await db
      .insertInto('seen')
      .values({ ...KEYS, person_id: 'p1', sid: sidOf('seen'), momento: 0, at: longAgo })
      .execute();
    // An export that still runs, and a mail that is due.
    await addJob(db, 'running', { createdAt: longAgo, endedAt: null });
    await db
      .insertInto('export_part')
      .values({ job_id: 'running', number: 1, rows: 1, text: '', at: longAgo })
      .execute();
    // An invitation that was sent again.
    await db
      .insertInto('invitation')
      .values({ id: 'again', agency_key: 'x', admin_mail: 'x', state: 'sent' } as never)
      .execute();
    for (const at of [longAgo, NOW])
      await db
        .insertInto('invitation_send')
        .values({ id: idAt(at, 'x'), invitation_id: 'again', at, person_id: 'p1', status: 202 })
        .execute();
    await apply();
    expect([
      await column('seen', 'sid')(db),
      await column('follow_up_entry', 'sid')(db),
      await column('export_part', 'job_id')(db),
      await column('invitation', 'id')(db),
      (await db.selectFrom('invitation_send').select('id').execute()).length,
    ]).toEqual([['seen'], ['followed'], ['running'], ['again'], 1]);
  });

  it('rows of a time that is still to come are not kept until then', async () => {
    await using gateway = await openRetentionWorld(engine);
    const { db, apply } = gateway;
    for (const rule of RULES.filter(({ title }) =>
      ['sessions', 'links', 'windows of limits'].includes(title),
    ))
      await rule.add(db, 'ahead', NOW + 1000 * DAY_MS);
    await apply();
    expect([...(await column('session', 'id')(db)), ...(await column('link', 'token_hash')(db))]).toEqual([]);
    expect(await column('rate_limit', 'key')(db)).toEqual([]);
  });

  it('the newest events and changes of a webhook are kept by their number', async () => {
    await using gateway = await openRetentionWorld(engine);
    const { db, apply } = gateway;
    await db.updateTable('live_counter').set({ last: 10_010 }).execute();
    for (const id of [9, 10, 11, 10_010])
      await db
        .insertInto('live_event')
        .values({ id, kind: 'webhook', data: '{}' } as never)
        .execute();
    await db
      .insertInto('webhook_secret')
      .values({ topic: 't', state: 'none', secret: null, next_secret: null })
      .execute();
    for (let index = 0; index <= HISTORY_LENGTH; index++)
      await db
        .insertInto('webhook_change')
        .values({
          id: idAt(index, 'x'),
          topic: 't',
          at: index,
          person_id: null,
          action: 'updated',
          settings: null,
          secret_state: 'none',
          secret: null,
        } as never)
        .execute();
    for (let index = 0; index <= HISTORY_LENGTH; index++)
      await db
        .insertInto('topic_reading')
        .values({ id: idAt(index, 'x'), topic: 't', at: index, state: 'off' })
        .execute();
    await apply();
    expect(await db.selectFrom('live_event').select('id').orderBy('id').execute()).toEqual([
      { id: 11 },
      { id: 10_010 },
    ]);
    const changes = await db.selectFrom('webhook_change').select('at').orderBy('id').execute();
    expect([changes.length, changes[0]?.at]).toEqual([HISTORY_LENGTH, 1]);
    const readings = await db.selectFrom('topic_reading').select('at').orderBy('id').execute();
    expect([readings.length, readings[0]?.at]).toEqual([HISTORY_LENGTH, 1]);
  });

  it('noted changes of counts become one for each agency, and the counts stay', async () => {
    await using gateway = await openRetentionWorld(engine);
    const { db, apply } = gateway;
    for (let index = 0; index < 250; index++)
      await db
        .insertInto('inquiry_count')
        .values({ agency_key: 'a', change: index % 2 })
        .execute();
    for (const change of [1, -1])
      await db.insertInto('inquiry_count').values({ agency_key: 'b', change }).execute();
    await apply();
    const scope = { agencies: undefined, ownInquiriesIn: [], operator: '' };
    expect(Object.fromEntries(await fetchInquiryCounts(db, scope))).toEqual({ a: 125 });
    expect(await db.selectFrom('inquiry_count').select('agency_key').execute()).toHaveLength(1);
  });

  it('more than a slice is erased, of what has rows of its own too', async () => {
    await using gateway = await openRetentionWorld(engine);
    const { db, apply } = gateway;
    const longAgo = NOW - 2000 * DAY_MS;
    await addFollowUp(db, 'long', longAgo, 450);
    for (let index = 0; index < 45; index++) await addFollowUp(db, `f${index}`, longAgo);
    await addJob(db, 'long', { createdAt: longAgo, endedAt: longAgo }, 450);
    for (let index = 0; index < 45; index++)
      await addJob(db, `j${index}`, { createdAt: longAgo, endedAt: longAgo });
    for (let index = 0; index < 60; index++) await addInquiry(db, `i${index}`, longAgo);
    for (let index = 0; index < 450; index++)
      await db
        .insertInto('audit')
        .values({ ...AUDIT, id: idAt(longAgo, `a${index}`), at: longAgo })
        .execute();
    await apply();
    for (const table of ['follow_up', 'follow_up_entry', 'job', 'job_row', 'inquiry', 'audit'] as const)
      expect([
        table,
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirst(),
      ]).toEqual([table, { count: 0 }]);
  });

  it('follow-up outlives its inquiry at least, and zero days are for ever', async () => {
    const add = async (db: Db) => {
      await addFollowUp(db, 'f', NOW - 600 * DAY_MS);
      await db
        .insertInto('audit')
        .values({ ...AUDIT, id: idAt(0, 'a'), at: 0 })
        .execute();
    };
    await using short = await openRetentionWorld(engine, {
      followUpDays: 90,
      inquiryDays: 700,
      auditDays: 0,
    });
    await add(short.db);
    await short.apply();
    await using endless = await openRetentionWorld(engine, { followUpDays: 0, auditDays: 0 });
    await add(endless.db);
    await endless.apply();
    for (const { db } of [short, endless])
      expect([await column('follow_up', 'sid')(db), await column('audit', 'id')(db)]).toEqual([['f'], ['a']]);
  });

  it('audit entries of other days cannot be deleted, and the day of removal only moves forward', async () => {
    await using gateway = await openRetentionWorld(engine);
    const { db, apply } = gateway;
    await db
      .insertInto('audit')
      .values({ ...AUDIT, id: idAt(NOW, 'a'), at: NOW })
      .execute();
    await apply();
    const expiry = (db as unknown as Kysely<{ audit_expiry: { before_id: string } }>).updateTable(
      'audit_expiry',
    );
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow('append-only');
    await expect(expiry.set({ before_id: '' }).execute()).rejects.toThrow('append-only');
    expect(await column('audit', 'id')(db)).toEqual(['a']);
  });

  it('every table has a rule, or the README says why it is bounded', async () => {
    await using gateway = await openRetentionWorld(engine);
    const documented = parseDocumentedTables(join(import.meta.dirname, 'README.md'));
    expect([...documented.keys()].toSorted()).toEqual(await listTables(gateway.db));
    const withRule = [...documented].flatMap(([name, { isBounded }]) => (isBounded ? [] : [name]));
    const ruled = new Set<string>(gateway.retention.rules.flatMap(({ tables }) => tables));
    expect(withRule.toSorted()).toEqual([...ruled].toSorted());
  });

  describe('statements', () => {
    /** Tables of one row, or of one for each agency or topic. */
    const SMALL =
      'audit_expiry|live_counter|known_time|erasure_secret|webhook_secret|index_finding|inquiry_count|inquiry_words';

    it('read an index', async () => {
      await using gateway = await openRetentionWorld(engine);
      const { db, retention } = gateway;
      for (const { title, add } of RULES)
        for (const name of ['a', 'b']) await add(db, `${name}${title.replaceAll(/[^a-z]/g, '')}`, 1);
      const statements = await recordStatements(db, async () => {
        for (const rule of retention.rules) await rule.count?.(db, NOW, 10);
        await applyRetention(retention);
      });
      const scan = isPostgres(db) ? /Seq Scan on (\w+)/ : /^SCAN (\w+)/;
      const scans: string[] = [];
      for (const statement of statements.filter(({ sql }) => /^(?:with|select|delete|update)/.test(sql)))
        for (const line of await explain(db, engine, statement)) {
          const table = scan.exec(line)?.[1];
          if (table && !new RegExp(`^(?:${SMALL}|rows|removable)$`).test(table))
            scans.push(`${line}: ${statement.sql}`);
        }
      expect(statements.length).toBeGreaterThan(40);
      expect(scans).toEqual([]);
    });
  });
});
