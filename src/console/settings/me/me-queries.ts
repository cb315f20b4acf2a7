import { queryOptions } from '@tanstack/react-query';
import {
  type ChangePassword,
  type NewSecondFactor,
  type ProvePassword,
  type RecoveryCodes,
  meEndpoints,
} from '#contract/desk/me.ts';
import { openSessionEndpoints } from '#contract/desk/open-sessions.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

export const meQuery = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => call(meEndpoints.viewMe, { signal }),
    staleTime: PREFETCH_STALE_MS,
  });

export const sessionListQuery = () =>
  queryOptions({
    queryKey: ['me', 'sessions'],
    queryFn: async ({ signal }) => {
      const { sessions } = await call(openSessionEndpoints.listSessions, { signal });
      return sessions ?? [];
    },
    staleTime: PREFETCH_STALE_MS,
  });

export async function changePassword(body: ChangePassword): Promise<void> {
  await call(meEndpoints.changePassword, { body, renewsSession: true });
}

/** Also resolves for a session that has already ended. */
export async function endSession(id: string): Promise<void> {
  try {
    await call(openSessionEndpoints.endSession, { params: { id } });
  } catch (error) {
    if (!(error instanceof Failure && error.status === 404)) throw error;
  }
}

export function createSecondFactor(body: ProvePassword): Promise<NewSecondFactor> {
  return call(meEndpoints.beginSecondFactor, { body });
}

export async function removeSecondFactor(body: ProvePassword): Promise<void> {
  await call(meEndpoints.removeSecondFactor, { body });
}

export function renewRecoveryCodes(body: ProvePassword): Promise<RecoveryCodes> {
  return call(meEndpoints.renewRecoveryCodes, { body });
}
