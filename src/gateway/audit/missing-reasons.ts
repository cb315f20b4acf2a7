import type { MissingDays } from '#contract/desk/missing-days.ts';

/** Texts of export files on why inquiries may be missing. */
export const MISSING_REASONS: Record<'es' | 'en', Record<MissingDays['reason'], string>> = {
  es: {
    stale: 'el servicio no respondió',
    filling: 'todavía se están leyendo',
    failed: 'el servicio no las dio',
    stopped: 'Vitrina se detuvo',
    'too-many': 'hay más de lo que el servicio muestra',
  },
  en: {
    stale: 'the service did not answer',
    filling: 'they are still being read',
    failed: 'the service did not give them',
    stopped: 'Vitrina stopped',
    'too-many': 'there is more than the service shows',
  },
};
