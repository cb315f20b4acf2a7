import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import type { LiveData, LiveEvent } from '#contract/desk/live.ts';
import { createStore, useStore } from '#console/api/store.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import { patterns } from '#console/paths.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';

function createInquiryList<Listed extends InquiryKey>() {
  const store = createStore<readonly Listed[]>([]);
  const remove = ({ adminMail, sid }: InquiryKey) => {
    const id = inquiryId({ adminMail, sid });
    const others = store.get().filter((other) => inquiryId(other) !== id);
    if (others.length < store.get().length) store.set(others);
  };
  const add = (listed: Listed) => {
    remove(listed);
    store.set([...store.get(), listed]);
  };
  return { store, add, remove, clear: () => store.set([]) };
}

export const lateInquiries = createInquiryList();
export const colleagueNotices = createInquiryList<
  Pick<LiveData<'mention'>, 'adminMail' | 'sid' | 'by'> & { kind: 'mention' | 'nudge' }
>();

export const webhookAlarm = createStore<Extract<LiveEvent, { kind: 'missed' | 'canary' }> | undefined>(
  undefined,
);

const loadNotices = () => import('./NoticeSnackbars.tsx');
const options = { floats: true, fallback: () => null };
const LateSnackbar = lazyWithRetry(() => loadNotices().then((module) => module.LateSnackbar), options);
const ColleagueSnackbar = lazyWithRetry(
  () => loadNotices().then((module) => module.ColleagueSnackbar),
  options,
);
const WebhookAlarmSnackbar = lazyWithRetry(
  () => loadNotices().then((module) => module.WebhookAlarmSnackbar),
  options,
);

export function InquiryNotice() {
  const inquiries = useStore(lateInquiries.store);
  const { adminMail = '', sid = '' } = matchPath(patterns.inbox, useLocation().pathname)?.params ?? {};
  const openId = inquiryId({ adminMail, sid });
  const notice = useStore(colleagueNotices.store).findLast((one) => inquiryId(one) !== openId);
  useEffect(() => {
    lateInquiries.remove({ adminMail, sid });
    colleagueNotices.remove({ adminMail, sid });
  }, [adminMail, sid]);
  const alarm = useStore(webhookAlarm);
  if (alarm) return <WebhookAlarmSnackbar alarm={alarm} onClose={() => webhookAlarm.set(undefined)} />;
  if (notice) return <ColleagueSnackbar notice={notice} onClose={() => colleagueNotices.remove(notice)} />;
  return inquiries.length > 0 && <LateSnackbar inquiries={inquiries} onClose={lateInquiries.clear} />;
}
