import { formatDrift } from '#contract/desk/drift.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { type Check, untranslated } from '#gateway/doctor/check.ts';
import { fetchDrift } from '#gateway/drift/store.ts';

/** The page of the connection lists all of them. */
const MAX_DIFFERENCES = 10;

export const drift: Check = {
  id: 'drift',
  everyMs: HOUR_MS,
  severity: 'warning',
  retries: 0,
  title: { es: 'El servicio responde como está documentado', en: 'The service replies as documented' },
  why: {
    es: 'Lo que responde distinto puede faltar en la pantalla, o mostrarse como dato desconocido.',
    en: 'What it replies otherwise may be missing on the screen, or shown as unknown.',
  },
  run: async ({ database }) =>
    (await fetchDrift(database.db)).slice(0, MAX_DIFFERENCES).map((row) => untranslated(formatDrift(row))),
  remedy: {
    text: {
      es: 'Copiá las diferencias en Conexión y mandáselas al soporte del servicio.',
      en: 'Copy the differences under Connection, and send them to the support of the service.',
    },
    page: { path: '/connection', label: { es: 'Conexión', en: 'Connection' } },
  },
};
