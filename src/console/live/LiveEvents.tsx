import { useEffect, useRef } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { sendUnsent } from '#console/follow-up/unsent.ts';
import { patterns } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { startArrived } from './arrived.ts';
import { useNoticeSettings } from './notice-settings.ts';
import { startLive, whenConnected } from './live.ts';
import { startNotices } from './notices.ts';
import { startReturns } from './returns.ts';
import { lookAtOne, showWaiting, startWaiting } from './unread-badge.ts';

/**
 * Follows what happens at the gateway as long as somebody is signed in, and sends on what could not be sent; shows nothing
 * itself.
 */
export function LiveEvents() {
  const session = useSession();
  const { id } = session.person;
  const [{ badge }] = useNoticeSettings(id);
  const navigate = useNavigate();
  const go = useRef(navigate);
  const open = matchPath(patterns.inbox, useLocation().pathname)?.params.sid;
  useEffect(() => {
    go.current = navigate;
  }, [navigate]);
  useEffect(() => {
    sendUnsent();
    addEventListener('online', sendUnsent);
    const forget = whenConnected(sendUnsent);
    return () => {
      removeEventListener('online', sendUnsent);
      forget();
    };
  }, []);
  useEffect(() => startWaiting(id), [id]);
  useEffect(() => showWaiting(badge), [badge]);
  useEffect(() => startNotices(session, (to) => void go.current(to)), [session]);
  useEffect(() => startLive(session), [session]);
  useEffect(() => startArrived(session), [session]);
  useEffect(() => startReturns(session), [session]);
  useEffect(() => {
    if (open) lookAtOne(open);
  }, [open]);
  return null;
}
