import * as z from 'zod/mini';

const Reply = z.object({
  template: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type Reply = z.infer<typeof Reply>;

export const EMPTY_REPLY: Reply = { template: '', subject: '', text: '' };

export function parseReply(draft: string): Reply {
  if (!draft) return EMPTY_REPLY;
  try {
    return Reply.parse(JSON.parse(draft));
  } catch {
    return EMPTY_REPLY;
  }
}

export function serializeReply(reply: Reply): string {
  return reply.text.trim() || reply.subject.trim() ? JSON.stringify(reply) : '';
}
