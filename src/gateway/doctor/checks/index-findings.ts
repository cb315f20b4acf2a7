import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { fetchFindings } from '#gateway/inquiries/findings.ts';

export const indexFindings: Check = {
  id: 'index-findings',
  everyMs: 15 * MINUTE_MS,
  severity: 'warning',
  retries: 0,
  title: { es: 'Ninguna pérdida grande espera una decisión', en: 'No great loss waits for a decision' },
  why: {
    es: 'Lo que el servicio ya no lista se conserva hasta que alguien diga que es correcto.',
    en: 'What the service no longer lists is kept until somebody says that it is right.',
  },
  run: async ({ database }) =>
    (await fetchFindings(database.db))
      .filter(({ decision }) => decision === null)
      .map(({ missing, total }) => ({
        es: `Faltan ${missing} de ${total}, y nadie decidió.`,
        en: `${missing} of ${total} are missing, and nobody decided.`,
      })),
  remedy: {
    text: { es: 'Decidí en Conexión.', en: 'Decide under Connection.' },
    page: { path: '/connection', label: { es: 'Conexión', en: 'Connection' } },
  },
};
