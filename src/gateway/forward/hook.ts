import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import type { UpstreamReply } from './upstream.ts';

export interface ForwardedCall {
  person: Person;
  params: Record<string, string>;
  /** The bytes as they came. */
  body: Buffer | undefined;
}

/** Passes the call on, with another body where one is given. @throws ProblemError when there is no answer */
export type Send = (body?: Buffer) => Promise<UpstreamReply>;

/** What the gateway does about calls that pass. */
export interface ForwardHook {
  before?: (gateway: Gateway, call: ForwardedCall) => Promise<void>;
  /** Whatever becomes of the call: notes it before `send`, and its outcome after. */
  around?: (gateway: Gateway, call: ForwardedCall, send: Send) => Promise<UpstreamReply>;
  /** After a successful reply. */
  after?: (gateway: Gateway, call: ForwardedCall, reply: UpstreamReply) => Promise<void>;
}
