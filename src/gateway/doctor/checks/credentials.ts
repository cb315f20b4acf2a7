import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const credentials: Check = {
  id: 'credentials',
  everyMs: MINUTE_MS,
  severity: 'error',
  retries: 1,
  title: { es: 'El servicio reconoce a la aplicación', en: 'The service accepts the app' },
  why: {
    es: 'Si rechaza la clave o la firma, nada de lo que se le pide funciona.',
    en: 'While it rejects the key or the signature, nothing that is asked of it works.',
  },
  run: async ({ connection }) => {
    const { state, refusal } = await connection.getStatus();
    if (state !== 'refused') return [];
    const reason = refusal
      ? { es: ` Su motivo: ${refusal}`, en: ` Its reason: ${refusal}` }
      : { es: '', en: '' };
    return [
      {
        es: `El servicio rechaza las credenciales de la aplicación.${reason.es}`,
        en: `The service rejects the credentials of the app.${reason.en}`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Compará APP_KEY y APP_SECRET con los que dio el servicio, y el reloj de este servidor.',
      en: 'Compare APP_KEY and APP_SECRET with those that the service gave, and the clock of this machine.',
    },
    page: { path: '/connection', label: { es: 'Conexión', en: 'Connection' } },
  },
};
