import type { ApiScope } from '#contract/desk/api-tokens.ts';
import { GATEWAY_CODES } from '#contract/problem.ts';
import { getProblem, isRetryable } from '#gateway/problems.ts';

export const SCOPE_TEXTS: Readonly<Record<ApiScope, string>> = {
  'inquiries:read': 'leer consultas, con los datos de contacto que pueda ver',
  'follow-up:read': 'leer el seguimiento',
  'follow-up:write': 'cambiar el seguimiento de una consulta',
  'agencies:read': 'leer agencias, sus horarios e invitaciones',
  'overview:read': 'leer las cifras del resumen',
  'webhooks:read': 'leer la configuración de los avisos',
  'deliveries:read': 'leer entregas y rastreos',
  'connection:read': 'leer el estado de la conexión y el diagnóstico',
};

export const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'La respuesta',
  201: 'Creado',
  202: 'Aceptado',
  204: 'Hecho, sin contenido',
  400: 'Pedido inválido',
  401: 'Sin autenticar',
  403: 'Sin permiso',
  404: 'No existe, o no se puede ver',
  409: 'No se puede ahora',
  413: 'Demasiado grande',
  415: 'El cuerpo no es JSON',
  422: 'La clave ya se usó con otro pedido',
  429: 'Demasiados pedidos',
  500: 'Error interno',
  502: 'El servicio respondió mal',
  503: 'No disponible',
  504: 'El servicio no respondió a tiempo',
};

/** Explains tokens, errors and repeats, with a table of all codes. */
export function describeApi(): string {
  const rows = GATEWAY_CODES.map((code) => {
    const { status, title } = getProblem(code);
    return `| \`${code}\` | ${status} | ${title} | ${isRetryable(code) ? 'sí' : 'no'} |`;
  });
  return [
    'La API con la que habla la consola de Vitrina. Otros programas la usan con un token que se crea en',
    '*Ajustes › Acceso por API* y se manda como `Authorization: Bearer vit_…`. Un token nunca puede más que la',
    'persona, o el rol y las agencias, para los que se creó. Cada operación dice qué permiso necesita.',
    '',
    'Los errores son `application/problem+json`. `Type` es `/problems/` seguido de un código estable, que también',
    'está en `Extensions.Code`. Si conviene repetir el pedido, el encabezado `Retry-After` y',
    '`Extensions.RetryAfter` dicen después de cuántos segundos.',
    '',
    'Con `Idempotency-Key` un cambio se puede repetir sin riesgo: durante 24 horas la misma clave con el mismo',
    'pedido recibe la misma respuesta; con otro, 422; y mientras el primero no termina, 409.',
    '',
    '| código | estado | qué pasó | se puede repetir |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}
