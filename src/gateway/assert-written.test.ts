import { expect, it } from 'vitest';
import { assertWritten } from './assert-written.ts';

const written = { id: 'a', name: 'Mías', version: 2 };

it('a write succeeds where the row has its values, whoever wrote them', () => {
  expect(() => assertWritten(written, { name: 'Mías', version: 2 })).not.toThrow();
});

it.each([
  ['another version', { ...written, version: 3 }],
  ['another value', { ...written, name: 'Otras' }],
  ['no row', undefined],
])('a write that finds %s is refused', (_, row) => {
  expect(() => assertWritten(row, { name: 'Mías', version: 2 })).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ Status: 409 }) }),
  );
});
