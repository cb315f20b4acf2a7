import { desk } from '#contract/desk/desk.ts';
import type {
  ChangeFollowUp,
  Colleagues,
  ColleaguesQuery,
  FollowUpDetail,
  FollowUps,
  FollowUpsQuery,
} from '#contract/desk/follow-up.ts';
import type { AgencyHours } from '#contract/desk/hours.ts';
import { call } from '#console/api/call.ts';

// Loaded by `import()`: the table that these calls come from is not part of the first screen.

interface One {
  adminMail: string;
  sid: string;
}

interface How {
  signal: AbortSignal;
  /** The page asks, and not the person. */
  byItself: boolean;
}

export const listFollowUps = (adminMail: string, query: FollowUpsQuery, how: How) =>
  call(desk.listFollowUps, { params: { adminMail }, query, ...how }) as Promise<FollowUps>;

export const viewFollowUp = (one: One, how: How) =>
  call(desk.viewFollowUp, { params: { ...one }, ...how }) as Promise<FollowUpDetail>;

export const changeFollowUp = (one: One, body: ChangeFollowUp) =>
  call(desk.changeFollowUp, { params: { ...one }, body }) as Promise<FollowUpDetail>;

export const noteSeen = (one: One) => call(desk.noteSeen, { params: { ...one } });

export const viewHours = (adminMail: string, how: How) =>
  call(desk.viewHours, { params: { adminMail }, ...how }) as Promise<AgencyHours>;

export const listColleagues = (adminMail: string, query: ColleaguesQuery, signal: AbortSignal) =>
  call(desk.listColleagues, { params: { adminMail }, query, signal }) as Promise<Colleagues>;
