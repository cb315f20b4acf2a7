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

/** The service's words about a problem, by member; `_` is the whole call. */
export function readDetail(body: string | undefined): string | null {
  const parsed = z.safeParse(ProblemSchema, JSON.parse(body || 'null'));
  if (!parsed.success) return null;
  const errors = Object.entries(parsed.data.Errors ?? {}).map(([member, texts]) =>
    [...(member === '_' ? [] : [member]), (texts ?? []).join(', ')].join(': '),
  );
  return errors.join('; ') || parsed.data.Detail || null;
}

/** The body of a successful reply; undefined: the status is another one, or the schema refuses the body. */
export function parseReply<T>(
  { success }: Pick<Endpoint, 'success'>,
  { status, body }: Pick<UpstreamReply, 'status' | 'body'>,
  schema: z.ZodMiniType<T>,
): T | undefined {
  return status === success ? z.safeParse(schema, JSON.parse(body || 'null')).data : undefined;
}
