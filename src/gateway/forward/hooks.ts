import type { V3Name } from '#contract/v3.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type Person, rememberAgency } from '#gateway/people/store.ts';
import type { UpstreamReply } from './upstream.ts';

export interface ForwardedCall {
  person: Person;
  params: Record<string, string>;
}

/** What the gateway does about calls that pass: before they are sent, and after a successful reply. */
export interface ForwardHook {
  before?: (gateway: Gateway, call: ForwardedCall) => Promise<void>;
  after?: (gateway: Gateway, call: ForwardedCall, reply: UpstreamReply) => Promise<void>;
}

export const HOOKS: Partial<Record<V3Name, readonly ForwardHook[]>> = {
  listInquiries: [
    {
      after: async ({ db }, { person, params }) => {
        if (params.adminMail) await rememberAgency(person, db, params.adminMail);
      },
    },
  ],
};
