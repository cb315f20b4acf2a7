import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import type { Send } from '#gateway/forward/interceptor.ts';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';
import { isUnsent } from '#gateway/forward/upstream-problems.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { mailKey } from '#gateway/people/store.ts';
import { MASK, maskUrl } from './masking.ts';
import { acquireResendSlot } from './resend-slot.ts';
import { type NewResend, createResend, deleteResend, updateResend } from './store.ts';

interface Resend extends Omit<NewResend, 'topic'> {
  personId: string;
}

/**
 * Asks the service for the message of an inquiry again by `send`. Its record is created before the message can arrive, and
 * deleted when the service refused, or was not reached.
 * @throws ProblemError `too-many-requests` while another resend of the inquiry is pending
 */
export async function resendInquiry(
  { db, clock, stamp, receiver }: Gateway,
  { personId, ...resend }: Resend,
  send: Send,
): Promise<UpstreamReply> {
  const { adminMail, sid } = resend;
  const release = await acquireResendSlot(db, `${mailKey(adminMail)}/${sid.toUpperCase()}`, clock);
  let isAccepted = false;
  try {
    const id = await createResend(db, personId, { topic: INQUIRY_TOPIC, ...resend }, stamp());
    const reply = await send().catch(async (error: unknown) => {
      if (isUnsent(error)) await deleteResend(db, id);
      throw error;
    });
    const { status, location } = reply;
    isAccepted = status === v3.resendInquiry.success;
    if (isAccepted)
      await updateResend(db, id, {
        status,
        callback: location ? (maskUrl(location) ?? MASK) : null,
        receiver: receiver.masked,
      });
    else await deleteResend(db, id);
    return reply;
  } finally {
    await release(isAccepted);
  }
}
