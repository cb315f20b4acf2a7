import type { GatewayCode, ValidationProblem } from '#contract/problem.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { isDiskFullError } from '#database/disk-full-error.ts';
import { isDatabaseUnavailableError } from '#database/database-unavailable-error.ts';
import { ProblemError } from '#http/problem-error.ts';

/** Status, title and detail of each code. */
const PROBLEMS: Record<GatewayCode, readonly [status: number, title: string, detail: string]> = {
  'sign-in-required': [401, 'Sesión necesaria', 'Iniciá sesión para continuar.'],
  'wrong-credentials': [401, 'Datos incorrectos', 'El correo o la contraseña no son correctos.'],
  'wrong-code': [401, 'Código incorrecto', 'El código no es correcto, o ya se usó.'],
  'codes-unreadable': [
    409,
    'Códigos ilegibles',
    'No se puede saber si el código es correcto: cambió la clave de esta consola. Usá un código de recuperación.',
  ],
  'openid-unreachable': [
    503,
    'Proveedor no disponible',
    'No se pudo llegar al proveedor con el que se entra. Probá de nuevo en unos minutos.',
  ],
  'openid-failed': [
    403,
    'Inicio de sesión sin comprobar',
    'No se pudo comprobar el inicio de sesión con el proveedor. Empezá otra vez.',
  ],
  'passkey-failed': [
    403,
    'Llave de acceso sin comprobar',
    'No se pudo comprobar la llave de acceso. Probá de nuevo.',
  ],
  'mail-unverified': [
    403,
    'Correo sin verificar',
    'El proveedor no da por verificado tu correo. Verificalo allí y volvé a probar.',
  ],
  'mail-unknown': [403, 'Sin invitación', 'Nadie con el correo de esa cuenta tiene acceso a Vitrina.'],
  'linked-otherwise': [
    409,
    'Vinculada con otra cuenta',
    'Tu correo ya está vinculado con otra cuenta del proveedor.',
  ],
  'no-role': [403, 'Sin rol', 'Tu cuenta del proveedor no tiene un rol de Vitrina.'],
  'passwords-off': [403, 'Sin contraseñas', 'En esta consola no se entra con contraseña.'],
  'too-many-attempts': [
    429,
    'Demasiados intentos',
    'Hubo demasiados intentos fallidos. Esperá unos minutos y volvé a probar.',
  ],
  'token-refused': [401, 'Acceso por API rechazado', 'El token no existe, venció o fue revocado.'],
  'scope-missing': [403, 'Permiso del token insuficiente', 'Este token no tiene el permiso que hace falta.'],
  'not-for-tokens': [403, 'No disponible por API', 'Esto no se puede hacer con un token.'],
  forbidden: [403, 'Sin permiso', 'Tu rol no permite hacer esto.'],
  'foreign-agency': [403, 'Agencia ajena', 'Esta agencia no es una de las tuyas.'],
  'key-in-use': [409, 'Pedido en curso', 'El primer pedido con esta clave todavía no terminó.'],
  'key-reused': [422, 'Clave ya usada', 'Esta clave ya se usó con otro pedido. Usá una clave nueva.'],
  'changed-meanwhile': [409, 'Cambió mientras tanto', 'Otra persona lo cambió después de que lo leíste.'],
  'timeline-full': [
    409,
    'Historial completo',
    'Esta consulta ya tiene todas las notas y los cambios que se pueden guardar.',
  ],
  'buyer-erased': [
    409,
    'Datos borrados',
    'Los datos de quien consultó se borraron de acá: sobre esta consulta no se guardan textos.',
  ],
  'nudged-lately': [
    409,
    'Recordada hace poco',
    'A esa persona ya se le recordó esta consulta hace menos de una hora.',
  ],
  'export-too-large': [
    409,
    'Exportación demasiado grande',
    'Son demasiadas consultas para un archivo. Acotá las fechas o los filtros, y exportá por partes.',
  ],
  'too-many-jobs': [
    409,
    'Demasiadas tareas sin terminar',
    'Tenés demasiadas tareas sin terminar. Esperá a que terminen, o cancelá alguna.',
  ],
  'too-many-saved': [
    409,
    'Demasiados guardados',
    'Ya se guardaron todos los que se puede. Borrá alguno y probá de nuevo.',
  ],
  'last-partner': [409, 'Última administración', 'Es la última persona que administra Vitrina.'],
  'mail-taken': [409, 'Correo en uso', 'Ya hay una persona con ese correo.'],
  'not-active': [
    409,
    'Cuenta sin activar',
    'La persona todavía no aceptó su invitación, o está deshabilitada.',
  ],
  'not-invited': [
    409,
    'Sin invitación pendiente',
    'La persona ya aceptó su invitación, o está deshabilitada.',
  ],
  'second-factor-required': [
    409,
    'Segundo factor obligatorio',
    'Para tu rol el segundo factor es obligatorio: no se puede quitar.',
  ],
  'not-set-up': [
    409,
    'Segundo factor sin configurar',
    'Todavía no hay un segundo factor, o no se empezó a configurar.',
  ],
  'not-found': [404, 'No encontrado', 'Esta dirección no existe.'],
  'method-not-allowed': [405, 'Método no permitido', 'Esta dirección no acepta ese método.'],
  'invalid-request': [400, 'Pedido inválido', 'El pedido no se puede interpretar.'],
  'too-many-requests': [429, 'Demasiados pedidos', 'Esperá un momento y volvé a probar.'],
  'too-large': [413, 'Demasiado grande', 'El pedido supera el tamaño permitido.'],
  'unsupported-media-type': [415, 'Tipo de contenido no aceptado', 'El cuerpo debe ser JSON.'],
  'cross-site': [403, 'Origen no permitido', 'El pedido no viene de la consola.'],
  'upstream-unreachable': [
    503,
    'Servicio no disponible',
    'No se pudo llegar al servicio. Probá de nuevo en unos segundos.',
  ],
  'upstream-timeout': [
    504,
    'El servicio no respondió a tiempo',
    'El servicio tardó demasiado. Probá de nuevo.',
  ],
  'upstream-broken': [
    502,
    'Respuesta ilegible',
    'El servicio respondió algo que no se puede leer. Probá de nuevo.',
  ],
  'upstream-refused': [
    502,
    'El servicio no aceptó a la aplicación',
    'El servicio rechazó las credenciales o el reloj de la aplicación. Avisale a quien administra Vitrina.',
  ],
  'upstream-failed': [
    503,
    'El servicio tuvo un problema',
    'El servicio respondió que ahora no puede hacerlo. Probá de nuevo más tarde.',
  ],
  held: [
    403,
    'Envíos retenidos',
    'Estos datos son de otra instalación, o cambió su dirección: hasta que quien opera Vitrina suelte los envíos, no se cambia nada en el servicio.',
  ],
  busy: [503, 'Demasiado trabajo', 'Hay demasiados pedidos a la vez. Probá de nuevo en unos segundos.'],
  'storage-full': [
    503,
    'Sin lugar para guardar',
    'No se pudo guardar: no queda lugar en el disco. Avisale a quien administra Vitrina y probá de nuevo más tarde.',
  ],
  'storage-unavailable': [
    503,
    'Base de datos no disponible',
    'La base de datos de esta consola no responde. Probá de nuevo en unos segundos.',
  ],
  internal: [500, 'Error interno', 'Algo falló de nuestro lado. Probá de nuevo.'],
};

