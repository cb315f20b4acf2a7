import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import { paths } from '#console/paths.ts';
import { ForbiddenPage } from '#console/ui/ForbiddenPage.tsx';
import { SessionGuard } from '#console/session/SessionGuard.tsx';
import { SessionProvider } from '#console/session/SessionProvider.tsx';
import { sessionQuery } from '#console/session/session.ts';
import type { PageDefinition, RouteHandle } from './page-definition.ts';
import { Shell } from './Shell.tsx';

export function SignedIn({ pages }: { pages: readonly PageDefinition[] }) {
  const { data: session, dataUpdatedAt } = useQuery({ ...sessionQuery(), enabled: false });
  const { needs } = (useMatches().at(-1)?.handle ?? {}) as RouteHandle;
  useEffect(() => {
    // The page is unmounted by then, and with it its prompt about unsaved changes.
    if (!session) location.replace(paths.signIn());
  }, [session]);
  if (!session) return null;
  return (
    <SessionProvider value={session}>
      <Shell pages={pages}>{needs && !session.may.includes(needs) ? <ForbiddenPage /> : <Outlet />}</Shell>
      <SessionGuard session={session} startedAt={dataUpdatedAt} />
    </SessionProvider>
  );
}
