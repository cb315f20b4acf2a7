import * as z from 'zod/mini';

/** A reply as it is being written. */
const Reply = z.object({
  /** Id of the template that it came from; empty: none. */
  template: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type Reply = z.infer<typeof Reply>;

export const NO_REPLY: Reply = { template: '', subject: '', text: '' };

/** Reads a kept draft; what cannot be read is none. */
export function readReply(kept: string): Reply {
  if (!kept) return NO_REPLY;
  try {
    return Reply.parse(JSON.parse(kept));
  } catch {
    return NO_REPLY;
  }
}

/** As it is kept: nothing where there is nothing to lose. */
export function writeReply(reply: Reply): string {
  return reply.text.trim() || reply.subject.trim() ? JSON.stringify(reply) : '';
}

/** Whether nobody wrote into it since it was the other. */
export function isSameReply(reply: Reply, other: Reply | undefined): boolean {
  return other !== undefined && writeReply(reply) === writeReply(other);
}
