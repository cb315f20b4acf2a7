import { describe, expect, it } from 'vitest';
import { walkSids } from './sids.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const DAY_MS = 86_400_000;
const first = Date.parse('2026-03-01T12:00:00Z');

/** A day apart each, from the first of March. */
async function walk(answers: readonly (string | undefined)[]) {
  const asked: string[] = [];
  const inquiries = answers.map((_, at) => ({ sid: String(at), momento: first + at * DAY_MS }));
  const ask = async (sid: string) => {
    asked.push(sid);
    return answers[Number(sid)];
  };
  const found = { entries: [] as string[], gone: 0, missing: [] as string[] };
  for await (const step of walkSids(ask, inquiries, ZONE)) {
    if ('page' in step) found.entries.push(...step.page.entries);
    else if ('gone' in step) found.gone += 1;
    else found.missing.push(step.missing.desde);
  }
  return { ...found, asked: asked.length };
}

describe('inquiries of any age', () => {
  it('are read one by one, and those that are gone counted', async () => {
    expect(await walk(['a', 'gone', 'b'])).toEqual({ entries: ['a', 'b'], gone: 1, missing: [], asked: 3 });
  });

  it('that are not answered say so and do not stop the others', async () => {
    expect(await walk([undefined, 'a', undefined, undefined, 'b'])).toEqual({
      entries: ['a', 'b'],
      gone: 0,
      missing: ['2026-03-01', '2026-03-03', '2026-03-04'],
      asked: 5,
    });
  });

  it('are not asked for any more once none is answered', async () => {
    const { missing, asked } = await walk(['a', ...Array<undefined>(50).fill(undefined)]);
    expect([missing.length, asked]).toEqual([50, 4]);
  });
});
