import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { PageData, type SignInOptions } from '#contract/desk/page.ts';
import { type Session, sessionEndpoints } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { sessionSignals } from '#console/api/session-signals.ts';
import { paths } from '#console/paths.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('Nobody is signed in');
  return session;
}

export function readPageData(): PageData | undefined {
  const json = document.querySelector('#desk')?.textContent;
  return json ? PageData.parse(JSON.parse(json)) : undefined;
}

/** The service worker marks the page that it serves without the gateway: nobody is signed in on it. */
export const isStoredPage = () => 'stored' in document.documentElement.dataset;

export const readSignInOptions = (): SignInOptions =>
  readPageData()?.signInOptions ?? { provider: null, passwords: true, passkeyOrigin: null };

/** `SessionGuard` and `signOut` alone change the session that the page came with. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: endpointKey('viewSession'),
    queryFn: async ({ signal }): Promise<Session | null> => {
      const data = readPageData();
      if (data && !isStoredPage()) return data.session;
      try {
        return await call(sessionEndpoints.viewSession, { signal });
      } catch (error) {
        if (error instanceof Failure && (error.isUnauthenticated || isStoredPage())) return null;
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    // Signing in again makes a new session, even where it reads the same.
    structuralSharing: false,
  });

export function setSession(session: Session | null): void {
  queryClient.setQueryData(sessionQuery().queryKey, session);
}

/** Follows a new sign-in on this page: refused calls are sent again, and everything on it is read anew. */
export function resumeSession(session: Session): void {
  sessionSignals.generation += 1;
  setSession(session);
  void queryClient.invalidateQueries();
}

export function getSession(): Session {
  const session = queryClient.getQueryData(sessionQuery().queryKey);
  if (!session) throw new Error('Nobody is signed in');
  return session;
}

export async function requireSession({ url }: LoaderFunctionArgs): Promise<null> {
  const session = await queryClient.ensureQueryData(sessionQuery());
  if (!session) throw redirect(paths.signIn(url.pathname + url.search));
  return null;
}
