import { useLingui } from '@lingui/react/macro';
import type { TraceCause } from '#contract/desk/trace.ts';

export function useCauseText() {
  const { t } = useLingui();
  const present: Record<TraceCause, string> = {
    'topic-missing': t`el aviso de consultas no está configurado`,
    'topic-off': t`el aviso está apagado`,
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
    'topic-off': t`el aviso estaba apagado`,
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

  const unresolved = t`su nombre no está en el DNS`;
  const noRoute = t`no hay ruta hasta ella`;
  const closed = t`cortó la conexión`;
  const unknownIssuer = t`no es de una autoridad conocida`;
  const codes = new Map<string, string | null>([
    ['timeout', null],
    ['ETIMEDOUT', null],
    ['private-address', null],
    ['secret', null],
    ['ECONNREFUSED', t`nadie atiende ahí`],
    ['ENOTFOUND', unresolved],
    ['EAI_AGAIN', unresolved],
    ['EHOSTUNREACH', noRoute],
    ['ENETUNREACH', noRoute],
    ['ECONNRESET', closed],
    ['EPIPE', closed],
    ['UND_ERR_SOCKET', closed],
    ['HTTPParserError', t`lo que respondió no es HTTP`],
    ['CERT_HAS_EXPIRED', t`venció`],
    ['CERT_NOT_YET_VALID', t`todavía no vale`],
    ['ERR_TLS_CERT_ALTNAME_INVALID', t`es de otro nombre`],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownIssuer],
    ['SELF_SIGNED_CERT_IN_CHAIN', unknownIssuer],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownIssuer],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownIssuer],
  ]);

  function describePast(cause: TraceCause, code: string | null): string {
    const detail = code === null || !codes.has(code) ? code : codes.get(code);
    return detail ? `${past[cause]} (${detail})` : past[cause];
  }

  return { present, past, describePast };
}
