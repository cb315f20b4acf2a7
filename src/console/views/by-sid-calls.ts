import { type FollowUps, followUpRows } from '#contract/desk/follow-up.ts';
import type { BySid } from '#contract/queue-names.ts';
import { call } from '#console/api/call.ts';

// Loaded by `import()`: the table that this call comes from is not part of the first screen.

export const listBySid = (adminMail: string, list: BySid, signal: AbortSignal, byItself: boolean) =>
  call(followUpRows.listFollowUps, {
    params: { adminMail },
    query: { [list]: '1' },
    signal,
    byItself,
  }) as Promise<FollowUps>;
