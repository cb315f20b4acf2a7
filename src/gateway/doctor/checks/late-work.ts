import { MINUTE_MS, QUARTER_HOUR_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { fetchLateSince } from '#gateway/doctor/store.ts';

export const lateWork: Check = {
  id: 'late-work',
  everyMs: 5 * MINUTE_MS,
  severity: 'error',
  retries: 1,
  title: { es: 'El trabajo de fondo está al día', en: 'Background work is on time' },
  why: {
    es: 'Correos, lecturas, alarmas y exportaciones las hace ese trabajo.',
    en: 'It sends mails, reads inquiries, raises alarms and makes exports.',
  },
  run: async ({ database, fetchBacklogs, now }) => {
    if (!fetchBacklogs) {
      const since = await fetchLateSince(database.db, now());
      if (since === null) return [];
      const at = new Date(since).toISOString();
      return [
        { es: `Nadie hace el trabajo de fondo desde ${at}.`, en: `Nobody does background work since ${at}.` },
      ];
    }
    return (await fetchBacklogs())
      .filter(({ lateMs }) => lateMs > QUARTER_HOUR_MS)
      .map(({ name, due, lateMs }) => {
        const minutes = Math.round(lateMs / MINUTE_MS);
        return {
          es: `${name}: ${due} esperan, la más vieja hace ${minutes} minutos.`,
          en: `${name}: ${due} wait, the oldest for ${minutes} minutes.`,
        };
      });
  },
  remedy: {
    text: {
      es: 'Mirá si corre un proceso con el rol worker, y qué dice su registro.',
      en: 'Look whether a process with the role worker runs, and what its log says.',
    },
    command: 'systemctl restart vitrina@worker',
  },
};
