import { Agencias } from '#contract/agencies.ts';
import { Consulta } from '#contract/inquiries.ts';
import { ValidationProblem } from '#contract/problem.ts';
import { tolerant } from '#contract/reading.ts';

// Schemas of replies that several rooms of the gateway parse.

export const AgencyListSchema = tolerant(Agencias);
export const InquirySchema = tolerant(Consulta);
export const ProblemSchema = tolerant(ValidationProblem);
