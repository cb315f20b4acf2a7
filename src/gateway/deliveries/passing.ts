import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import type { ForwardHook } from '#gateway/forward/hook.ts';
import { mailKey } from '#gateway/people/store.ts';
import { MASK, maskedAddress } from './masks.ts';
import { forgetResend, noteResend, noteResendAnswer } from './store.ts';

/** A resend is known before its message can come. */
export const resending: ForwardHook = {
  async around({ db, now, resends, receiver }, { person, params }, send) {
    const { adminMail = '', sid = '' } = params;
    const ended = await resends.begin(`${mailKey(adminMail)}/${sid.toUpperCase()}`);
    let accepted = false;
    try {
      const id = await noteResend(db, person.id, { topic: INQUIRY_TOPIC, adminMail, sid }, now());
      const { status, location, ...rest } = await send();
      accepted = status === v3.resendInquiry.success;
      if (accepted)
        await noteResendAnswer(db, id, {
          status,
          callback: location ? (maskedAddress(location) ?? MASK) : null,
          receiver: receiver.masked,
        });
      else await forgetResend(db, id);
      return { status, location, ...rest };
    } finally {
      ended(accepted);
    }
  },
};
