import { queryOptions } from '@tanstack/react-query';
import {
  type ChangePassword,
  type Me,
  type NewSecondFactor,
  type ProvePassword,
  type RecoveryCodes,
  meRows,
} from '#contract/desk/me.ts';
import { type OpenSession, openSessionRows } from '#contract/desk/open-sessions.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';
import { Failure } from '#console/api/failure.ts';

/** The person who is signed in, as the gateway has them. */
export const me = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => call(meRows.viewMe, { signal }) as Promise<Me>,
    staleTime: PREFETCH_STALE_MS,
  });

/** Where the person is signed in; changing the password or ending one makes it stale. */
export const openSessions = () =>
  queryOptions({
    queryKey: ['me', 'sessions'],
    queryFn: async ({ signal }) => {
      const { sessions } = await call(openSessionRows.listSessions, { signal });
      return (sessions ?? []) as OpenSession[];
    },
    staleTime: PREFETCH_STALE_MS,
  });

export async function changePassword(body: ChangePassword): Promise<void> {
  await call(meRows.changePassword, { body, renewsSession: true });
}

/** One that ended meanwhile is ended. */
export async function endSession(id: string): Promise<void> {
  try {
    await call(openSessionRows.endSession, { params: { id } });
  } catch (error) {
    if (!(error instanceof Failure && error.status === 404)) throw error;
  }
}

export function beginSecondFactor(body: ProvePassword): Promise<NewSecondFactor> {
  return call(meRows.beginSecondFactor, { body }) as Promise<NewSecondFactor>;
}

export async function removeSecondFactor(body: ProvePassword): Promise<void> {
  await call(meRows.removeSecondFactor, { body });
}

export function renewRecoveryCodes(body: ProvePassword): Promise<RecoveryCodes> {
  return call(meRows.renewRecoveryCodes, { body }) as Promise<RecoveryCodes>;
}
