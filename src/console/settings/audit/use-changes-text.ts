import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { AuditChange, AuditField } from '#contract/desk/audit.ts';
import { lookUp } from '#contract/look-up.ts';
import { useAgencyFieldNames } from '#console/agency-select/agency-field-names.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { useBuyerCountNames } from '#console/inquiries/buyer-count-names.ts';
import { REASON_NAMES, STATUS_NAMES } from '#console/inquiries/figure-names.ts';
import { usePersonStatusNames, useRoleNames } from '#console/session/role-text.ts';

export function useChangesText(): (changes: readonly AuditChange[]) => string {
  const { t, i18n } = useLingui();
  const roles = useRoleNames();
  const getAgencyName = useAgencyName();

  const counts = useBuyerCountNames();
  const labels: Record<AuditField, string> = {
    name: t`Nombre`,
    role: t`Rol`,
    agencies: t`Agencias`,
    ownInquiriesIn: t`Solo sus consultas en`,
    state: t`Acceso`,
    openIdIssuer: t`Cuenta vinculada`,
    passkey: t`Llave de acceso`,
    scopes: t`Permisos`,
    status: t({ context: 'follow-up', message: 'Estado' }),
    lostReason: t`Motivo`,
    owner: t`A cargo`,
    active: t`Aviso`,
    callback: t`Adónde llega`,
    address: t`Dirección`,
    description: t`Descripción`,
    headers: t`Encabezados`,
    secret: t`Secreto`,
    topics: t`Avisos`,
    target: t`Tiempo para responder`,
    warning: t`Advertencia`,
    week: t`Horarios`,
    holidays: t`Feriados`,
    zone: t`Zona horaria`,
    alarm: t`Avisar`,
    minutes: t`Minutos de atención después del plazo`,
    recipients: t`A quién avisar`,
    mail: t`Cómo`,
    format: t`Formato`,
    subject: t`Asunto`,
    text: t`Texto`,
    shared: t`Quién la usa`,
    reference: t`Referencia`,
    purpose: t`Para qué`,
    ...counts,
    ...useAgencyFieldNames(),
  };
  const states = usePersonStatusNames();
  const translate = (names: Record<string, MessageDescriptor>) => (value: string) => {
    const name = lookUp(names, value);
    return name ? i18n._(name) : value;
  };
  const formatAgencies = (mails: string) => mails.split(', ').map(getAgencyName).join(', ');
  const formatMinutes = (minutes: string) => t`${minutes} min`;
  const formats: Partial<Record<AuditField, (value: string) => string>> = {
    role: (role) => lookUp(roles, role) ?? role,
    agencies: formatAgencies,
    ownInquiriesIn: formatAgencies,
    state: (state) => lookUp(states, state) ?? state,
    status: translate(STATUS_NAMES),
    lostReason: translate(REASON_NAMES),
    active: (value) => (value === 'on' ? t`encendido` : t`suspendido`),
    alarm: (value) => (value === 'on' ? t`sí` : t`no`),
    mail: (value) => (value === 'on' ? t`En Vitrina y por correo` : t`En Vitrina`),
    shared: (value) => (value === 'on' ? t`Compartida` : t`Personal`),
    target: formatMinutes,
    warning: formatMinutes,
  };

  const emptyTexts: Partial<Record<AuditField, string>> = {
    owner: t`nadie`,
    openIdIssuer: t`ninguna`,
    passkey: t`ninguna`,
    agencies: t`ninguna`,
    ownInquiriesIn: t`ninguna`,
    lostReason: t`ninguno`,
  };

  const getLabel = ({ field }: AuditChange) => lookUp(labels, field) ?? field;
  const formatChange = (change: AuditChange) => {
    const { field, from, to } = change;
    const [before, after] = [from, to].map((value) =>
      typeof value === 'string'
        ? (lookUp(formats, field)?.(value) ?? value)
        : (lookUp(emptyTexts, field) ?? t`sin dato`),
    );
    const label = getLabel(change);
    if (field === 'reference' || field === 'purpose' || lookUp(counts, field) !== undefined)
      return `${label}: ${after}`;
    return from === undefined ? t`${label}: ahora ${after}` : `${label}: ${before} → ${after}`;
  };
  return (changes) => {
    const { named = [], unnamed } = Object.groupBy(changes, ({ to }) =>
      to === undefined ? 'unnamed' : 'named',
    );
    const texts = named.map(formatChange);
    return [...texts, ...(unnamed ? [t`Cambió: ${unnamed.map(getLabel).join(', ')}`] : [])].join(' · ');
  };
}
