import * as z from 'zod/mini';
import { Agencias } from '#contract/agencies.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Consulta } from '#contract/inquiries.ts';
import { ValidationProblem } from '#contract/problem.ts';
import { tolerant } from '#contract/reading.ts';
import type { UpstreamReply } from './upstream.ts';

// Schemas of replies that several rooms of the gateway parse.

export const AgencyListSchema = tolerant(Agencias);
export const InquirySchema = tolerant(Consulta);
export const ProblemSchema = tolerant(ValidationProblem);

/** The body of a successful reply; undefined: the status is another one, or the schema refuses the body. */
export function parseReply<T>(
  { success }: Pick<Endpoint, 'success'>,
  { status, body }: Pick<UpstreamReply, 'status' | 'body'>,
  schema: z.ZodMiniType<T>,
): T | undefined {
  return status === success ? z.safeParse(schema, JSON.parse(body || 'null')).data : undefined;
}
