import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Invitation } from '#contract/desk/invitations.ts';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { lookUp } from '#contract/look-up.ts';
import type { Tone } from '#console/ui/StatusChip.tsx';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { useAgencyFieldNames } from '#console/agency-select/agency-field-names.ts';
import { useFormats } from '#console/ui/use-formats.ts';

export function useAgenciesText() {
  const { t } = useLingui();
  const format = useFormats();
  const field = useAgencyFieldNames();
  const round = (value: number) => format.number(Math.round(value * 10) / 10);
  const states = { Registrada: t`Registrada`, Invitada: t`Invitada` };
  const exposures = {
    Alta: t`Exposición alta`,
    Media: t`Exposición media`,
    Baja: t`Exposición baja`,
  };
  const invitation: Record<Invitation['state'], string> = {
    sending: t`Sin confirmar`,
    sent: t`Enviada`,
    registered: t`Registrada`,
    refused: t`Rechazada`,
    ended: t`Terminada`,
  };
  const invitationMeaning: Record<Invitation['state'], string> = {
    sending: t`No se sabe si el servicio la recibió. Enviarla otra vez no hace daño.`,
    sent: t`El servicio la aceptó y envió el correo; falta que la agencia complete el registro.`,
    registered: t`La agencia completó el registro.`,
    refused: t`El servicio no la aceptó.`,
    ended: t`La agencia ya no está asociada a esta aplicación.`,
  };
  return {
    state: (state: string) => lookUp(states, state) ?? state,
    exposure: (exposure: string) => lookUp(exposures, exposure) ?? exposure,
    field,
    invitation,
    invitationMeaning,
    timeSince: (at: number, now: number) => {
      const days = Math.floor((now - at) / DAY_MS);
      const hours = Math.floor((now - at) / HOUR_MS);
      if (hours === 0) return t`menos de una hora`;
      return days > 0
        ? t`${plural(days, { one: '# día', other: '# días' })}`
        : t`${plural(hours, { one: '# hora', other: '# horas' })}`;
    },
    pace: (perDay: number) => (perDay < 1 ? t`${round(perDay * 7)} por semana` : t`${round(perDay)} por día`),
  };
}

export function agencyName({ Nombre, AdminMail }: Pick<Agency, 'Nombre' | 'AdminMail'>): string {
  return Nombre?.trim() || AdminMail;
}

export function agencyStateTone(state: string): Tone {
  return state === 'Registrada' ? 'good' : state === 'Invitada' ? 'waiting' : 'none';
}
