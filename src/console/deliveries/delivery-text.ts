import { useLingui } from '@lingui/react/macro';
import type { DELIVERY_OUTCOMES, REFUSAL_REASONS } from '#contract/desk/deliveries.ts';
import type { Formats } from '#console/ui/formats.ts';

export function useDeliveryText() {
  const { t } = useLingui();
  const outcome: Record<(typeof DELIVERY_OUTCOMES)[number], string> = {
    received: t`Llegó`,
    refused: t`Rechazada`,
    caused: t`Reenvío en camino`,
    arrived: t`Reenvío que llegó`,
    unseen: t`Reenvío que no llegó acá`,
    elsewhere: t`Reenvío a otro lado`,
  };
  const reason: Record<(typeof REFUSAL_REASONS)[number], string> = {
    signature: t`La firma no es la del secreto guardado`,
    age: t`La hora firmada está a más de 5 minutos`,
    topic: t`El tema no es de los que llegan acá`,
    malformed: t`No se entiende lo que trae`,
    'no-secret': t`No hay secreto guardado para comprobar la firma`,
  };
  return { outcome, reason };
}

export function formatSize(bytes: number, format: Formats): string {
  return bytes < 1000 ? `${format.number(bytes)} B` : `${format.number(Math.round(bytes / 100) / 10)} kB`;
}

export function formatMaskedUrl(url: string): string {
  return url.replaceAll(encodeURIComponent('…'), '…');
}
