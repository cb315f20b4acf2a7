import type { Text } from '#contract/desk/doctor.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { type Check, isProduction } from '#gateway/doctor/check.ts';
import { isLoopback } from '#http/is-loopback.ts';

export const configuration: Check = {
  id: 'configuration',
  everyMs: HOUR_MS,
  severity: 'warning',
  retries: 0,
  applies: isProduction,
  title: {
    es: 'La configuración es la de una instalación real',
    en: 'The settings are those of a real installation',
  },
  why: {
    es: 'Lo que ayuda a probar abre puertas: contraseñas conocidas, y direcciones internas que el servicio puede llamar.',
    en: 'What helps to try it out opens doors: known passwords, and internal addresses that messages can be sent to.',
  },
  run: async ({ config: { demo, publicUrl, upstreamUrl, allowLocalCallbacks } }) => {
    const isPublic = !isLoopback(new URL(publicUrl).hostname);
    const isRemote = !isLoopback(new URL(upstreamUrl).hostname);
    const findings: [boolean, Text][] = [
      [
        demo,
        {
          es: 'DEMO está encendido: hay personas de prueba con contraseñas en un archivo.',
          en: 'DEMO is on: there are people of the demo, with passwords in a file.',
        },
      ],
      [
        allowLocalCallbacks && isPublic,
        {
          es: 'ALLOW_LOCAL_CALLBACKS está encendido: los avisos pueden llamar a programas de este servidor.',
          en: 'ALLOW_LOCAL_CALLBACKS is on: messages can call programs of this machine.',
        },
      ],
      [
        !isPublic && isRemote,
        {
          es: `PUBLIC_URL es ${publicUrl}: el servicio no puede llamar a esta dirección.`,
          en: `PUBLIC_URL is ${publicUrl}: the service cannot call this address.`,
        },
      ],
    ];
    return findings.flatMap(([isWrong, text]) => (isWrong ? [text] : []));
  },
  remedy: {
    text: {
      es: 'Corregí estas variables y reiniciá. La tabla de src/deploy/README.md dice qué hace cada una.',
      en: 'Correct these variables and restart. The table of src/deploy/README.md says what each one does.',
    },
  },
};
