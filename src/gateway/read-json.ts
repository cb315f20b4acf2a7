import type { FastifyRequest } from 'fastify';
import { createProblem } from './problems.ts';

/** Parses the JSON of a request; an empty body is none. */
export function readJson(
  _: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  try {
    done(null, body.length === 0 ? undefined : JSON.parse(String(body)));
  } catch {
    done(createProblem('invalid-request'));
  }
}
