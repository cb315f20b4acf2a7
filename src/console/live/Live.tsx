import { useEffect } from 'react';
import { sendUnsent } from '#console/follow-up/unsent.ts';
import { useSession } from '#console/session/session.ts';
import { startLive } from './live.ts';
import { startNotices } from './notices.ts';

/**
 * Follows what happens at the gateway as long as somebody is signed in, and sends on what an earlier page could not; shows
 * nothing itself.
 */
export function Live() {
  const session = useSession();
  useEffect(sendUnsent, []);
  useEffect(() => startNotices(session), [session]);
  useEffect(() => startLive(session), [session]);
  return null;
}
