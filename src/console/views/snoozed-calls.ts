import { type FollowUps, followUpRows } from '#contract/desk/follow-up.ts';
import { call } from '#console/api/call.ts';

// Loaded by `import()`: the table that this call comes from is not part of the first screen.

export const listSnoozed = (adminMail: string, signal: AbortSignal, byItself: boolean) =>
  call(followUpRows.listFollowUps, {
    params: { adminMail },
    query: { snoozed: '1' },
    signal,
    byItself,
  }) as Promise<FollowUps>;