/** Seconds after which the same call may succeed, where the error does not say. Problems with another code last. */
const RETRY_AFTER_S: Partial<Record<GatewayCode, number>> = {
  'openid-unreachable': 60,
  'too-many-attempts': 60,
  'too-many-requests': 60,
  'upstream-unreachable': 5,
  'upstream-timeout': 5,
  'upstream-broken': 5,
  'upstream-failed': 30,
  busy: 2,
  'key-in-use': 1,
  'storage-full': 30,
  'storage-unavailable': 5,
};

export const isRetryable = (code: GatewayCode): boolean => RETRY_AFTER_S[code] !== undefined;

/** Status and title of a code. */
export function getProblem(code: GatewayCode): { status: number; title: string } {
  const [status, title] = PROBLEMS[code];
  return { status, title };
}

/**
 * A problem of the gateway: its `Type` is `/problems/{code}`. `Extensions` has the code, and where the same call may succeed
 * later, the seconds to wait, as `Retry-After` does.
 */
export function createProblem(
  code: GatewayCode,
  { headers, errors }: { headers?: Record<string, string>; errors?: ValidationProblem['Errors'] } = {},
): ProblemError {
  const [Status, Title, Detail] = PROBLEMS[code];
  const retryAfter = headers?.['retry-after'] ?? RETRY_AFTER_S[code]?.toString();
  return new ProblemError(
    {
      Type: `/problems/${code}`,
      Title,
      Status,
      Detail,
      Extensions: { Code: code, ...(retryAfter && { RetryAfter: Number(retryAfter) || retryAfter }) },
      ...(errors && { Errors: errors }),
    },
    { ...headers, ...(retryAfter && { 'retry-after': retryAfter }) },
  );
}

/** A problem with a reason that only `ROLES_SHOWN_REASON` may read. */
export class ExplainedProblem extends ProblemError {
  readonly reason: string;

  constructor({ problem, headers }: ProblemError, reason: string) {
    super(problem, headers);
    this.reason = reason;
  }
}

const ROLES_SHOWN_REASON: ReadonlySet<Role> = new Set<Role>(['partner', 'support']);

/** Converts any error to a problem for a role; the text of unexpected errors is never sent. */
export function toProblem(error: unknown, role?: Role): ProblemError {
  if (error instanceof ExplainedProblem && role && ROLES_SHOWN_REASON.has(role))
    return new ProblemError(
      { ...error.problem, Detail: `${error.problem.Detail} ${error.reason}` },
      error.headers,
    );
  if (error instanceof ProblemError) return error;
  if (isDiskFullError(error)) return createProblem('storage-full', { headers: { 'retry-after': '30' } });
  if (isDatabaseUnavailableError(error))
    return createProblem('storage-unavailable', { headers: { 'retry-after': '5' } });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return createProblem('too-large');
  if (status === 415) return createProblem('unsupported-media-type');
  return createProblem(status >= 400 && status < 500 ? 'invalid-request' : 'internal');
}
