import type { GatewayCode, ValidationProblem } from '#contract/problem.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { isDiskFullError } from '#database/disk-full-error.ts';
import { isDatabaseUnavailableError } from '#database/database-unavailable-error.ts';
import { ProblemError } from '#http/problem-error.ts';

const PROBLEMS: Record<GatewayCode, { status: number; title: string; detail: string }> = {
  'sign-in-required': { status: 401, title: 'Sesión necesaria', detail: 'Iniciá sesión para continuar.' },
  'wrong-credentials': {
    status: 401,
    title: 'Datos incorrectos',
    detail: 'El correo o la contraseña no son correctos.',
  },
  'wrong-code': {
    status: 401,
    title: 'Código incorrecto',
    detail: 'El código no es correcto, o ya se usó.',
  },
  'codes-unreadable': {
    status: 409,
    title: 'Códigos ilegibles',
    detail:
      'No se puede saber si el código es correcto: cambió la clave de esta consola. Usá un código de recuperación.',
  },
  'too-many-attempts': {
    status: 429,
    title: 'Demasiados intentos',
    detail: 'Hubo demasiados intentos fallidos. Esperá unos minutos y volvé a probar.',
  },
  forbidden: { status: 403, title: 'Sin permiso', detail: 'Tu rol no permite hacer esto.' },
  'foreign-agency': { status: 403, title: 'Agencia ajena', detail: 'Esta agencia no es una de las tuyas.' },
  'changed-meanwhile': {
    status: 409,
    title: 'Cambió mientras tanto',
    detail: 'Otra persona lo cambió después de que lo leíste.',
  },
  'timeline-full': {
    status: 409,
    title: 'Historial completo',
    detail: 'Esta consulta ya tiene todas las notas y los cambios que se pueden guardar.',
  },
  'buyer-erased': {
    status: 409,
    title: 'Datos borrados',
    detail: 'Los datos de quien consultó se borraron de acá: sobre esta consulta no se guardan textos.',
  },
  'export-too-large': {
    status: 409,
    title: 'Exportación demasiado grande',
    detail: 'Son demasiadas consultas para un archivo. Acotá las fechas o los filtros, y exportá por partes.',
  },
  'too-many-jobs': {
    status: 409,
    title: 'Demasiadas tareas sin terminar',
    detail: 'Tenés demasiadas tareas sin terminar. Esperá a que terminen, o cancelá alguna.',
  },
  'too-many-saved': {
    status: 409,
    title: 'Demasiados guardados',
    detail: 'Ya se guardaron todos los que se puede. Borrá alguno y probá de nuevo.',
  },
  'last-partner': {
    status: 409,
    title: 'Última administración',
    detail: 'Es la última persona que administra Vitrina.',
  },
  'mail-taken': { status: 409, title: 'Correo en uso', detail: 'Ya hay una persona con ese correo.' },
  'not-active': {
    status: 409,
    title: 'Cuenta sin activar',
    detail: 'La persona todavía no aceptó su invitación, o está deshabilitada.',
  },
  'not-invited': {
    status: 409,
    title: 'Sin invitación pendiente',
    detail: 'La persona ya aceptó su invitación, o está deshabilitada.',
  },
  'second-factor-required': {
    status: 409,
    title: 'Segundo factor obligatorio',
    detail: 'Para tu rol el segundo factor es obligatorio: no se puede quitar.',
  },
  'not-set-up': {
    status: 409,
    title: 'Segundo factor sin configurar',
    detail: 'Todavía no hay un segundo factor, o no se empezó a configurar.',
  },
  'not-found': { status: 404, title: 'No encontrado', detail: 'Esta dirección no existe.' },
  'method-not-allowed': {
    status: 405,
    title: 'Método no permitido',
    detail: 'Esta dirección no acepta ese método.',
  },
  'invalid-request': { status: 400, title: 'Pedido inválido', detail: 'El pedido no se puede interpretar.' },
  'too-many-requests': {
    status: 429,
    title: 'Demasiados pedidos',
    detail: 'Esperá un momento y volvé a probar.',
  },
  'too-large': { status: 413, title: 'Demasiado grande', detail: 'El pedido supera el tamaño permitido.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Tipo de contenido no aceptado',
    detail: 'El cuerpo debe ser JSON.',
  },
  'cross-site': {
    status: 403,
    title: 'Origen no permitido',
    detail: 'El pedido no viene de la consola.',
  },
  'upstream-unreachable': {
    status: 503,
    title: 'Servicio no disponible',
    detail: 'No se pudo llegar al servicio. Probá de nuevo en unos segundos.',
  },
  'upstream-timeout': {
    status: 504,
    title: 'El servicio no respondió a tiempo',
    detail: 'El servicio tardó demasiado. Probá de nuevo.',
  },
  'upstream-broken': {
    status: 502,
    title: 'Respuesta ilegible',
    detail: 'El servicio respondió algo que no se puede leer. Probá de nuevo.',
  },
  'upstream-refused': {
    status: 502,
    title: 'El servicio no aceptó a la aplicación',
    detail: 'El servicio rechazó las credenciales o el reloj de la aplicación. Avisá a soporte.',
  },
  'upstream-failed': {
    status: 503,
    title: 'El servicio tuvo un problema',
    detail: 'El servicio respondió que ahora no puede hacerlo. Probá de nuevo más tarde.',
  },
  busy: {
    status: 503,
    title: 'Demasiado trabajo',
    detail: 'Hay demasiados pedidos a la vez. Probá de nuevo en unos segundos.',
  },
  'storage-full': {
    status: 503,
    title: 'Sin lugar para guardar',
    detail: 'No se pudo guardar: no queda lugar en el disco. Avisá a soporte y probá de nuevo más tarde.',
  },
  'storage-unavailable': {
    status: 503,
    title: 'Base de datos no disponible',
    detail: 'La base de datos de esta consola no responde. Probá de nuevo en unos segundos.',
  },
  internal: { status: 500, title: 'Error interno', detail: 'Algo falló de nuestro lado. Probá de nuevo.' },
};

/** A problem of the gateway: its `Type` is `/problems/{code}`. */
export function createProblem(
  code: GatewayCode,
  { headers, errors }: { headers?: Record<string, string>; errors?: ValidationProblem['Errors'] } = {},
): ProblemError {
  const { status, title, detail } = PROBLEMS[code];
  return new ProblemError(
    {
      Type: `/problems/${code}`,
      Title: title,
      Status: status,
      Detail: detail,
      ...(errors && { Errors: errors }),
    },
    headers,
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
