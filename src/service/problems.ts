import type * as z from 'zod/mini';
import { ProblemError, collectErrors } from '#http/problem-error.ts';

type Errors = Record<string, string[]>;

/** Replied as 404 without a body, as the interface describes none. */
export class NotFoundError extends Error {}

/** 400 with error texts by property or parameter name; `_` is the whole request (brief 7). */
export const validationFailed = (Errors: Errors) =>
  new ProblemError({
    ...problem(
      400,
      'Validación de información esperada fallida',
      'Alguna información contiene valores no validos.',
    ),
    Errors,
  });

export const unauthorized = (scheme: string, detail: string) =>
  new ProblemError(problem(401, 'Autenticación fallida', detail), { 'www-authenticate': scheme });

export const forbidden = (detail: string) => new ProblemError(problem(403, 'Operación prohibida', detail));

/** 409, shaped like 400 (brief 7). */
export const conflict = (detail: string, Errors: Errors) =>
  new ProblemError({ ...problem(409, 'Entidad duplicada', detail), Errors });

export const methodNotAllowed = (allow: string) =>
  new ProblemError(problem(405, 'Método no permitido', `Este recurso admite ${allow}.`), { allow });

export const notAcceptable = (offered: readonly string[]) =>
  new ProblemError(problem(406, 'Representación no disponible', `Se ofrece ${offered.join(', ')}.`));

export const payloadTooLarge = (limitBytes: number) =>
  new ProblemError(
    problem(413, 'Contenido demasiado grande', `El cuerpo supera los ${limitBytes / 1024} KiB.`),
  );

export const unsupportedMediaType = () =>
  new ProblemError(
    problem(415, 'Tipo de contenido no admitido', 'El cuerpo debe ser application/json o text/json.'),
  );

export const tooManyRequests = (headers: Record<string, string>) =>
  new ProblemError(
    problem(429, 'Demasiadas solicitudes', 'La aplicación superó su límite de solicitudes por minuto.'),
    headers,
  );

/** Any other 4xx or 5xx, without details of the cause. */
export const genericProblem = (status: number) =>
  status < 500
    ? new ProblemError(problem(status, 'Solicitud no válida', 'La solicitud no es válida.'))
    : new ProblemError(problem(status, 'Error interno', 'El servicio no pudo completar la solicitud.'));

/** 503: the disk is full; nothing of the request was saved. */
export const storageFull = () =>
  new ProblemError(
    problem(503, 'Sin espacio para guardar', 'El servicio no pudo guardar: vuelva a intentarlo más tarde.'),
    { 'retry-after': '30' },
  );

/** 503: the database is unavailable. */
export const serviceUnavailable = () =>
  new ProblemError(
    problem(
      503,
      'Servicio no disponible',
      'El servicio no puede responder: vuelva a intentarlo en segundos.',
    ),
    { 'retry-after': '5' },
  );

function problem(Status: number, Title: string, Detail: string) {
  return { Type: `https://httpstatuses.com/${Status}`, Title, Status, Detail };
}

/** `Errors` of a validation error, by member path; unknown members by their own path. */
export function formatZodErrors({ issues }: Pick<z.core.$ZodError, 'issues'>): Errors {
  return collectErrors(listIssues(issues));
}

function* listIssues(issues: readonly z.core.$ZodIssue[]): Generator<[path: string, fault: string]> {
  const format = (path: readonly PropertyKey[]) => path.map(String).join('.') || '_';
  for (const issue of issues)
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) yield [format([...issue.path, key]), 'no es un miembro conocido'];
    else yield [format(issue.path), issue.message];
}
