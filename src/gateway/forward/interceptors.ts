import { type V3Name, v3 } from '#contract/v3.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import { auditAgencyInterceptor } from '#gateway/agencies/interceptors.ts';
import { resendInterceptor } from '#gateway/deliveries/interceptors.ts';
import { hideDisassociatedAgency } from '#gateway/inquiries/absent-agencies.ts';
import {
  indexInquiryInterceptor,
  indexPageInterceptor,
  sweepOnChangeInterceptor,
} from '#gateway/inquiries/interceptors.ts';
import { disassociateAgencyInterceptor, inviteAgencyInterceptor } from '#gateway/invitations/interceptors.ts';
import { clearLastAgency, forgetLastAgency, saveLastAgency } from '#gateway/people/store.ts';
import {
  createWebhookInterceptor,
  deleteWebhookInterceptor,
  editWebhookInterceptor,
} from '#gateway/webhooks/interceptors.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Interceptor } from './interceptor.ts';

/** Interceptors by endpoint, in the order in which they run. */
export const INTERCEPTORS: Partial<Record<V3Name, readonly Interceptor[]>> = {
  listInquiries: [
    {
      async around({ db }, { person, params: { adminMail = '' } }, send) {
        const reply = await send();
        if (reply.status === v3.listInquiries.success)
          await ignoreDiskFull(saveLastAgency(person, db, adminMail));
        // It may err: only sweeps decide whether the agency is gone. Its page is just not the person's first any more.
        if (reply.status === 404) await ignoreDiskFull(forgetLastAgency(person, db, adminMail));
        return reply;
      },
    },
    sweepOnChangeInterceptor,
    indexPageInterceptor,
  ],
  viewInquiry: [sweepOnChangeInterceptor, indexInquiryInterceptor],
  resendInquiry: [resendInterceptor],
  inviteAgency: [inviteAgencyInterceptor],
  editAgency: [auditAgencyInterceptor],
  disassociateAgency: [
    disassociateAgencyInterceptor,
    { after: (gateway, { params: { adminMail = '' } }) => removeAgency(gateway, adminMail) },
  ],
  createWebhook: [createWebhookInterceptor],
  editWebhook: [editWebhookInterceptor],
  deleteWebhook: [deleteWebhookInterceptor],
};

/** Hides an agency that is no longer associated, and forgets it as people's last agency. */
async function removeAgency({ db, now }: Gateway, adminMail: string): Promise<void> {
  await clearLastAgency(db, adminMail);
  await hideDisassociatedAgency(db, adminMail, now());
}
