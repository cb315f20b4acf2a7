import { useLingui } from '@lingui/react/macro';
import type { JobRow } from '#contract/desk/jobs.ts';
import { lookUp } from '#contract/look-up.ts';

/** Why a row of a job of invitations was not sent, with the service's own words. */
export function useRowReason() {
  const { t } = useLingui();
  const noAnswer = t`El servicio no respondió`;
  const reasons = {
    malformed: t`Tiene un dato que no es válido`,
    twice: t`Está dos veces en el archivo`,
    'already-invited': t`Ya estaba invitada`,
    'already-registered': t`El correo ya está registrado: solo el servicio la puede asociar`,
    associated: t`Ya está asociada`,
    'needs-support': t`Solo el servicio la puede asociar`,
    refused: t`El servicio no la aceptó`,
    'outcome-unknown': t`No se sabe si se envió`,
    'upstream-unreachable': noAnswer,
    'upstream-timeout': noAnswer,
  };
  return ({ code, detail }: Pick<JobRow, 'code' | 'detail'>): string => {
    const reason = lookUp<string>(reasons, code ?? '') ?? t`No se pudo (${code ?? ''})`;
    return detail ? `${reason}: ${detail}` : reason;
  };
}
