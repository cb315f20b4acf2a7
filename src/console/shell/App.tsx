import { useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { Session } from '#contract/desk/sessions.ts';
import { paths } from '#console/paths.ts';
import { type Site, notFound, siteAt } from '#console/routes.tsx';
import { SessionGuard } from '#console/session/SessionGuard.tsx';
import { SessionProvider } from '#console/session/session.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { SlowCallNotice } from './SlowCallNotice.tsx';
import { Shell } from './Shell.tsx';

export function App({ session }: { session: Session | null }) {
  const { pathname } = useLocation();
  const site = siteAt(pathname);
  return (
    <CrashBoundary>
      <SlowCallNotice />
      {site?.open ? (
        <SitePage site={site} />
      ) : session ? (
        <SignedIn session={session} site={site} />
      ) : (
        <ToSignIn />
      )}
    </CrashBoundary>
  );
}

function SignedIn({ session: first, site }: { session: Session; site: Site | undefined }) {
  const [session, setSession] = useState(first);
  const { pathname } = useLocation();
  return (
    <SessionProvider value={session}>
      <Shell>
        <CrashBoundary at={pathname}>
          {site ? (
            <SitePage site={site} />
          ) : pathname === paths.home() ? (
            <Navigate replace to={paths.inquiries()} />
          ) : (
            <notFound.Page />
          )}
        </CrashBoundary>
      </Shell>
      <SessionGuard session={session} onSession={setSession} />
    </SessionProvider>
  );
}

/** The router is given the one that is at the path: it would weigh all of them against each other at every click. */
function SitePage({ site: { pattern, page } }: { site: Site }) {
  return (
    <Routes>
      <Route path={pattern} element={<page.Page />} />
    </Routes>
  );
}

function ToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate replace to={paths.signIn(pathname + search)} />;
}
