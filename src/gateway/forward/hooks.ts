import type { V3Name } from '#contract/v3.ts';
import { resending } from '#gateway/deliveries/passing.ts';
import { disassociating, inviting } from '#gateway/invitations/passing.ts';
import { rememberAgency } from '#gateway/people/store.ts';
import { creating, deleting, editing } from '#gateway/webhooks/passing.ts';
import type { ForwardHook } from './hook.ts';

/** What is done about which calls, in this order. */
export const HOOKS: Partial<Record<V3Name, readonly ForwardHook[]>> = {
  listInquiries: [
    {
      after: async ({ db }, { person, params }) => {
        if (params.adminMail) await rememberAgency(person, db, params.adminMail);
      },
    },
  ],
  resendInquiry: [resending],
  inviteAgency: [inviting],
  disassociateAgency: [disassociating],
  createWebhook: [creating],
  editWebhook: [editing],
  deleteWebhook: [deleting],
};
