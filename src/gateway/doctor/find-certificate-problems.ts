import type { Text } from '#contract/desk/doctor.ts';
import { DAY_MS } from '#contract/durations.ts';
import { getErrorCode } from '#system/error-code.ts';
import type { Machine } from './machine.ts';

/** decided: what renews certificates does so earlier. */
const MIN_DAYS_LEFT = 14;

/** Says what is wrong with the certificate of an address. */
export async function findCertificateProblems(machine: Machine, origin: string): Promise<Text[]> {
  let endsAt: number;
  try {
    endsAt = await machine.fetchCertificateEnd(origin);
  } catch (error) {
    const reason = getErrorCode(error) ?? String(error);
    return [
      {
        es: `El certificado de ${origin} no se pudo comprobar: ${reason}`,
        en: `The certificate of ${origin} could not be verified: ${reason}`,
      },
    ];
  }
  const days = Math.floor((endsAt - machine.now()) / DAY_MS);
  if (days >= MIN_DAYS_LEFT) return [];
  return [
    {
      es: `El certificado de ${origin} vence en ${days} días.`,
      en: `The certificate of ${origin} ends in ${days} days.`,
    },
  ];
}
