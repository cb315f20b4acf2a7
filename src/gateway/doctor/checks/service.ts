import type { Connection } from '#contract/desk/connection.ts';
import type { Text } from '#contract/desk/doctor.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';

/** Other checks speak of the other states. */
const TEXTS = new Map<Connection['state'], Text>([
  [
    'failing',
    { es: 'El servicio responde que tuvo un problema.', en: 'The service replies that it has a fault.' },
  ],
  ['unreachable', { es: 'El servicio no responde.', en: 'The service cannot be reached.' }],
  [
    'broken',
    { es: 'El servicio responde algo que no se entiende.', en: 'The reply of the service cannot be read.' },
  ],
]);

export const service: Check = {
  id: 'service',
  everyMs: MINUTE_MS,
  severity: 'error',
  retries: 2,
  title: { es: 'El servicio responde', en: 'The service replies' },
  why: {
    es: 'Sin él no llegan consultas nuevas ni se puede invitar agencias. La bandeja sigue con lo que tiene.',
    en: 'Without it no inquiries arrive and no agencies can be invited. The inbox goes on with what it has.',
  },
  run: async ({ connection }) => {
    const text = TEXTS.get((await connection.getStatus()).state);
    return text ? [text] : [];
  },
  remedy: {
    text: {
      es: 'Revisá UPSTREAM_URL y la red desde este servidor; si está bien, avisale al soporte del servicio.',
      en: 'Compare UPSTREAM_URL with the address that the service gave, and ask its support.',
    },
    command: 'curl -sS -o /dev/null -w "%{http_code}\\n" "$UPSTREAM_URL/v3"',
    page: { path: '/connection', label: { es: 'Conexión', en: 'Connection' } },
  },
};
