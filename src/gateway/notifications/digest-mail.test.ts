import { expect, it } from 'vitest';
import { buildDigestMail } from './digest-mail.ts';

const PERSON = { mail: 'ana@x.example', name: 'Ana', agencies: null };

it.each([
  [30, undefined],
  [31, 'Otras 1 · 30 · 20 · 10'],
  [33, 'Otras 3 · 93 · 63 · 33'],
])('a digest lists thirty agencies, and sums up the others: of %i agencies %j', (count, others) => {
  const agencies = Array.from({ length: count }, (_, index) => ({
    name: `Agencia ${index}`,
    inquiries: index,
    answered: index - 10,
    inTime: index - 20,
  }));
  const total = { inquiries: 1, answered: 0, inTime: 0 };
  const figures = { day: '2026-03-04', agencies, total, waiting: 0, overdue: 0 };
  const { text } = buildDigestMail(PERSON, figures, { language: 'es', publicUrl: 'https://c.example' });
  const rows = text.split('\n').map((row) => row.trim().replaceAll(/\s+/g, ' '));
  expect(rows.filter((row) => row.startsWith('Agencia ')).length).toBe(30 + 1);
  expect(rows.find((row) => row.startsWith('Otras'))).toBe(others);
});
