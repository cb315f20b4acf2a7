import { expect, it } from 'vitest';
import { EXPORT_LABELS } from './export-labels.ts';

it.each(['es', 'en'] as const)('every column of a file has another name: %s', (locale) => {
  const names = Object.values(EXPORT_LABELS).map((label) => label[locale]);
  expect(new Set(names).size).toBe(names.length);
});
