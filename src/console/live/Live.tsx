import { useEffect } from 'react';
import { useSession } from '#console/session/session.ts';
import { startLive } from './live.ts';
import { startNotices } from './notices.ts';

/** Follows what happens at the gateway as long as somebody is signed in; shows nothing itself. */
export function Live() {
  const session = useSession();
  useEffect(() => startNotices(session), [session]);
  useEffect(() => startLive(session), [session]);
  return null;
}
