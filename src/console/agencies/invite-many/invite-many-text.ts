import { useLingui } from '@lingui/react/macro';
import { useAgenciesText } from '#console/agencies/agencies-text.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import type { CheckedRow, InvitationBucket } from './check-rows.ts';
import type { CheckedValue, FaultKind, Member } from './members.ts';

export function useInviteManyText() {
  const { t } = useLingui();
  const format = useFormats();
  const { field } = useAgenciesText();
  const member: Record<Member, string> = { AdminMail: t`Correo de quien administra`, ...field };
  const bucket: Record<InvitationBucket, string> = {
    ready: t`Listas`,
    malformed: t`Para corregir`,
    unchecked: t`Sin comprobar`,
    twice: t`Repetidas en el archivo`,
    'already-invited': t`Ya invitadas`,
    associated: t`Ya asociadas`,
    'needs-support': t`Necesitan al servicio`,
  };
  const bucketMeaning: Record<InvitationBucket, string> = {
    ready: t`Se les envía la invitación.`,
    malformed: t`El servicio las rechazaría. Cada corrección vale para todas las filas con ese dato.`,
    unchecked: t`No se sabe si su ciudad está en el catálogo: falta preguntarle al servicio.`,
    twice: t`El mismo correo está en una fila anterior, que es la que vale.`,
    'already-invited': t`Desde acá o desde otro lado ya recibieron la invitación. Para volver a enviarla hay recordatorios.`,
    associated: t`Ya trabajan con esta aplicación.`,
    'needs-support': t`El correo ya tiene una cuenta en el servicio, y solo su atención al cliente la puede asociar.`,
  };
  const kinds: Record<FaultKind, string> = {
    missing: t`falta`,
    short: t`es demasiado corto`,
    long: t`es demasiado largo`,
    format: t`no tiene la forma esperada`,
    rounded: t`lo redondeó la planilla, y se perdieron sus últimas cifras`,
    unknown: t`no está en el catálogo`,
    'no-region': t`necesita la provincia`,
  };
  const fault = (name: Member, kind: FaultKind): string => {
    const [what, how] = [member[name], kinds[kind]];
    return t`${what}: ${how}`;
  };
  const expected: Record<Member, string> = {
    AdminMail: t`Un correo completo, de hasta 50 letras.`,
    Nombre: t`Entre 2 y 100 letras.`,
    RazonSocial: t`Hasta 100 letras.`,
    IdentificacionFiscal: t`Hasta 20 letras o números.`,
    Telefono: t`Entre 8 y 20 números, como +54 11 5555 0101.`,
    WhatsApp: t`Entre 8 y 20 números, como +54 9 11 5555 0101.`,
    Region: t`Una provincia del catálogo.`,
    Ciudad: t`Una ciudad del catálogo, con su provincia.`,
    Direccion: t`Hasta 200 letras.`,
  };
  const describeFault = ({ member: name, kind, value }: CheckedValue): string => {
    const text = kind ? fault(name, kind) : member[name];
    return value === '' ? text : `${text} («${value}»)`;
  };
  const reason = ({ bucket: name, faults, sameAs, agency, invitation }: CheckedRow): string => {
    switch (name) {
      case 'malformed':
        return faults.map(describeFault).join('; ');
      case 'twice':
        return t`Mismo correo que la fila ${sameAs ?? 0}`;
      case 'already-invited': {
        const send = invitation?.sends[0];
        const at = send?.at ?? agency?.FechaInvitacion;
        const when = at === undefined || at === null ? '' : format.exact(new Date(at).toISOString());
        const by = send?.by ?? '';
        if (send) return t`La invitó ${by} el ${when}`;
        return when === '' ? t`Invitada fuera de Vitrina` : t`Invitada fuera de Vitrina el ${when}`;
      }
      case 'associated':
        return t`Registrada como ${agency?.Nombre ?? invitation?.name ?? agency?.AdminMail ?? ''}`;
      case 'needs-support': {
        const at = invitation?.sends[0]?.at;
        const when = at === undefined ? '' : format.exact(new Date(at).toISOString());
        return t`El servicio la rechazó el ${when}: el correo ya está registrado`;
      }
      default:
        return '';
    }
  };
  return { member, bucket, bucketMeaning, fault, expected, reason };
}
