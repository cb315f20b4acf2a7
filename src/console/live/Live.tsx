import { useEffect, useRef } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { resumePendingChanges } from '#console/follow-up/resume-changes.ts';
import { patterns } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { startArrived } from './arrived.ts';
import { useNotices } from './kept-notices.ts';
import { startLive, whenConnected } from './live.ts';
import { startNotices } from './notices.ts';
import { startReturns } from './returns.ts';
import { lookAtOne, showWaiting, startWaiting } from './waiting.ts';

/**
 * Follows what happens at the gateway as long as somebody is signed in, and sends on what could not be sent; shows nothing
 * itself.
 */
export function Live() {
  const session = useSession();
  const { id } = session.person;
  const [{ badge }] = useNotices(id);
  const navigate = useNavigate();
  const go = useRef(navigate);
  const open = matchPath(patterns.inbox, useLocation().pathname)?.params.sid;
  useEffect(() => {
    go.current = navigate;
  }, [navigate]);
  useEffect(() => {
    resumePendingChanges();
    addEventListener('online', resumePendingChanges);
    const forget = whenConnected(resumePendingChanges);
    return () => {
      removeEventListener('online', resumePendingChanges);
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
