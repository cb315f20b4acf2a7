import { useLingui } from '@lingui/react/macro';
import type { BuyerCounts } from '#contract/desk/buyers.ts';

export function useBuyerCountNames(): Record<keyof BuyerCounts, string> {
  const { t } = useLingui();
  return {
    inquiries: t`Consultas en la bandeja`,
    departed: t`Consultas que ya no están en la bandeja`,
    notes: t`Notas`,
    payloads: t`Mensajes recibidos`,
    jobRows: t`Filas y textos de procesos`,
    texts: t`Vistas, plantillas, notas de agencias y columnas comparadas que la nombran`,
    files: t`Archivos de exportaciones`,
  };
}
