import { useLingui } from '@lingui/react/macro';
import type { GatewayCode } from '#contract/problem.ts';
import { Failure } from './failure.ts';

export interface FailureMessage {
  what: string;
  advice: string;
}

/** These sentences, by the gateway's code or the service's status, say more than the general ones. */
export type FailureMeanings = Partial<Record<GatewayCode | number, Partial<FailureMessage>>>;

export function useFailureMessage(error: Error, meanings?: FailureMeanings): FailureMessage {
  return { ...useGeneralMessage(error), ...findMeaning(error, meanings) };
}

export function findMeaning(
  error: Error,
  meanings: FailureMeanings = {},
): Partial<FailureMessage> | undefined {
  return error instanceof Failure ? meanings[error.code ?? error.status] : undefined;
}

function useGeneralMessage(error: Error): FailureMessage {
  const { t } = useLingui();
  const unexpected = {
    what: t`Algo falló en esta pantalla`,
    advice: t`Reintentá; si sigue, pasale el detalle técnico a quien administra Vitrina.`,
  };
  if (!(error instanceof Failure)) return unexpected;
  if (error.isTimeout)
    return {
      what: t`Vitrina tarda demasiado en responder`,
      advice: t`Pasaron 20 segundos sin respuesta. Esperá un momento y reintentá.`,
    };
  if ((error.kind === 'network' || error.kind === 'chunk') && !navigator.onLine)
    return {
      what: t`Sin conexión a internet`,
      advice: error.request.startsWith('GET ')
        ? t`Esto no está entre lo que este navegador guardó para leer sin conexión. Reintentá cuando vuelva.`
        : t`Reintentá cuando vuelva. No se perdió nada de lo que estabas viendo.`,
    };
  if (error.kind === 'network')
    return {
      what: t`No hay respuesta de Vitrina`,
      advice: t`Revisá tu conexión y reintentá. No se perdió nada de lo que estabas viendo.`,
    };
  if (error.kind === 'chunk')
    return {
      what: t`No se pudo cargar esta parte de Vitrina`,
      advice: t`Revisá tu conexión y reintentá. Lo que escribiste sigue guardado.`,
    };
  if (error.kind === 'outdated')
    return {
      what: t`Hay una versión nueva de Vitrina`,
      advice: t`Actualizá la página para seguir. Lo que escribiste sigue guardado.`,
    };
  if (error.kind === 'broken') {
    const fields = error.fields.slice(0, 3).join(', ');
    return {
      what: t`El servicio respondió algo que no se puede mostrar`,
      advice: t`El campo «${fields}» no tiene el formato esperado. Reintentá; si sigue, pasale el detalle técnico a quien administra Vitrina.`,
    };
  }
  const wait = t`Esperá un momento y reintentá.`;
  const tooManyRequests = { what: t`Demasiados pedidos`, advice: wait };
  const isUnauthenticated = {
    what: t`Tu sesión terminó`,
    advice: t`Iniciá sesión otra vez para seguir donde estabas.`,
  };
  const byCode: Partial<Record<GatewayCode, FailureMessage>> = {
    'sign-in-required': isUnauthenticated,
    'timeline-full': {
      what: t`El historial de esta consulta está completo`,
      advice: t`Ya tiene todas las notas y los cambios que se pueden guardar.`,
    },
    'buyer-erased': {
      what: t`Los datos de quien consultó se borraron`,
      advice: t`Sobre esta consulta no se guardan textos acá.`,
    },
    'nudged-lately': {
      what: t`Ya se le recordó hace menos de una hora`,
      advice: t`Si es urgente, llamá o pasale la consulta a otra persona.`,
    },
    'export-too-large': {
      what: t`Son demasiadas consultas para un archivo`,
      advice: t`Acotá las fechas o los filtros, y exportá por partes.`,
    },
    'too-many-jobs': {
      what: t`Tenés demasiados procesos sin terminar`,
      advice: t`Esperá a que terminen, o cancelá alguno en Procesos, y probá otra vez.`,
    },
    'too-many-saved': {
      what: t`Ya no se puede guardar otra`,
      advice: t`Se llegó al máximo: borrá alguna que no se use y probá otra vez.`,
    },
    forbidden: {
      what: t`Tu cuenta no puede ver esto`,
      advice: t`Si lo necesitás, pedíselo a quien administra Vitrina.`,
    },
    'foreign-agency': {
      what: t`Esta agencia no es tuya`,
      advice: t`Tu cuenta no tiene acceso a sus consultas. Si lo necesitás, pedíselo a quien administra Vitrina.`,
    },
    'changed-meanwhile': {
      what: t`Alguien lo cambió mientras tanto`,
      advice: t`Mirá cómo quedó y decidí si tu cambio sigue valiendo.`,
    },
    'too-many-requests': tooManyRequests,
    held: {
      what: t`Esta copia no cambia nada en el servicio`,
      advice: t`Sus datos son de otra instalación, o cambió su dirección. Quien opera Vitrina suelta los envíos.`,
    },
    busy: { what: t`Vitrina está muy ocupada`, advice: wait },
    'storage-full': {
      what: t`Vitrina no tiene dónde guardar`,
      advice: t`No se guardó nada. Avisale a quien administra Vitrina y reintentá más tarde.`,
    },
    'storage-unavailable': {
      what: t`Vitrina no puede acceder a su base de datos`,
      advice: wait,
    },
    internal: {
      what: t`Vitrina tuvo un problema`,
      advice: t`Reintentá; si sigue, pasale el detalle técnico a quien administra Vitrina.`,
    },
    'upstream-unreachable': {
      what: t`El servicio no responde`,
      advice: t`Está detenido o no se puede acceder a él. Esperá un momento y reintentá.`,
    },
    'upstream-timeout': {
      what: t`El servicio tarda demasiado`,
      advice: t`Pasaron más de 10 segundos sin respuesta. Reintentá, o pedí menos días.`,
    },
    'upstream-broken': {
      what: t`El servicio respondió algo que no se entiende`,
      advice: t`Reintentá; si sigue, pasale el detalle técnico a quien administra Vitrina.`,
    },
    'upstream-failed': {
      what: t`El servicio tuvo un problema`,
      advice: t`Respondió que ahora no puede hacerlo. Reintentá más tarde; si sigue, avisale a quien administra Vitrina.`,
    },
    'upstream-refused': {
      what: t`El servicio no reconoce a esta consola`,
      advice: t`Hay que revisar las credenciales o el reloj. Avisale a quien administra Vitrina.`,
    },
  };
  const known = error.code && byCode[error.code];
  if (known) return known;
  switch (error.status) {
    case 400:
      return { what: t`El servicio no aceptó lo pedido`, advice: t`Corregí lo señalado y probá otra vez.` };
    case 401:
      return isUnauthenticated;
    case 403:
      return { what: t`No está permitido`, advice: t`Si lo necesitás, pedíselo a quien administra Vitrina.` };
    case 404:
      return {
        what: t`No se encontró`,
        advice: t`Puede que ya no exista, o que el enlace esté incompleto.`,
      };
    case 429:
      return tooManyRequests;
    default:
      return unexpected;
  }
}
