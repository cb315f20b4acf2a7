import { describe, expect, it, vi } from 'vitest';
import type { AuditExportQuery } from '#contract/desk/audit.ts';
import { CompiledQuery, sql } from 'kysely';
import { openGatewayDatabase } from '#gateway/store.ts';
import { fetchAuditPage } from './store.ts';

describe('at a million entries', () => {
  it.each([
    ["id < 'x'", 'sqlite_autoindex_audit_1'],
    ["action = 'x'", 'audit_by_action'],
    ["person_mail = 'x'", 'audit_by_person'],
    ["agency = 'x'", 'audit_by_agency'],
  ])('a page needs no scan: %s', async (where, index) => {
    const database = await openGatewayDatabase({ file: ':memory:', url: undefined, schema: 'x' });
    const query = `select * from audit where ${where} order by id desc limit 51`;
    const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(database.db);
    expect(plan.rows.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`SEARCH audit USING INDEX ${index} (`),
    ]);
    await database.close();
  });

  it.each<AuditExportQuery>([
    { outcome: 'unknown' },
    { outcome: 'failed' },
    { from: '2026-03-05', to: '2026-03-05' },
    { action: 'signIn', outcome: 'failed' },
    { person: 'x', outcome: 'failed' },
  ])('nor does what is asked: %j', async (filter) => {
    const database = await openGatewayDatabase({ file: ':memory:', url: undefined, schema: 'x' });
    const { db } = database;
    const run = vi.spyOn(db.getExecutor(), 'executeQuery');
    await fetchAuditPage(db, filter, { timeZone: 'UTC' });
    const asked = run.mock.calls.map(([query]) => query);
    expect(asked.length).toBeGreaterThan(0);
    for (const query of asked) {
      const plan = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
      );
      expect(plan.rows.map(({ detail }) => detail).join()).not.toMatch(/SCAN audit|TEMP B-TREE/);
    }
    await database.close();
  });
});
