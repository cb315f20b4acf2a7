import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import type { Interceptor } from '#gateway/forward/interceptor.ts';
import { mailKey } from '#gateway/people/store.ts';
import { acquireResendSlot } from './resend-slot.ts';
import { MASK, maskUrl } from './masking.ts';
import { createResend, deleteResend, updateResend } from './store.ts';

/** Creates the record of a resend before its message can arrive. */
export const resendInterceptor: Interceptor = {
  async around({ db, clock, stamp, receiver }, { person, params }, send) {
    const { adminMail = '', sid = '' } = params;
    const release = await acquireResendSlot(db, `${mailKey(adminMail)}/${sid.toUpperCase()}`, clock);
    let isAccepted = false;
    try {
      const id = await createResend(db, person.id, { topic: INQUIRY_TOPIC, adminMail, sid }, stamp());
      const { status, location, ...rest } = await send();
      isAccepted = status === v3.resendInquiry.success;
      if (isAccepted)
        await updateResend(db, id, {
          status,
          callback: location ? (maskUrl(location) ?? MASK) : null,
          receiver: receiver.masked,
        });
      else await deleteResend(db, id);
      return { status, location, ...rest };
    } finally {
      await release(isAccepted);
    }
  },
};
