import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { paths } from '#console/paths.ts';
import { ForbiddenPage } from '#console/ui/ForbiddenPage.tsx';
import { SessionGuard } from '#console/session/SessionGuard.tsx';
import { SessionProvider, sessionQuery } from '#console/session/session.ts';
import { Shell } from './Shell.tsx';

/** What a route says about itself beside its page. */
export interface RouteHandle {
  /** The endpoint that the page is built on: who may not call it is not shown the page. */
  needs?: V3Name | DeskName;
}

/** The pages of a signed-in person, in their frame. */
export function SignedIn() {
  const client = useQueryClient();
  const { queryKey } = sessionQuery();
  // Only `SessionGuard` changes it.
  const { data: session } = useQuery({ ...sessionQuery(), enabled: false });
  const { needs } = (useMatches().at(-1)?.handle ?? {}) as RouteHandle;
  useEffect(() => {
    // Once the page that was left is gone, and with it what asks before unsaved work is lost.
    if (!session) location.replace(paths.signIn());
  }, [session]);
  if (!session) return null;
  return (
    <SessionProvider value={session}>
      <Shell>{needs && !session.may.includes(needs) ? <ForbiddenPage /> : <Outlet />}</Shell>
      <SessionGuard session={session} onSession={(now) => client.setQueryData(queryKey, now)} />
    </SessionProvider>
  );
}
