import { Suspense, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { Session } from '#contract/desk/sessions.ts';
import { paths } from '#console/paths.ts';
import { notFound, sites } from '#console/routes.tsx';
import { SessionGuard } from '#console/session/SessionGuard.tsx';
import { SessionProvider } from '#console/session/session.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Shell } from './Shell.tsx';

export function App({ session }: { session: Session | null }) {
  return (
    <CrashBoundary>
      <Suspense>
        <Routes>
          {sites
            .filter((site) => site.open)
            .map(({ pattern, page: { Page } }) => (
              <Route key={pattern} path={pattern} element={<Page />} />
            ))}
          <Route path="*" element={session ? <SignedIn session={session} /> : <ToSignIn />} />
        </Routes>
      </Suspense>
    </CrashBoundary>
  );
}

function SignedIn({ session: first }: { session: Session }) {
  const [session, setSession] = useState(first);
  const { pathname } = useLocation();
  return (
    <SessionProvider value={session}>
      <Shell>
        <CrashBoundary at={pathname}>
          <Suspense>
            <Routes>
              <Route path={paths.home()} element={<Navigate replace to={paths.inquiries()} />} />
              {sites
                .filter((site) => !site.open)
                .map(({ pattern, page: { Page } }) => (
                  <Route key={pattern} path={pattern} element={<Page />} />
                ))}
              <Route path="*" element={<notFound.Page />} />
            </Routes>
          </Suspense>
        </CrashBoundary>
      </Shell>
      <SessionGuard session={session} onSession={setSession} />
    </SessionProvider>
  );
}

function ToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate replace to={paths.signIn(pathname + search)} />;
}
