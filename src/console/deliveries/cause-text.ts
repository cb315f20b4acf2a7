import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TraceCause } from '#contract/desk/trace.ts';
import { MAX_CLOCK_DIFFERENCE_MS, MINUTE_MS } from '#contract/durations.ts';

const UNRESOLVED = msg`su nombre no está en el DNS`;
const NO_ROUTE = msg`no hay ruta hasta ella`;
const CLOSED = msg`cortó la conexión`;
const UNKNOWN_ISSUER = msg`no es de una autoridad conocida`;
const CODE_TEXTS = new Map<string, MessageDescriptor | null>([
  ['timeout', null],
  ['ETIMEDOUT', null],
  ['private-address', null],
  ['secret', null],
  ['ECONNREFUSED', msg`nadie atiende ahí`],
  ['ENOTFOUND', UNRESOLVED],
  ['EAI_AGAIN', UNRESOLVED],
  ['EHOSTUNREACH', NO_ROUTE],
  ['ENETUNREACH', NO_ROUTE],
  ['ECONNRESET', CLOSED],
  ['EPIPE', CLOSED],
  ['UND_ERR_SOCKET', CLOSED],
  ['HTTPParserError', msg`lo que respondió no es HTTP`],
  ['CERT_HAS_EXPIRED', msg`venció`],
  ['CERT_NOT_YET_VALID', msg`todavía no vale`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', msg`es de otro nombre`],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNKNOWN_ISSUER],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_ISSUER],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_ISSUER],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_ISSUER],
]);

export function useCauseText() {
  const { t, i18n } = useLingui();
  const present: Record<TraceCause, string> = {
    'topic-missing': t`el aviso de consultas no está configurado`,
    'topic-off': t`el aviso está suspendido`,
    'topic-elsewhere': t`el aviso apunta a otro lado`,
    suspended: t`el servicio suspendió el aviso después de muchos intentos fallidos`,
    signature: t`la firma no coincide`,
    age: t`los relojes no coinciden: la hora firmada está a más de 5 minutos`,
    topic: t`no es de los avisos que llegan acá`,
    malformed: t`no se entiende lo que trae`,
    'no-secret': t`no hay secreto guardado para comprobar la firma`,
    'callback-failed': t`la dirección de destino responde con un error`,
    'callback-slow': t`la dirección de destino no responde a tiempo`,
    certificate: t`el certificado de la dirección de destino no sirve`,
    unreachable: t`no hay conexión con la dirección de destino`,
    'private-address': t`la dirección de destino es privada, y el servicio no la llama`,
    'unreadable-secret': t`el servicio no puede leer el secreto del aviso`,
    'before-agency': t`se hizo antes de que la agencia estuviera en esta aplicación`,
    'never-registered': t`la agencia no terminó su registro`,
    'not-associated': t`la agencia no está asociada a esta aplicación`,
    disassociated: t`la agencia se desasoció`,
    erased: t`se borraron los datos del comprador, a su pedido`,
    hidden: t`el servicio dejó de mostrarla`,
    'past-retention': t`es más vieja que lo que se guarda`,
    'not-at-service': t`el servicio no la tiene`,
    'sweep-failing': t`las listas del servicio no se pueden cargar`,
    'sweep-pending': t`es más nueva que la última lista que se cargó`,
  };
  const past: Record<TraceCause, string> = {
    ...present,
    'topic-off': t`el aviso estaba suspendido`,
    'topic-elsewhere': t`el aviso apuntaba a otro lado`,
    signature: t`la firma no coincidía`,
    age: t`los relojes no coincidían: la hora firmada estaba a más de 5 minutos`,
    topic: t`no era de los avisos que llegan acá`,
    malformed: t`no se entendía lo que traía`,
    'no-secret': t`no había secreto guardado para comprobar la firma`,
    'callback-failed': t`la dirección de destino respondió con un error`,
    'callback-slow': t`la dirección de destino no respondió a tiempo`,
    certificate: t`el certificado de la dirección de destino no servía`,
    unreachable: t`no había conexión con la dirección de destino`,
    'private-address': t`la dirección de destino era privada, y el servicio no la llama`,
    'unreadable-secret': t`el servicio no podía leer el secreto del aviso`,
  };

  function describePast(cause: TraceCause, code: string | null): string {
    const known = CODE_TEXTS.get(code ?? '');
    const detail = known === undefined ? code : known && i18n._(known);
    return detail ? `${past[cause]} (${detail})` : past[cause];
  }

  function describeClock(aheadMs: number | null): string | undefined {
    if (aheadMs === null || Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return undefined;
    const difference = `${Math.max(1, Math.round(Math.abs(aheadMs) / MINUTE_MS))} min`;
    return aheadMs > 0
      ? t`el reloj del servicio adelanta ${difference} respecto del de esta consola`
      : t`el reloj del servicio atrasa ${difference} respecto del de esta consola`;
  }

  return { present, past, describePast, describeClock };
}
