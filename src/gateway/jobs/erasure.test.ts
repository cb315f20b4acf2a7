import { expect, it } from 'vitest';
import { onBothEngines } from '#testing/engines.ts';
import { openJobStore } from '#testing/job-store.ts';
import { ERASED_TEXT, eraseJobText, findJobTextsNaming, findJobTextsOf } from './erasure.ts';

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
    await it.db
      .updateTable('job_row')
      .set({ cells: '["Eva"]', detail: 'Eva' })
      .where('number', '=', 3)
      .execute();
    const found = await Array.fromAsync(findJobTextsNaming(it.db, namesZoe));
    expect(found).toHaveLength(SLICE + 2);
    for (const text of found) await eraseJobText(it.db, text);
    expect(await Array.fromAsync(findJobTextsNaming(it.db, namesZoe))).toEqual([]);
    const rows = await it.db.selectFrom('job_row').select(['cells', 'detail']).distinct().execute();
    expect(rows.map(({ cells, detail }) => [cells, detail])).toEqual(
      expect.arrayContaining([
        [`["${ERASED_TEXT}",""]`, null],
        ['["Eva"]', 'Eva'],
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
    for (const found of await findJobTextsOf(it.db, INQUIRY)) await eraseJobText(it.db, found);
    expect((await it.job('a')).input).toBe(JSON.stringify({ change: { kind: 'note', text } }));
  });
});
