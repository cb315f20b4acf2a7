import { desk } from '#contract/desk/desk.ts';
import type { ChangeFollowUp, FollowUpsQuery } from '#contract/desk/follow-up.ts';
import { call } from '#console/api/call.ts';

// Loaded by `import()`: the table that these calls come from is not part of the first screen.

interface One {
  adminMail: string;
  sid: string;
}

export const listFollowUps = (adminMail: string, query: FollowUpsQuery, signal: AbortSignal) =>
  call(desk.listFollowUps, { params: { adminMail }, query, signal });

export const viewFollowUp = (one: One, signal: AbortSignal) =>
  call(desk.viewFollowUp, { params: { ...one }, signal });

export const changeFollowUp = (one: One, body: ChangeFollowUp) =>
  call(desk.changeFollowUp, { params: { ...one }, body });

export const noteSeen = (one: One) => call(desk.noteSeen, { params: { ...one } });

export const viewHours = (adminMail: string, signal: AbortSignal) =>
  call(desk.viewHours, { params: { adminMail }, signal });
