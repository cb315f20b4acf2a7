import type { AuditContext } from '#gateway/audit/audit-hooks.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import type { UpstreamReply } from './upstream.ts';

export interface ForwardedCall {
  person: Person;
  params: Record<string, string>;
  /** Unchanged bytes of the request. */
  body: Buffer | undefined;
  /** Completes the call's entry. */
  audit: AuditContext;
}

/** Forwards the call, optionally with another body. @throws ProblemError when there is no reply */
export type Send = (body?: Buffer) => Promise<UpstreamReply>;

/** Runs code around forwarded calls. */
export interface Interceptor {
  before?: (gateway: Gateway, call: ForwardedCall) => Promise<void>;
  /** Wraps the call; must call `send` and return its reply. */
  around?: (gateway: Gateway, call: ForwardedCall, send: Send) => Promise<UpstreamReply>;
  /** Runs after a successful reply. */
  after?: (gateway: Gateway, call: ForwardedCall, reply: UpstreamReply) => Promise<void>;
}
