import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { isFull } from './full.ts';

it('knows a full disk as each engine tells it, and nothing else', () => {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec('pragma max_page_count = 2; create table kept (text text)');
  let told: unknown;
  try {
    sqlite.exec(`insert into kept values ('${'x'.repeat(20_000)}')`);
  } catch (error) {
    told = error;
  }
  expect(isFull(told)).toBe(true);
  expect(isFull(Object.assign(new Error('no space'), { code: '53100' }))).toBe(true);
  expect(isFull(Object.assign(new Error('locked'), { errcode: 5 }))).toBe(false);
  expect(isFull(new Error('full'))).toBe(false);
  expect(isFull('full')).toBe(false);
});
