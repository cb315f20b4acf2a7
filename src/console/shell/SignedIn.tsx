import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { paths } from '#console/paths.ts';
import { ForbiddenPage } from '#console/ui/ForbiddenPage.tsx';
import { SessionGuard } from '#console/session/SessionGuard.tsx';
import { SessionProvider } from '#console/session/SessionProvider.tsx';
import { sessionQuery } from '#console/session/session.ts';
import { Shell } from './Shell.tsx';

/** `handle` of a route. */
export interface RouteHandle {
  /** The endpoint that the page is built on: without the permission to call it, the page is forbidden. */
  needs?: V3Name | DeskName;
}

/** Layout route of the pages that need a session. */
export function SignedIn() {
  const { data: session, dataUpdatedAt } = useQuery({ ...sessionQuery(), enabled: false });
  const { needs } = (useMatches().at(-1)?.handle ?? {}) as RouteHandle;
  useEffect(() => {
    // After the page has been unmounted, and with it its prompt about unsaved changes.
    if (!session) location.replace(paths.signIn());
  }, [session]);
  if (!session) return null;
  return (
    <SessionProvider value={session}>
      <Shell>{needs && !session.may.includes(needs) ? <ForbiddenPage /> : <Outlet />}</Shell>
      <SessionGuard session={session} startedAt={dataUpdatedAt} />
    </SessionProvider>
  );
}
