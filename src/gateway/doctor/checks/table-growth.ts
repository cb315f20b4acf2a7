import { HOUR_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { createRules } from '#gateway/retention.ts';

/** decided: so much is not left over by a worker that erases every ten minutes. */
export const MAX_OVERDUE_ROWS = 10_000;

export const tableGrowth: Check = {
  id: 'table-growth',
  everyMs: 6 * HOUR_MS,
  severity: 'warning',
  retries: 1,
  title: { es: 'Lo vencido se borra', en: 'What is too old is erased' },
  why: {
    es: 'Si no, las tablas crecen hasta llenar el disco, y se guardan datos personales de más.',
    en: 'Otherwise tables grow until the disk is full, and personal data is kept for too long.',
  },
  run: async ({ reads, config, now }) => {
    const findings = [];
    for (const { tables, count } of createRules(config)) {
      if (!count || (await count(reads, now(), MAX_OVERDUE_ROWS)) < MAX_OVERDUE_ROWS) continue;
      findings.push({
        es: `${tables[0]} tiene más de ${MAX_OVERDUE_ROWS} filas vencidas.`,
        en: `${tables[0]} has more than ${MAX_OVERDUE_ROWS} rows that are too old.`,
      });
    }
    return findings;
  },
  remedy: {
    text: {
      es: 'Mirá el registro del worker (retention). Con la hora en duda no se borra: decidí en Conexión.',
      en: 'Look at the log of the worker (retention). While the time is doubted nothing is erased: see Connection.',
    },
    page: { path: '/connection', label: { es: 'Conexión', en: 'Connection' } },
  },
};
