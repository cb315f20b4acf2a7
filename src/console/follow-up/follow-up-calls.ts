import {
  type ChangeFollowUp,
  type Colleagues,
  type ColleaguesQuery,
  type FollowUpDetail,
  type FollowUps,
  type FollowUpsQuery,
  followUpRows,
} from '#contract/desk/follow-up.ts';
import { call } from '#console/api/call.ts';
import type { InquiryKey } from '#console/inquiries/inquiries-queries.ts';

// Loaded by `import()`: the first screen does without these schemas.

interface CallOptions {
  signal: AbortSignal;
  isBackground: boolean;
}

export const listFollowUps = (adminMail: string, query: FollowUpsQuery, options: CallOptions) =>
  call(followUpRows.listFollowUps, { params: { adminMail }, query, ...options }) as Promise<FollowUps>;

export const viewFollowUp = (params: InquiryKey, options: Partial<CallOptions>, before?: string) =>
  call(followUpRows.viewFollowUp, {
    params: { ...params },
    query: { before },
    ...options,
  }) as Promise<FollowUpDetail>;

export const changeFollowUp = (params: InquiryKey, body: ChangeFollowUp) =>
  call(followUpRows.changeFollowUp, {
    params: { ...params },
    body,
    keepalive: true,
  }) as Promise<FollowUpDetail>;

export const listColleagues = (adminMail: string, query: ColleaguesQuery, signal: AbortSignal) =>
  call(followUpRows.listColleagues, { params: { adminMail }, query, signal }) as Promise<Colleagues>;
