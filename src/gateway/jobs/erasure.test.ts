import { expect, it } from 'vitest';
import { onBothEngines } from '#testing/engines.ts';
import { openJobStore } from '#testing/job-store.ts';
import { ERASED_TEXT, eraseJobRowsOf, eraseJobsNaming } from './erasure.ts';

/** Rows per read. */
const SLICE = 200;
const INQUIRY = { agency_key: 'a@x.example', sid: 's' };
const namesZoe = (text: string) => text.includes('Zoe');

onBothEngines((engine) => {
  it('all rows that name the buyer are erased, also of more jobs and rows than are read at once', async () => {
    await using it = await openJobStore(engine);
    await it.add('a', { count: SLICE + 1 });
    await it.add('b', { count: 2 });
    const set = { cells: '["Zoe",""]', detail: 'Zoe' };
    await it.db.updateTable('job_row').set(set).execute();
    await it.db.updateTable('job_row').set({ cells: '["Eva"]' }).where('number', '=', 3).execute();
    expect(await eraseJobsNaming(it.db, namesZoe)).toBe(SLICE + 2);
    const rows = await it.db.selectFrom('job_row').select(['cells', 'detail']).distinct().execute();
    expect(rows.map(({ cells, detail }) => [cells, detail])).toEqual(
      expect.arrayContaining([
        [`["${ERASED_TEXT}",""]`, null],
        ['["Eva"]', 'Zoe'],
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  it.each([
    ['running', 'Llamar'],
    ['paused', 'Llamar'],
    ['done', ERASED_TEXT],
    ['cancelled', ERASED_TEXT],
  ] as const)('the note of a job that is %s becomes %j with a row of the inquiry', async (state, text) => {
    await using it = await openJobStore(engine);
    await it.add('a', { count: 1 });
    const input = JSON.stringify({ change: { kind: 'note', text: 'Llamar' } });
    await it.db.updateTable('job').set({ state, input }).execute();
    expect(await eraseJobRowsOf(it.db, INQUIRY)).toBe(1);
    expect((await it.job('a')).input).toBe(JSON.stringify({ change: { kind: 'note', text } }));
  });
});
