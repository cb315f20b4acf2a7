import type { Text } from '#contract/desk/doctor.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { fetchIndexFigures } from '#gateway/inquiries/freshness.ts';

/** Alerts of `src/deploy/alerts.yaml` begin at the same age. */
const MAX_AGE_MINUTES = 30;

export const indexAge: Check = {
  id: 'index-age',
  everyMs: 5 * MINUTE_MS,
  severity: 'warning',
  retries: 3,
  title: { es: 'Todas las agencias se leen seguido', en: 'All agencies are read often' },
  why: {
    es: 'Lo que ningún aviso trae aparece en la bandeja recién con esa lectura.',
    en: 'What no message brings is in the inbox only after this reading.',
  },
  run: async ({ database, now }): Promise<Text[]> => {
    const { ageS, failing } = await fetchIndexFigures(database.db, now());
    const minutes = Math.round((ageS ?? 0) / 60);
    return [
      ...(minutes > MAX_AGE_MINUTES
        ? [
            {
              es: `Una agencia no se lee hace ${minutes} minutos.`,
              en: `An agency was not read for ${minutes} minutes.`,
            },
          ]
        : []),
      ...(failing > 0
        ? [
            {
              es: `Las listas de ${failing} agencias no se pueden leer.`,
              en: `The lists of ${failing} agencies cannot be read.`,
            },
          ]
        : []),
    ];
  },
  remedy: {
    text: {
      es: 'Si el servicio responde, el registro del worker dice qué falla; el estado de cada agencia está en Agencias.',
      en: 'If the service replies, the log of the worker says what fails; Agencies has the state of each one.',
    },
    page: { path: '/agencies', label: { es: 'Agencias', en: 'Agencies' } },
  },
};
