import * as z from 'zod/mini';

/**
 * Days whose inquiries may be incomplete in a file. `stale`: the agency could not be read now. `filling`: its first full
 * read is not complete.
 */
export const MissingDays = z.object({
  /** AdminMail; absent: all requested agencies. */
  agencia: z.optional(z.string()),
  desde: z.string(),
  hasta: z.string(),
  reason: z.enum(['stale', 'filling']),
});
export type MissingDays = z.infer<typeof MissingDays>;
