import { type MessageDescriptor, i18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { type InquiryKey, inquiryQuery } from '#console/inquiries/inquiry-queries.ts';
import { paths } from '#console/paths.ts';
import { isQuiet, readNoticeSettings } from './notice-settings.ts';
import { playSound } from './sound.ts';

/** A resent inquiry is reported like a new one: only those not older than this are new, ms. */
export const NEW_INQUIRY_MS = 15 * 60_000;

type NoticeMessage = { type: 'reported'; key: string } | { type: 'focus-request' } | { type: 'focused' };

const NOTICE_BATCH_MS = 700;
const BROADCAST_MS = 100;

const formatAgencySearch = (agencia: string) => new URLSearchParams({ agencia }).toString();

export function startNotifications(personId: string, navigate: (to: string) => void) {
  const channel = new BroadcastChannel(`vitrina-notices ${personId}`);
  const reportedKeys = new Set<string>();
  const newCounts = new Map<string, number>();
  const inquiryTitles = new Map<string, { inquiry: InquiryKey; title: MessageDescriptor }>();
  const shown = new Set<Notification>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFocus = false;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  const broadcast = (message: NoticeMessage) => channel.postMessage(message);
  const clear = () => {
    hasFocus = true;
    newCounts.clear();
    inquiryTitles.clear();
    for (const notification of shown) notification.close();
    shown.clear();
  };
  const show = (title: string, body: string, { tag, to }: { tag: string; to: string }) => {
    const notification = new Notification(title, { body, tag: `vitrina ${tag}`, silent: true });
    notification.addEventListener('click', () => {
      window.focus();
      navigate(to);
    });
    shown.add(notification);
  };

  const notify = () => {
    timer = undefined;
    const { desktop, sound, quiet } = readNoticeSettings(personId);
    const now = new Date();
    if (isQuiet(now.getHours() * 60 + now.getMinutes(), quiet)) return;
    if (sound) void playSound();
    if (!desktop || hasFocus || !('Notification' in globalThis)) return;
    if (Notification.permission !== 'granted') return;
    for (const [agency, count] of newCounts) {
      const title = i18n._(msg`${plural(count, { one: '# consulta nueva', other: '# consultas nuevas' })}`);
      show(title, agency, { tag: agency, to: paths.inquiries(formatAgencySearch(agency)) });
    }
    // The text has no buyer's name: a locked screen may show it.
    for (const { inquiry, title } of inquiryTitles.values()) {
      const { adminMail, sid } = inquiry;
      const to = paths.inquiry(adminMail, sid, formatAgencySearch(adminMail));
      show(i18n._(title), adminMail, { tag: sid, to });
    }
  };
  const notifySoon = () => {
    if (timer) return;
    hasFocus = document.hasFocus();
    broadcast({ type: 'focus-request' });
    timer = setTimeout(notify, NOTICE_BATCH_MS);
  };
  const claimReport = (key: string): boolean => {
    const { desktop, sound } = readNoticeSettings(personId);
    if (!(desktop || sound) || reportedKeys.has(key)) return false;
    reportedKeys.add(key);
    broadcast({ type: 'reported', key });
    return true;
  };
  const notifyOnce = (inquiry: InquiryKey, key: string, title: MessageDescriptor) => {
    if (!claimReport(key)) return;
    inquiryTitles.set(inquiry.sid, { inquiry, title });
    notifySoon();
  };
  const handleFocus = () => {
    clear();
    broadcast({ type: 'focused' });
  };
  channel.addEventListener('message', ({ data: message }: MessageEvent<NoticeMessage>) => {
    if (message.type === 'reported') reportedKeys.add(message.key);
    else if (message.type === 'focused') clear();
    else if (document.hasFocus()) broadcast({ type: 'focused' });
  });
  addEventListener('focus', handleFocus);

  return {
    notifyArrival: async ({ adminMail, sid }: InquiryKey) => {
      if (!claimReport(sid.toUpperCase()) || !(await isNew({ adminMail, sid }))) return;
      newCounts.set(adminMail, (newCounts.get(adminMail) ?? 0) + 1);
      notifySoon();
    },
    notifyLate: (inquiry: InquiryKey) =>
      notifyOnce(inquiry, `late ${inquiry.sid}`, msg`Una consulta está tarde`),
    notifyFromColleague: (kind: 'mention' | 'nudge', { entry, ...inquiry }: InquiryKey & { entry: string }) =>
      notifyOnce(
        inquiry,
        `${kind} ${entry}`,
        kind === 'nudge'
          ? msg`Te recuerdan una consulta que espera`
          : msg`Te nombraron en la nota de una consulta`,
      ),
    notifySnoozeExpired: async (inquiry: InquiryKey, key: string) => {
      const report = () => notifyOnce(inquiry, key, msg`Volvió una consulta pospuesta`);
      if (!('locks' in navigator)) return report();
      // Every tab has the timer: the lock is held until the others know that it was reported.
      await navigator.locks.request(`vitrina-return ${personId}`, async () => {
        report();
        await new Promise((resolve) => setTimeout(resolve, BROADCAST_MS));
      });
    },
    stop: () => {
      clearTimeout(timer);
      removeEventListener('focus', handleFocus);
      channel.close();
    },
  };
}

async function isNew({ adminMail, sid }: InquiryKey): Promise<boolean> {
  try {
    const { Momento } = await queryClient.fetchQuery({ ...inquiryQuery(adminMail, sid), meta: BACKGROUND });
    return Date.now() - Date.parse(Momento) < NEW_INQUIRY_MS;
  } catch {
    return false;
  }
}
