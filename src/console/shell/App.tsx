import { Suspense, useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { Session } from '#contract/desk/sessions.ts';
import { whenSessionEnds } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { sites } from '#console/routes.tsx';
import { SessionProvider } from '#console/session/session.ts';
import { lazyPage } from '#console/ui/lazy-page.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Shell } from './Shell.tsx';

const signInAgain = lazyPage(() =>
  import('#console/session/SignInAgain.tsx').then((module) => module.SignInAgain),
);

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

function SignedIn({ session }: { session: Session }) {
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
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </Suspense>
        </CrashBoundary>
      </Shell>
      <SessionGuard mail={session.person.mail} />
    </SessionProvider>
  );
}

/** Asks to sign in again over the page, which stays as it is. */
function SessionGuard({ mail }: { mail: string }) {
  const [ended, setEnded] = useState(false);
  useEffect(() => whenSessionEnds(() => setEnded(true)), []);
  return (
    ended && (
      <Suspense>
        <signInAgain.Page mail={mail} onDone={() => setEnded(false)} />
      </Suspense>
    )
  );
}

function ToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate replace to={paths.signIn(pathname + search)} />;
}
