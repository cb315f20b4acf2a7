import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { PageData } from '#contract/desk/page.ts';
import { type Session, sessionRows } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** Who is signed in. Only for what the shell draws after signing in. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('Nobody is signed in');
  return session;
}

/** What the gateway wrote into the page; undefined on the development server, which knows nothing of it. */
export function readPageData(): PageData | undefined {
  const block = document.querySelector('#desk')?.textContent;
  return block ? PageData.parse(JSON.parse(block)) : undefined;
}

/** Who is signed in; null: nobody. The page says it, and `SessionGuard` what changes meanwhile. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }): Promise<Session | null> => {
      const written = readPageData();
      if (written) return written.session;
      try {
        return (await call(sessionRows.viewSession, { signal })) as Session;
      } catch (error) {
        if (error instanceof Failure && error.isUnauthenticated) return null;
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    // Whoever signs in again has a new session, even where it reads the same.
    structuralSharing: false,
  });

/** The session of whoever is signed in, for loaders of their pages. */
export function getSession(): Session {
  const session = queryClient.getQueryData(sessionQuery().queryKey);
  if (!session) throw new Error('Nobody is signed in');
  return session;
}

/** Sends people who are not signed in to sign in, and then back. */
export async function requireSession({ url }: LoaderFunctionArgs): Promise<null> {
  const session = await queryClient.ensureQueryData(sessionQuery());
  if (!session) throw redirect(paths.signIn(url.pathname + url.search));
  return null;
}
