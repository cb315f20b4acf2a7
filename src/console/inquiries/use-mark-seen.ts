import { useEffect, useRef } from 'react';
import { call } from '#console/api/call.ts';
import { followUpEndpoint } from '#console/api/lazy-endpoints.ts';
import { createPageStore } from '#console/api/store.ts';
import { useSession } from '#console/session/session.ts';
import { runAfterPaint } from '#console/ui/scheduling.ts';
import { type InquiryKey, updateRow } from './inquiry-queries.ts';
import type { Row } from './row.ts';

const openedSids = createPageStore<ReadonlySet<string>>(new Set());

/** A reply under way when a row was opened does not know that it was seen. */
export function markOpenedSeen(rows: readonly Row[]): Row[] {
  const opened = openedSids.get();
  return rows.map((row) =>
    row.seen === false && opened.has(row.sid?.toUpperCase() ?? '') ? { ...row, seen: true } : row,
  );
}

function setSeen(inquiry: InquiryKey, seen: boolean): void {
  const sid = inquiry.sid.toUpperCase();
  const opened = new Set(openedSids.get());
  if (seen) opened.add(sid);
  else opened.delete(sid);
  openedSids.set(opened);
  updateRow(inquiry, { seen });
}

export function useMarkSeen(open: InquiryKey | undefined, isKnown: boolean, seen: boolean | undefined): void {
  const mayNote = useSession().may.includes('noteSeen');
  const lastSid = useRef<string>(undefined);
  const { adminMail, sid } = open ?? {};
  useEffect(() => {
    if (!mayNote || !isKnown || !adminMail || !sid || lastSid.current === sid || seen) return undefined;
    if (openedSids.get().has(sid.toUpperCase())) return undefined;
    const markSeen = async () => {
      lastSid.current = sid;
      setSeen({ adminMail, sid }, true);
      try {
        await call(followUpEndpoint('noteSeen'), { params: { adminMail, sid } });
      } catch {
        setSeen({ adminMail, sid }, false);
      }
    };
    return runAfterPaint(() => void markSeen());
  }, [mayNote, isKnown, seen, adminMail, sid]);
}
