import { HOUR_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { hasActivePartner } from '#gateway/people/management.ts';

export const partnerAdmins: Check = {
  id: 'partner-admins',
  everyMs: HOUR_MS,
  severity: 'error',
  retries: 0,
  title: { es: 'Alguien administra', en: 'Somebody administers' },
  why: {
    es: 'Sin administradores nadie puede invitar personas ni agencias, ni enterarse de estos problemas.',
    en: 'Without administrators nobody can invite people and agencies, or learn of these problems.',
  },
  run: async ({ database }) => {
    if (await hasActivePartner(database.db)) return [];
    return [{ es: 'Ninguna persona activa es administradora.', en: 'No active person is an administrator.' }];
  },
  remedy: {
    text: { es: 'Creá una persona en el servidor.', en: 'Create a person on the server.' },
    command: 'npm run person:create -- --mail MAIL --role partner',
  },
};
