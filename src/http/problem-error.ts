import type { FastifyReply } from 'fastify';
import { PROBLEM_TYPE, type Problem, type ValidationProblem } from '#contract/problem.ts';

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

/** Sends a problem; `Instance` is the path of the request, without its query. */
export function sendProblem(reply: FastifyReply, { problem, headers }: ProblemError): FastifyReply {
  const instance = reply.request.originalUrl.split('?', 1)[0] ?? '';
  return reply
    .code(problem.Status)
    .headers({ 'cache-control': 'private, no-store', ...headers })
    .type(PROBLEM_TYPE)
    .serializer(JSON.stringify)
    .send({ ...problem, Instance: instance });
}
