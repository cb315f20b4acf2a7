import type { FastifyReply } from 'fastify';
import { PROBLEM_TYPE, type Problem, type ValidationProblem } from '#contract/problem.ts';

/** A refusal on its way out. The one error handler of each server writes it; nothing else of an error leaves. */
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

/** Writes a problem; `Instance` is the path of the request, without its query. */
export function sendProblem(reply: FastifyReply, { problem, headers }: ProblemError): FastifyReply {
  const instance = reply.request.originalUrl.split('?', 1)[0] ?? '';
  return reply
    .code(problem.Status)
    .headers({ 'cache-control': 'private, no-store', ...headers })
    .type(PROBLEM_TYPE)
    .serializer(JSON.stringify)
    .send({ ...problem, Instance: instance });
}
