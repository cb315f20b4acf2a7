import { createContext, use } from 'react';
import { queryOptions } from '@tanstack/react-query';
import { PageData } from '#contract/desk/page.ts';
import { type Session, sessionRows } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** Who is signed in. Only for what the shell draws after signing in. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('Nobody is signed in');
  return session;
}

/** What the gateway wrote into the page; undefined on the development server, which knows nothing of it. */
export function pageData(): PageData | undefined {
  const block = document.querySelector('#desk')?.textContent;
  return block ? PageData.parse(JSON.parse(block)) : undefined;
}

export const currentSession = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => call(sessionRows.viewSession, { signal }),
    staleTime: Infinity,
  });
