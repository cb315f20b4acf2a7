import { useLingui } from '@lingui/react/macro';
import type { FailureMeanings } from '#console/api/failure-message.ts';

/** Says why the service does not send the notification of an inquiry again. */
export function useResendMeanings(): FailureMeanings {
  const { t } = useLingui();
  const advice = '';
  return {
    400: {
      what: t`El servicio no la reenvía: tiene más de 30 días, o el tema no está configurado y activo`,
      advice,
    },
    403: { what: t`La agencia ya no está asociada a esta aplicación: de ella no se reenvía nada`, advice },
    404: { what: t`El servicio ya no tiene esta consulta`, advice },
    429: { what: t`El servicio pide esperar un momento antes de reenviar otra vez`, advice },
  };
}
