import { DAY_MS } from '#contract/durations.ts';
import type { Hours } from '#contract/hours.ts';
import { offsetAt } from '#contract/window.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const timeZone: Check = {
  id: 'time-zone',
  everyMs: DAY_MS,
  severity: 'warning',
  retries: 0,
  title: { es: 'La zona horaria es la de las agencias', en: 'The time zone is that of the agencies' },
  why: {
    es: 'Los días de las listas y del resumen empiezan a medianoche de SERVICE_TIME_ZONE.',
    en: 'The days of lists and figures begin at midnight of SERVICE_TIME_ZONE.',
  },
  run: async ({ database, config, now }) => {
    const rows = await database.db.selectFrom('agency_hours').select('hours').limit(1000).execute();
    const zones = [...new Set(rows.map(({ hours }) => (JSON.parse(hours) as Hours).zone))];
    const own = offsetAt(now(), config.timeZone);
    if (zones.length === 0 || zones.some((zone) => offsetAt(now(), zone) === own)) return [];
    return [
      {
        es: `SERVICE_TIME_ZONE es ${config.timeZone}, y ninguna agencia está a esa hora: ${zones.slice(0, 3).join(', ')}.`,
        en: `SERVICE_TIME_ZONE is ${config.timeZone}, and no agency has that time: ${zones.slice(0, 3).join(', ')}.`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Poné en SERVICE_TIME_ZONE la del servicio y reiniciá; los resúmenes se cuentan de nuevo solos.',
      en: 'Set SERVICE_TIME_ZONE to that of the service and restart; figures are counted anew by themselves.',
    },
  },
};
