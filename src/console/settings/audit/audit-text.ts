import { useLingui } from '@lingui/react/macro';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { lookUp } from '#contract/look-up.ts';
import type { GatewayCode } from '#contract/problem.ts';
import { useAuditActions } from './audit-actions.ts';

export interface SubjectNames {
  target: string | undefined;
  agency: string | undefined;
}

export function useAuditText() {
  const { t } = useLingui();
  const { textOf } = useAuditActions();
  const outcome: Record<AuditEntry['outcome'], string> = {
    done: t`Hecho`,
    partial: t`Parcial`,
    cancelled: t`Cancelado`,
    refused: t`Rechazado`,
    failed: t`Falló`,
    unknown: t`No se sabe`,
  };

  const sentence = ({ action, outcome, request }: AuditEntry, { target, agency }: SubjectNames): string => {
    const unknown = t`(no se sabe cuál)`;
    const [did, toDo] = textOf(action, target ?? unknown, agency ?? unknown) ?? [
      t`hizo algo que esta versión no conoce: ${action}`,
      t`hacer algo que esta versión no conoce: ${action}`,
    ];
    switch (outcome) {
      case 'done':
        return did;
      case 'partial':
        return t`${did}, pero no todas`;
      case 'cancelled':
        return t`empezó a ${toDo}, y lo canceló o se fue antes del final`;
      case 'unknown':
        return request
          ? t`empezó a ${toDo}: sigue, o no se sabe cómo terminó`
          : t`empezó a ${toDo}, y no se sabe cómo terminó`;
      default:
        return t`no pudo ${toDo}`;
    }
  };

  const reasons: Record<GatewayCode, string> = {
    forbidden: t`su rol no lo permite`,
    'foreign-agency': t`la agencia no es suya`,
    'sign-in-required': t`no había sesión`,
    'wrong-credentials': t`correo o contraseña incorrectos`,
    'wrong-code': t`código incorrecto`,
    'codes-unreadable': t`los códigos guardados no se pudieron leer`,
    'second-factor-required': t`su cuenta pide un segundo paso`,
    'not-set-up': t`el segundo paso no estaba activo`,
    'method-not-allowed': t`esa dirección no admite lo que se pidió`,
    'too-large': t`lo enviado era demasiado grande`,
    'unsupported-media-type': t`lo enviado no tenía el formato esperado`,
    'too-many-attempts': t`demasiados intentos`,
    'too-many-requests': t`demasiados pedidos`,
    'changed-meanwhile': t`otra persona lo había cambiado`,
    'last-partner': t`es la única cuenta que administra`,
    'timeline-full': t`el historial de la consulta estaba completo`,
    'buyer-erased': t`los datos de quien consultó estaban borrados`,
    'export-too-large': t`eran demasiadas consultas para un archivo`,
    'too-many-jobs': t`tenía demasiadas tareas sin terminar`,
    'too-many-saved': t`ya había tantas como se pueden guardar`,
    'mail-taken': t`el correo ya está`,
    'not-active': t`la cuenta no está activa`,
    'not-invited': t`la cuenta no espera una invitación`,
    'not-found': t`no existe`,
    'invalid-request': t`faltaba o sobraba un dato`,
    'cross-site': t`el pedido no salió de la consola`,
    'upstream-unreachable': t`el servicio no respondía`,
    'upstream-timeout': t`el servicio tardó demasiado`,
    'upstream-broken': t`el servicio respondió algo que no se entiende`,
    'upstream-failed': t`el servicio tuvo un problema`,
    busy: t`había demasiados pedidos a la vez`,
    'storage-full': t`no había lugar para guardar`,
    'storage-unavailable': t`la base de datos no respondía`,
    internal: t`Vitrina tuvo un problema`,
    'upstream-refused': t`el servicio no reconoció a la aplicación`,
  };
  const automaticCauses = new Map([['too-many-sessions', t`tenía demasiadas sesiones abiertas`]]);
  const reason = ({ code }: AuditEntry) =>
    code ? (lookUp(reasons, code) ?? automaticCauses.get(code) ?? code) : undefined;

  return { outcome, sentence, reason };
}
