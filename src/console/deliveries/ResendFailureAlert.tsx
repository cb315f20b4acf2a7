import { useLingui } from '@lingui/react/macro';
import { Failure } from '#console/api/failure.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';

export function ResendFailureAlert({ error }: { error: Error }) {
  const { t } = useLingui();
  const status = error instanceof Failure && !error.code ? error.status : undefined;
  const sentences: Partial<Record<number, string>> = {
    400: t`El servicio no la reenvía: tiene más de 30 días, o el tema no está configurado y activo`,
    403: t`La agencia ya no está asociada a esta aplicación: de ella no se reenvía nada`,
    404: t`El servicio ya no tiene esta consulta`,
    429: t`El servicio pide esperar un momento antes de reenviar otra vez`,
  };
  const what = status === undefined ? undefined : sentences[status];
  return <FormAlert error={error} meaning={what ? { what, advice: '' } : undefined} />;
}
