import {
  type ChangeFollowUp,
  type Colleagues,
  type ColleaguesQuery,
  type FollowUpDetail,
  type FollowUps,
  type FollowUpsQuery,
  followUpRows,
} from '#contract/desk/follow-up.ts';
import { type AgencyHours, hoursRows } from '#contract/desk/hours.ts';
import { call } from '#console/api/call.ts';

// Loaded by `import()`: the table that these calls come from is not part of the first screen.

interface One {
  adminMail: string;
  sid: string;
}

interface How {
  signal: AbortSignal;
  /** The page asks, and not the person. */
  isBackground: boolean;
}

export const listFollowUps = (adminMail: string, query: FollowUpsQuery, how: How) =>
  call(followUpRows.listFollowUps, { params: { adminMail }, query, ...how }) as Promise<FollowUps>;

export const viewFollowUp = (one: One, how: Partial<How>, before?: string) =>
  call(followUpRows.viewFollowUp, {
    params: { ...one },
    query: { before },
    ...how,
  }) as Promise<FollowUpDetail>;

export const changeFollowUp = (one: One, body: ChangeFollowUp) =>
  call(followUpRows.changeFollowUp, {
    params: { ...one },
    body,
    keepalive: true,
  }) as Promise<FollowUpDetail>;

export const noteSeen = (one: One) => call(followUpRows.noteSeen, { params: { ...one } });

export const viewHours = (adminMail: string, how: How) =>
  call(hoursRows.viewHours, { params: { adminMail }, ...how }) as Promise<AgencyHours>;

export const listColleagues = (adminMail: string, query: ColleaguesQuery, signal: AbortSignal) =>
  call(followUpRows.listColleagues, { params: { adminMail }, query, signal }) as Promise<Colleagues>;
