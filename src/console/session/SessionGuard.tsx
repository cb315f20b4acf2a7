import { useEffect } from 'react';
import { type Session, sessionEndpoints } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { sessionSignals } from '#console/api/session-signals.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { setSession, resumeSession } from './session.ts';
import { onTabMessage, postTabMessage } from './tab-messages.ts';
import { useSessionExpiry } from './use-session-expiry.ts';

const SignInDialog = lazyWithRetry(() => import('./SignInDialog.tsx').then((module) => module.SignInDialog), {
  floats: true,
});
const SessionEndingNotice = lazyWithRetry(
  () => import('./SessionEndingNotice.tsx').then((module) => module.SessionEndingNotice),
  { floats: true },
);

export function SessionGuard({ session, startedAt }: { session: Session; startedAt: number }) {
  const { expiry, isEnded, keepAlive, end } = useSessionExpiry(session, startedAt);
  const { id, mail } = session.person;

  useEffect(() => {
    const loadNewSession = async () => {
      sessionSignals.generation += 1;
      const session = await call(sessionEndpoints.viewSession, { isBackground: true });
      if (isEnded) resumeSession(session);
      else setSession(session);
    };
    const unsubscribe = onTabMessage((message) => {
      if (message.type === 'signed-out') setSession(null);
      if (message.type === 'signed-in') void (message.personId === id ? loadNewSession() : location.reload());
    });
    // A page restored from the back/forward cache may show what the session no longer allows.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', onPageShow);
    return () => {
      unsubscribe();
      removeEventListener('pageshow', onPageShow);
    };
  }, [id, isEnded]);

  const onSignedIn = (newSession: Session) => {
    postTabMessage({ type: 'signed-in', personId: newSession.person.id });
    // Nothing of the first person's page may stay.
    if (newSession.person.id !== id) return location.reload();
    resumeSession(newSession);
  };

  if (isEnded) return <SignInDialog mail={mail} onSignedIn={onSignedIn} />;
  if (!expiry.isEnding) return null;
  return <SessionEndingNotice expiry={expiry} onStay={keepAlive} onSignIn={end} />;
}
