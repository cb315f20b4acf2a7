import type { BuiltInView } from '#contract/inbox-filter-names.ts';
import { badgeTitle } from '#console/ui/title.ts';

interface Entry {
  adminMail: string;
  isSnoozeExpired: boolean;
}

interface ShownRows {
  sids: readonly (string | undefined)[];
  view: BuiltInView | undefined;
  isComplete: boolean;
}

function createUnreadBadge() {
  const entries = new Map<string, Entry>();
  let pendingSids: ReadonlySet<string> = new Set();
  let isVisible = false;
  let channel: BroadcastChannel | undefined;

  const render = () => badgeTitle(isVisible ? new Set([...entries.keys(), ...pendingSids]).size : 0);
  const removeWhere = (matches: (sid: string, entry: Entry) => boolean) => {
    const sids = [...entries].filter(([sid, entry]) => matches(sid, entry)).map(([sid]) => sid);
    if (sids.length === 0) return;
    for (const sid of sids) entries.delete(sid);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    channel?.postMessage(sids);
    render();
  };

  return {
    start: (personId: string) => {
      channel = new BroadcastChannel(`vitrina-waiting ${personId}`);
      channel.addEventListener('message', ({ data }: MessageEvent<string[]>) => {
        for (const sid of data) entries.delete(sid);
        render();
      });
      return () => {
        channel?.close();
        channel = undefined;
        entries.clear();
        render();
      };
    },
    setVisible: (visible: boolean) => {
      isVisible = visible;
      render();
    },
    add: (adminMail: string, sid: string, { isSnoozeExpired = false } = {}) => {
      entries.set(sid.toUpperCase(), { adminMail: adminMail.toLowerCase(), isSnoozeExpired });
      render();
    },
    setPending: (sids: readonly string[]) => {
      pendingSids = new Set(sids.map((sid) => sid.toUpperCase()));
      render();
    },
    /** The view of snoozed inquiries alone shows that a snooze expired. */
    markRowsSeen: (agencias: readonly string[], { sids, view, isComplete }: ShownRows) => {
      if (entries.size === 0) return;
      const agencies = new Set(agencias.map((mail) => mail.toLowerCase()));
      const shown = new Set(sids.map((sid) => sid?.toUpperCase()));
      removeWhere((sid, { adminMail, isSnoozeExpired }) =>
        isSnoozeExpired
          ? view === 'pospuestas' && shown.has(sid)
          : shown.has(sid) || (isComplete && agencies.has(adminMail)),
      );
    },
    markSeen: (sid: string) => removeWhere((other) => other === sid.toUpperCase()),
    retainExpiredSnoozes: (agencia: string, sids: ReadonlySet<string>) =>
      removeWhere(
        (sid, entry) => entry.isSnoozeExpired && entry.adminMail === agencia.toLowerCase() && !sids.has(sid),
      ),
  };
}

export const unreadBadge = createUnreadBadge();
