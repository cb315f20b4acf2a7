import type { MissingDays } from '#contract/desk/missing-days.ts';

/** Texts of export files on why inquiries may be missing. */
export const MISSING_REASONS: Record<'es' | 'en', Record<MissingDays['reason'], string>> = {
  es: {
    stale: 'el servicio no respondió',
    filling: 'todavía se están leyendo',
  },
  en: {
    stale: 'the service did not answer',
    filling: 'they are still being read',
  },
};
