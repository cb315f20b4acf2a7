import type { FastifyReply } from 'fastify';
import { PROBLEM_TYPE, type Problem, type ValidationProblem } from '#contract/problem.ts';
import { REQUEST_ID_HEADER } from './request-context.ts';

/** An error with the problem to reply with. The error handler of each server sends it; other errors expose nothing. */
export class ProblemError extends Error {
  readonly problem: Omit<Problem, 'Instance'> & Partial<Pick<ValidationProblem, 'Errors'>>;
  readonly headers: Record<string, string>;

  constructor(
    problem: Pick<Problem, 'Type' | 'Title' | 'Status' | 'Detail'> & {
      Extensions?: Problem['Extensions'];
      Errors?: ValidationProblem['Errors'];
    },
    headers: Record<string, string> = {},
  ) {
    super(problem.Detail);
    this.name = 'ProblemError';
    this.problem = { Extensions: {}, ...problem };
    this.headers = headers;
  }
}

/** Handler of a rejected promise that resolves to undefined for a problem. @throws any other error */
export function ignoreProblem(error: unknown): undefined {
  if (!(error instanceof ProblemError)) throw error;
}

/** decided: faults that a problem names, and their characters together; a caller who made more mends these first. */
const MAX_FAULTS = 1000;
const MAX_FAULT_CHARACTERS = 100_000;
/** Longer names of members are cut. */
const MAX_FIELD_NAME_LENGTH = 200;

/** `Errors` of a problem by member path; reads no more faults than it names, however many there are. */
export function collectErrors(
  faults: Iterable<readonly [path: string, fault: string]>,
): Record<string, string[]> {
  // No prototype: a member may be named `__proto__`.
  const errors: Record<string, string[]> = Object.create(null);
  let [count, characters] = [0, 0];
  for (const [path, fault] of faults) {
    const name =
      path.length > MAX_FIELD_NAME_LENGTH ? `${path.slice(0, MAX_FIELD_NAME_LENGTH).toWellFormed()}…` : path;
    count += 1;
    characters += name.length + fault.length;
    if (count > MAX_FAULTS || characters > MAX_FAULT_CHARACTERS) break;
    (errors[name] ??= []).push(fault);
  }
  return errors;
}

/**
 * Sends a problem. `Instance` is the path of the request, without its query; the extension `RequestId` is the id of the request,
 * as in the header, which errors before routing would lack.
 */
export function sendProblem(reply: FastifyReply, { problem, headers }: ProblemError): FastifyReply {
  const instance = reply.request.originalUrl.split('?', 1)[0] ?? '';
  return reply
    .code(problem.Status)
    .headers({ 'cache-control': 'private, no-store', [REQUEST_ID_HEADER]: reply.request.id, ...headers })
    .type(PROBLEM_TYPE)
    .serializer(JSON.stringify)
    .send({
      ...problem,
      Instance: instance,
      Extensions: { ...problem.Extensions, RequestId: reply.request.id },
    });
}
