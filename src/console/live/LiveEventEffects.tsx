import { useEffect, useRef } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import type { LiveEvent } from '#contract/desk/live.ts';
import { createBatch } from '#console/api/batch.ts';
import { queryClient } from '#console/api/query-client.ts';
import { newInquiriesQuery } from '#console/inquiries/index-queries.ts';
import { type InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { patterns } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { startLiveUpdates } from './event-handling.ts';
import { InquiryNotice, colleagueNotices, lateInquiries, webhookAlarm } from './InquiryNotice.tsx';
import { readNoticeSettings, useNoticeSettings } from './notice-settings.ts';
import { NEW_INQUIRY_MS, startNotifications } from './notifications.ts';
import { type SnoozedFollowUpsQuery, startSnoozeTimers } from './snooze-timers.ts';
import { unreadBadge } from './unread-badge.ts';

const COUNT_INTERVAL_MS = 1000;

export interface LiveEventEffectsDependencies {
  snoozedFollowUpsQuery: SnoozedFollowUpsQuery;
  /** People who see all agencies are notified only of inquiries of this one, whose inbox is open. */
  getCurrentAgency: () => string | undefined;
  onConnect: () => void;
}

/** `dependencies` must be a constant. */
export function LiveEventEffects({ dependencies }: { dependencies: LiveEventEffectsDependencies }) {
  const { person, agencies, may } = useSession();
  const personId = person.id;
  const [{ badge }] = useNoticeSettings(personId);
  const navigate = useNavigate();
  const navigateRef = useRef(navigate);
  useEffect(() => {
    navigateRef.current = navigate;
  }, [navigate]);
  const openSid = matchPath(patterns.inbox, useLocation().pathname)?.params.sid;
  const watchesSnoozes = may.includes('listFollowUps');

  useEffect(() => unreadBadge.start(personId), [personId]);
  useEffect(() => unreadBadge.setVisible(badge), [badge]);
  useEffect(() => {
    const { getCurrentAgency, onConnect, snoozedFollowUpsQuery } = dependencies;
    const notifications = startNotifications(personId, (to) => void navigateRef.current(to));
    const arrivals = createArrivalCounter();
    const isRelevant = ({ adminMail }: InquiryKey) =>
      agencies !== null || adminMail.toLowerCase() === getCurrentAgency()?.toLowerCase();
    const onArrival = (inquiry: InquiryKey, isLeader: boolean) => {
      if (!isRelevant(inquiry)) return;
      if (readNoticeSettings(personId).badge) arrivals.add(inquiry);
      if (isLeader) void notifications.notifyArrival(inquiry);
    };
    const onLate = (inquiry: InquiryKey, isLeader: boolean) => {
      lateInquiries.add(inquiry);
      if (isLeader) notifications.notifyLate(inquiry);
    };
    const onColleagueNotice = (
      { kind, data }: Extract<LiveEvent, { kind: 'mention' | 'nudge' }>,
      isLeader: boolean,
    ) => {
      colleagueNotices.add({ kind, ...data });
      if (isLeader) notifications.notifyFromColleague(kind, data);
    };
    const onFollowUpChange = lateInquiries.remove;
    const onWebhookAlarm = webhookAlarm.set;
    const handlers = { onConnect, onArrival, onLate, onColleagueNotice, onWebhookAlarm, onFollowUpChange };
    const stopUpdates = startLiveUpdates(personId, handlers);
    const stopSnoozeTimers =
      watchesSnoozes &&
      startSnoozeTimers({
        personId,
        getAgencies: () => agencies ?? [getCurrentAgency() ?? []].flat(),
        snoozedFollowUpsQuery,
        onExpired: (inquiry, key) => void notifications.notifySnoozeExpired(inquiry, key),
      });
    return () => {
      stopUpdates();
      if (stopSnoozeTimers) stopSnoozeTimers();
      arrivals.stop();
      notifications.stop();
      lateInquiries.clear();
      colleagueNotices.clear();
      webhookAlarm.set(undefined);
    };
  }, [personId, agencies, watchesSnoozes, dependencies]);
  useEffect(() => {
    if (openSid) unreadBadge.markSeen(openSid);
  }, [openSid]);
  return <InquiryNotice />;
}

/** Adds arrivals to the unread badge, also where no list shows them. A resent inquiry is not new. */
function createArrivalCounter() {
  let countedAt = 0;
  return createBatch<InquiryKey>(
    (arrivals) => {
      countedAt = Date.now();
      const byAgency = Map.groupBy(arrivals, ({ adminMail }) => adminMail);
      for (const [adminMail, inquiries] of byAgency)
        void countNew(adminMail, new Set(inquiries.map(({ sid }) => sid.toUpperCase())));
    },
    () => Math.max(0, countedAt + COUNT_INTERVAL_MS - Date.now()),
  );
}

async function countNew(adminMail: string, sids: ReadonlySet<string>): Promise<void> {
  const now = Date.now();
  try {
    const { rows } = await queryClient.fetchQuery(
      newInquiriesQuery({ agencia: [adminMail] }, now - NEW_INQUIRY_MS),
    );
    for (const { sid, inquiry } of rows) {
      const isNew = now - Date.parse(inquiry.Momento) < NEW_INQUIRY_MS;
      if (sid && sids.has(sid.toUpperCase()) && isNew) unreadBadge.add(adminMail, sid);
    }
  } catch {
    // The list itself reports that it cannot be read.
  }
}
