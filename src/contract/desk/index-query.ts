import * as z from 'zod/mini';
import { boundedArray } from '#contract/bounded-array.ts';
import { GATEWAY_CODES } from '#contract/problem.ts';
import { AdminMail } from '#contract/values.ts';

// Members that queries of the index of inquiries and their replies share.

/** Repeatable; defaults to every agency the person may see. */
export const agencyFilter = z.optional(
  z.pipe(
    z.union([AdminMail, boundedArray(AdminMail, { max: 200 })]),
    z.transform((value) => [value].flat()),
  ),
);

/** Age and completeness of the index. */
export const indexFreshness = {
  /** Last complete read of the least current requested agency, ms since 1970; null: one was never read. */
  asOf: z.nullable(z.number()),
  /** True if all inquiries of the last 90 days are in the index. */
  complete: z.boolean(),
  /** Code of the failure to read an agency from the service now; null: all can be read. */
  failure: z.nullable(z.enum(GATEWAY_CODES)),
};
