import { useEffect, useRef, useState } from 'react';
import { type Session, sessionRows } from '#contract/desk/sessions.ts';
import { call, markNewSession } from '#console/api/call.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { lazyPart } from '#console/ui/lazy-part.tsx';
import { onTabMessage, postTabMessage } from './tab-messages.ts';
import { type Standing, watchSession } from './session-clock.ts';

const signInAgain = lazyPart(() => import('./SignInDialog.tsx').then((module) => module.SignInDialog), {
  floats: true,
});
const sessionEnding = lazyPart(
  () => import('./SessionEndingNotice.tsx').then((module) => module.SessionEndingNotice),
  {
    floats: true,
  },
);

/**
 * Stands over the page, which stays as it is: warns before the session ends, asks to sign in again when it did, and
 * follows what happens in other tabs.
 */
export function SessionGuard({
  session,
  onSession,
}: {
  session: Session;
  onSession: (now: Session) => void;
}) {
  const [standing, setStanding] = useState<Standing>({ is: 'open' });
  const clock = useRef<ReturnType<typeof watchSession>>(undefined);
  const { id } = session.person;

  useEffect(() => {
    const watch = watchSession(session, setStanding);
    clock.current = watch;
    return watch.stop;
  }, [session]);

  useEffect(() => {
    const follow = async () => {
      markNewSession();
      onSession((await call(sessionRows.viewSession, { isBackground: true })) as Session);
    };
    const deafen = onTabMessage((news) => {
      if (news.what === 'signed-out') location.replace(paths.signIn());
      if (news.what === 'signed-in') void (news.person === id ? follow() : location.reload());
    });
    // A page that the browser kept whole may show what the session no longer allows.
    const restored = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', restored);
    return () => {
      deafen();
      removeEventListener('pageshow', restored);
    };
  }, [id, onSession]);

  const signedIn = (now: Session) => {
    postTabMessage({ what: 'signed-in', person: now.person.id });
    // Somebody else signed in: nothing of the first person's page may stay.
    if (now.person.id !== id) return location.reload();
    markNewSession();
    onSession(now);
    void queryClient.invalidateQueries();
  };

  return (
    <>
      {standing.is === 'ending' && (
        <sessionEnding.Page
          standing={standing}
          onStay={() => clock.current?.stay()}
          onSignIn={() => clock.current?.end()}
        />
      )}
      {standing.is === 'ended' && <signInAgain.Page mail={session.person.mail} onDone={signedIn} />}
    </>
  );
}
