import { type V3Name, v3 } from '#contract/v3.ts';
import { resending } from '#gateway/deliveries/passing.ts';
import { forgetIndexed } from '#gateway/inquiries/agencies.ts';
import { indexingOne, indexingPage, sweepingOnChange } from '#gateway/inquiries/passing.ts';
import { disassociating, inviting } from '#gateway/invitations/passing.ts';
import { forgetAgency, rememberAgency } from '#gateway/people/store.ts';
import { creating, deleting, editing } from '#gateway/webhooks/passing.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { ForwardHook } from './hook.ts';

/** What is done about which calls, in this order. */
export const HOOKS: Partial<Record<V3Name, readonly ForwardHook[]>> = {
  listInquiries: [
    {
      async around({ db }, { person, params: { adminMail = '' } }, send) {
        const reply = await send();
        if (reply.status === v3.listInquiries.success) await rememberAgency(person, db, adminMail);
        if (reply.status === 404) await forgetEverywhere(db, adminMail);
        return reply;
      },
    },
    sweepingOnChange,
    indexingPage,
  ],
  viewInquiry: [sweepingOnChange, indexingOne],
  resendInquiry: [resending],
  inviteAgency: [inviting],
  disassociateAgency: [
    disassociating,
    { after: ({ db }, { params: { adminMail = '' } }) => forgetEverywhere(db, adminMail) },
  ],
  createWebhook: [creating],
  editWebhook: [editing],
  deleteWebhook: [deleting],
};

/** Removes an agency that is no longer associated from the index and from people's last agency. */
async function forgetEverywhere(db: Gateway['db'], adminMail: string): Promise<void> {
  await forgetAgency(db, adminMail);
  await forgetIndexed(db, adminMail);
}
