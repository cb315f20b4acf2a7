import { expect, it, vi } from 'vitest';
import { MAX_EXPORT_ROWS } from '#contract/desk/export.ts';
import { openExportWorld } from '#testing/export-world.ts';
import { onEachEngine } from '#testing/engines.ts';

/** Counts of an index that is larger than the one of the test. */
const counts = vi.hoisted((): number[] => []);
vi.mock(import('#gateway/inquiries/lists.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    countInquiries: async (...args) => counts.shift() ?? original.countInquiries(...args),
  };
});
vi.mock(import('#contract/desk/export.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  MAX_EXPORT_LENGTH: 300 as 200_000_000,
}));

onEachEngine((engine) => {
  it('409: an export of too many inquiries is refused, and stores nothing', async () => {
    await using desk = await openExportWorld(engine);
    const partner = await desk.as('partner');
    counts.push(MAX_EXPORT_ROWS + 1);
    const refused = await partner.ask();
    expect([refused.statusCode, refused.json().Type]).toEqual([409, '/problems/export-too-large']);
    expect(await desk.db.selectFrom('job').selectAll().execute()).toEqual([]);
  });

  it('an export that grows beyond the limit, in inquiries or characters, ends without a file', async () => {
    await using desk = await openExportWorld(engine);
    const partner = await desk.as('partner');
    counts.push(3, MAX_EXPORT_ROWS + 1);
    for (const search of ['columns=sid', '']) {
      const job = await partner.waitForEnd(await partner.start(search));
      expect(job.file).toMatchObject({ failure: 'export-too-large', until: null });
    }
    expect(await desk.db.selectFrom('export_part').selectAll().execute()).toEqual([]);
    expect((await partner.file('columns=sid')).text).toContain('01JC');
  });
});
