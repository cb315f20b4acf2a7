import {
  type ChangeFollowUp,
  type Colleagues,
  type ColleaguesQuery,
  type FollowUpDetail,
  type FollowUps,
  type FollowUpsQuery,
  followUpEndpoints,
} from '#contract/desk/follow-up.ts';
import { call } from '#console/api/call.ts';
import type { InquiryKey } from '#console/inquiries/inquiries-queries.ts';

// Loaded by `import()`: the first screen does without these schemas.

interface CallOptions {
  signal: AbortSignal;
  isBackground: boolean;
}

export const listFollowUps = (adminMail: string, query: FollowUpsQuery, options: CallOptions) =>
  call(followUpEndpoints.listFollowUps, { params: { adminMail }, query, ...options }) as Promise<FollowUps>;

export const viewFollowUp = (params: InquiryKey, options: Partial<CallOptions>, before?: string) =>
  call(followUpEndpoints.viewFollowUp, {
    params: { ...params },
    query: { before },
    ...options,
  }) as Promise<FollowUpDetail>;

export const changeFollowUp = (params: InquiryKey, body: ChangeFollowUp) =>
  call(followUpEndpoints.changeFollowUp, {
    params: { ...params },
    body,
    keepalive: true,
  }) as Promise<FollowUpDetail>;

export const listColleagues = (adminMail: string, query: ColleaguesQuery, signal: AbortSignal) =>
  call(followUpEndpoints.listColleagues, { params: { adminMail }, query, signal }) as Promise<Colleagues>;
