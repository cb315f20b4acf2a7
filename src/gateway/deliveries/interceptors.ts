import type { Interceptor } from '#gateway/forward/interceptor.ts';
import { resendInquiry } from './resend.ts';

/** Records a resend. */
export const resendInterceptor: Interceptor = {
  around: (gateway, { person, params: { adminMail = '', sid = '' } }, send) =>
    resendInquiry(gateway, { personId: person.id, adminMail, sid }, send),
};
