import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { GatewayCode } from '#contract/problem.ts';
import { Failure } from './failure.ts';

export interface FailureSentence {
  what: string;
  /** What the person can do. */
  advice: string;
}

/** The sentence for what went wrong, by kind, code and status; never by text. */
export function useFailureSentence(error: Error): FailureSentence {
  const { t } = useLingui();
  const unexpected = {
    what: t`Algo falló en esta pantalla`,
    advice: t`Reintentá; si sigue, pasale el detalle técnico a soporte.`,
  };
  if (!(error instanceof Failure)) return unexpected;
  if (error.kind === 'network')
    return {
      what: t`No hay respuesta de Vitrina`,
      advice: t`Revisá tu conexión y reintentá. No se perdió nada de lo que estabas viendo.`,
    };
  if (error.kind === 'broken') {
    const fields = error.fields.slice(0, 3).join(', ');
    return {
      what: t`El servicio respondió algo que no se puede mostrar`,
      advice: t`El dato «${fields}» no tiene la forma acordada. Reintentá; si sigue, pasale el detalle técnico a soporte.`,
    };
  }
  const seconds = error.retryAfterS ?? 60;
  const minutes = Math.ceil(seconds / 60);
  const wait =
    seconds < 60
      ? t`Esperá ${plural(seconds, { one: '# segundo', other: '# segundos' })} y probá otra vez.`
      : t`Esperá ${plural(minutes, { one: '# minuto', other: '# minutos' })} y probá otra vez.`;
  const byCode: Partial<Record<GatewayCode, FailureSentence>> = {
    'sign-in-required': {
      what: t`Tu sesión terminó`,
      advice: t`Iniciá sesión otra vez para seguir donde estabas.`,
    },
    'wrong-credentials': {
      what: t`El correo o la contraseña no son correctos`,
      advice: t`Revisalos y probá otra vez.`,
    },
    'wrong-code': {
      what: t`El código no es correcto`,
      advice: t`Cada código sirve una sola vez: escribí el que se ve ahora.`,
    },
    'too-many-attempts': {
      what: t`Demasiados intentos`,
      advice: wait,
    },
    forbidden: {
      what: t`Tu cuenta no puede ver esto`,
      advice: t`Si lo necesitás, pedíselo a quien administra Vitrina.`,
    },
    'foreign-agency': {
      what: t`Esta agencia no es tuya`,
      advice: t`Tu cuenta no llega a sus consultas. Si debería, pedíselo a quien administra Vitrina.`,
    },
    'changed-meanwhile': {
      what: t`Alguien lo cambió mientras tanto`,
      advice: t`Mirá cómo quedó y decidí si tu cambio sigue valiendo.`,
    },
    'last-partner': {
      what: t`Es la única cuenta que administra`,
      advice: t`Dale antes la administración a otra persona; si no, nadie podría invitar ni dar permisos.`,
    },
    'mail-taken': {
      what: t`Ya hay una persona con ese correo`,
      advice: t`Buscala en la lista: puede estar invitada o sin acceso.`,
    },
    'not-active': {
      what: t`Esta persona no está activa`,
      advice: t`Todavía no aceptó la invitación, o no tiene acceso.`,
    },
    'not-invited': {
      what: t`Esta persona no espera una invitación`,
      advice: t`Ya la aceptó, o no tiene acceso.`,
    },
    'second-factor-required': {
      what: t`Tu rol exige el segundo paso`,
      advice: t`No se puede quitar; sí cambiar por uno nuevo.`,
    },
    'not-set-up': {
      what: t`No hay un segundo paso en curso`,
      advice: t`Empezá otra vez: puede que lo hayas cambiado en otra ventana.`,
    },
    'too-many-requests': { what: t`Demasiados pedidos`, advice: wait },
    busy: { what: t`Vitrina está muy ocupada`, advice: t`Esperá un momento y probá otra vez.` },
    'cross-site': {
      what: t`El pedido no salió de esta página`,
      advice: t`Recargá la página y probá otra vez.`,
    },
    internal: {
      what: t`Vitrina tuvo un problema`,
      advice: t`Reintentá; si sigue, pasale el detalle técnico a soporte.`,
    },
    'upstream-unreachable': {
      what: t`El servicio no responde`,
      advice: t`Está detenido o no se llega a él. Esperá un momento y reintentá.`,
    },
    'upstream-timeout': {
      what: t`El servicio tarda demasiado`,
      advice: t`Pasaron más de 10 segundos sin respuesta. Reintentá, o pedí menos días.`,
    },
    'upstream-broken': {
      what: t`El servicio respondió algo que no se entiende`,
      advice: t`Reintentá; si sigue, pasale el detalle técnico a soporte.`,
    },
    'upstream-refused': {
      what: t`El servicio no reconoce a esta aplicación`,
      advice: t`Hay que revisar las credenciales o el reloj. Avisale a soporte.`,
    },
  };
  const known = error.code && byCode[error.code];
  if (known) return known;
  switch (error.status) {
    case 400:
      return { what: t`El servicio no aceptó lo pedido`, advice: t`Corregí lo señalado y probá otra vez.` };
    case 401:
      return { what: t`Tu sesión terminó`, advice: t`Iniciá sesión otra vez para seguir donde estabas.` };
    case 403:
      return { what: t`No está permitido`, advice: t`Si lo necesitás, pedíselo a quien administra Vitrina.` };
    case 404:
      return {
        what: t`No se encontró`,
        advice: t`Puede que ya no exista para esta aplicación, o que el enlace esté incompleto.`,
      };
    case 429:
      return { what: t`Demasiados pedidos`, advice: wait };
    default:
      return unexpected;
  }
}
