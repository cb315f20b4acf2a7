import { MINUTE_MS } from '#contract/durations.ts';
import { describeChange } from '#gateway/doctor/describe-change.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { fetchChangedSettings } from '#gateway/installation.ts';

export const installation: Check = {
  id: 'installation',
  everyMs: 10 * MINUTE_MS,
  severity: 'error',
  retries: 0,
  title: { es: 'Los datos son de esta instalación', en: 'The data is of this installation' },
  why: {
    es: 'Con datos de otra aplicación o de otro servicio no arranca: mezclaría las consultas de dos.',
    en: 'It does not start with the data of another app or service: the inquiries of two would mix.',
  },
  run: async ({ database, config }) => (await fetchChangedSettings(database.db, config)).map(describeChange),
  remedy: {
    text: {
      es: 'Volvé al valor anterior, elegí otro DATA_DIR o mudá los datos al nuevo.',
      en: 'Give the former value again, choose another DATA_DIR, or move the data to the new one.',
    },
    command: 'npm run installation:move',
  },
};
