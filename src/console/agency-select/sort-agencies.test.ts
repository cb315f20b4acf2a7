import { expect, it } from 'vitest';
import { sortAgencies } from './sort-agencies.ts';

const sort = (pinned: string[], recent: string[]) =>
  sortAgencies(['A@x.y', 'b@x.y', 'c@x.y', 'd@x.y'], (mail) => mail, { pinned, recent }).map(
    ({ agency, group }) => `${agency} ${group}`,
  );

it('pinned agencies come first, then recent ones, each once', () => {
  expect(
    sort(['/agencies/c@x.y'], ['/webhooks', '/agencies/c@x.y', '/agencies/a@x.y', '/agencies/gone@x.y']),
  ).toEqual(['c@x.y pinned', 'A@x.y recent', 'b@x.y other', 'd@x.y other']);
});

it('agencies keep their order where none is pinned or recent', () => {
  expect(sort([], [])).toEqual(['A@x.y other', 'b@x.y other', 'c@x.y other', 'd@x.y other']);
});
