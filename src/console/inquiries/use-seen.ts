import { useEffect, useRef } from 'react';
import { loadCode } from '#console/api/load-code.ts';
import { useSession } from '#console/session/session.ts';
import { type InquiryKey, changeRow } from './inquiries-queries.ts';
import { afterPaint } from '#console/inbox/next-paint.ts';

/** Sids, upper-case, that were opened from this page: a list that is on its way meanwhile does not know it yet. */
const opened = new Set<string>();

export function isOpened(sid: string | undefined): boolean {
  return sid !== undefined && opened.has(sid.toUpperCase());
}

/** An inquiry that is opened has been seen: its row says so at once, and the gateway is told once. */
export function useSeen(open: InquiryKey | undefined, isKnown: boolean, seen: boolean | undefined): void {
  const mayNote = useSession().may.includes('noteSeen');
  const noted = useRef<string>(undefined);
  const { adminMail, sid } = open ?? {};
  useEffect(() => {
    if (!mayNote || !isKnown || !adminMail || !sid || noted.current === sid || seen || isOpened(sid))
      return undefined;
    const note = async () => {
      noted.current = sid;
      opened.add(sid.toUpperCase());
      changeRow({ adminMail, sid }, { seen: true });
      try {
        const { noteSeen } = await loadCode(() => import('./index-calls.ts'));
        await noteSeen({ adminMail, sid });
      } catch {
        // It is unread still, for the row as for the gateway; opening it again tries again.
        opened.delete(sid.toUpperCase());
        changeRow({ adminMail, sid }, { seen: false });
      }
    };
    // The inquiry itself is shown first.
    return afterPaint(() => void note());
  }, [mayNote, isKnown, seen, adminMail, sid]);
}
