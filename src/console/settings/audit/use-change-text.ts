import { useLingui } from '@lingui/react/macro';
import type { AuditChange, AuditField } from '#contract/desk/audit.ts';
import { lookUp } from '#contract/look-up.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { REASON_NAMES } from '#console/inquiries/figure-names.ts';
import { useRoleNames } from '#console/session/role-text.ts';

export function useChangeText(): (change: AuditChange) => string {
  const { t, i18n } = useLingui();
  const roles = useRoleNames();
  const getAgencyName = useAgencyName();

  const labels: Record<AuditField, string> = {
    name: t`Nombre`,
    role: t`Rol`,
    agencies: t`Agencias`,
    ownInquiriesIn: t`Solo sus consultas en`,
    state: t`Acceso`,
    status: t({ context: 'follow-up', message: 'Estado' }),
    lostReason: t`Motivo`,
    owner: t`A cargo`,
    active: t`Aviso`,
    callback: t`Adónde llega`,
    address: t`Dirección`,
    description: t`Descripción`,
    headers: t`Encabezados`,
    secret: t`Secreto`,
    target: t`Tiempo para responder`,
    warning: t`Advertencia`,
    week: t`Horarios`,
    holidays: t`Feriados`,
    zone: t`Zona horaria`,
    Nombre: t`Nombre`,
    RazonSocial: t`Razón social`,
    IdentificacionFiscal: t`Identificación fiscal`,
    Telefono: t`Teléfono`,
    WhatsApp: t`WhatsApp`,
    Region: t`Provincia`,
    Ciudad: t`Ciudad`,
    Direccion: t`Dirección`,
  };
  const states = { invited: t`Invitada`, active: t`Activa`, disabled: t`Sin acceso` };
  const statuses = {
    new: t`Nueva`,
    answered: t`Respondida`,
    contacted: t`Contactada`,
    appointment: t`Cita`,
    won: t`Ganada`,
    lost: t`Perdida`,
  };
  const formatAgencies = (mails: string) => mails.split(', ').map(getAgencyName).join(', ');
  const formatMinutes = (minutes: string) => t`${minutes} min`;
  const formatReason = (reason: string) => {
    const name = lookUp(REASON_NAMES, reason);
    return name ? i18n._(name) : reason;
  };
  const formats: Partial<Record<AuditField, (value: string) => string>> = {
    role: (role) => lookUp(roles, role) ?? role,
    agencies: formatAgencies,
    ownInquiriesIn: formatAgencies,
    state: (state) => lookUp(states, state) ?? state,
    status: (status) => lookUp(statuses, status) ?? status,
    lostReason: formatReason,
    active: (value) => (value === 'on' ? t`encendido` : t`apagado`),
    target: formatMinutes,
    warning: formatMinutes,
  };

  return ({ field, from, to }) => {
    const label = lookUp(labels, field) ?? field;
    const format = (value: string | null) =>
      value === null
        ? field === 'owner'
          ? t`nadie`
          : t`sin dato`
        : (lookUp(formats, field)?.(value) ?? value);
    if (to === undefined) return t`${label}: cambió`;
    const after = format(to);
    if (from === undefined) return t`${label}: ahora ${after}`;
    return `${label}: ${format(from)} → ${after}`;
  };
}
