import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { isDiskFullError } from './disk-full-error.ts';

it('a full disk is known as each engine tells it, and no other error is taken for one', () => {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec('pragma max_page_count = 2; create table kept (text text)');
  let told: unknown;
  try {
    sqlite.exec(`insert into kept values ('${'x'.repeat(20_000)}')`);
  } catch (error) {
    told = error;
  }
  expect(isDiskFullError(told)).toBe(true);
  expect(isDiskFullError(Object.assign(new Error('no space'), { code: '53100' }))).toBe(true);
  expect(isDiskFullError(Object.assign(new Error('locked'), { errcode: 5 }))).toBe(false);
  expect(isDiskFullError(new Error('full'))).toBe(false);
  expect(isDiskFullError('full')).toBe(false);
});
