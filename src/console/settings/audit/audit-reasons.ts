import { useLingui } from '@lingui/react/macro';
import type { GatewayCode } from '#contract/problem.ts';

export function useAuditReasons(): Record<GatewayCode, string> {
  const { t } = useLingui();
  return {
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
    'too-many-jobs': t`tenía demasiados procesos sin terminar`,
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
}
