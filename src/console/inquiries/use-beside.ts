import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FollowUp, FollowUps } from '#contract/desk/follow-up.ts';
import type { Hours } from '#contract/hours.ts';
import type * as Queue from '#contract/queue.ts';
import type { BySid } from '#contract/queue-names.ts';
import { loadCode } from '#console/api/load-code.ts';
import { agencyHours, followUpsBeside } from '#console/follow-up/follow-up-queries.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { besideBySid } from '#console/views/by-sid-queries.ts';
import type { InboxRequest } from './address.ts';
import type { RowState } from './InquiryRow.tsx';
import { queueCode, rowStateCode } from './later-code.ts';
import { afterPaint } from './next-paint.ts';

export interface FollowUpBeside {
  /** Undefined until it is known, and for whom it is not for. */
  beside: Queue.Beside | undefined;
  /** Of the agency's response clock. */
  hours: Hours | undefined;
  /** Those of a view whose inquiries are read by their sids, in the order in which they are read. */
  sids: readonly string[] | undefined;
  /** It is on its way, or will be once there are rows. */
  awaited: boolean;
  /** The same one as long as it would say the same. */
  rowState: ((momento: string, followUp: FollowUp | undefined, seen: boolean) => RowState) | undefined;
  failure: Error | null;
  retry: () => void;
  /** Asks for it again, when the page is asked for again. */
  refresh: () => void;
}

/** Sids, upper-case, that were opened from this page: a list that is on its way meanwhile does not know it yet. */
const opened = new Set<string>();

function withOpened(list: FollowUps): FollowUps {
  return { ...list, seen: [...list.seen, ...opened] };
}

/**
 * What was done about the inquiries of a window, or about those of a view that are of any age. It is asked beside a page
 * of them, once that is `shown`.
 */
export function useBeside(
  agencia: string,
  { desde, hasta }: InboxRequest,
  shown: boolean,
  bySid: BySid | undefined,
): FollowUpBeside {
  const { may, person, timeZone } = useSession();
  const { i18n } = useLingui();
  const now = useNow();
  const enabled = shown && may.includes('listFollowUps');
  const code = useQuery({ ...rowStateCode(), enabled });
  const queue = useQuery({ ...queueCode(), enabled });
  const ofWindow = useQuery({ ...followUpsBeside(agencia, { desde, hasta }), enabled: enabled && !bySid });
  const ofView = useQuery({
    ...besideBySid(agencia, bySid ?? 'mine'),
    enabled: enabled && bySid !== undefined,
  });
  const list = bySid ? ofView : ofWindow;
  const hours = useQuery({ ...agencyHours(agencia), enabled: enabled && may.includes('viewHours') });
  // As the card tells the same times.
  const zone = hours.data?.hours.zone ?? timeZone;
  const format = useFormats(zone);

  const beside = queue.data && list.data && queue.data.besideOf(withOpened(list.data));
  const rowStateIn = code.data?.rowState;
  const setting = { hours: hours.data?.hours, me: person.id, now, zone, format, i18n };
  const asked = [code, queue, list, hours];
  const failure = asked.find(({ error }) => error)?.error ?? null;
  return {
    beside,
    hours: hours.data?.hours,
    sids: bySid && queue.data && sidsIn(list.data, bySid, queue.data, { me: person.id, now }),
    awaited:
      may.includes('listFollowUps') && !failure && (!beside || (may.includes('viewHours') && !hours.data)),
    rowState: rowStateIn && ((momento, followUp, seen) => rowStateIn(momento, followUp, seen, setting)),
    failure,
    retry: () => {
      for (const { error, refetch } of asked) if (error) void refetch();
    },
    refresh: () => {
      if (enabled) void list.refetch();
    },
  };
}

function sidsIn(
  list: FollowUps | undefined,
  bySid: BySid,
  { isMine, isPutOff }: typeof Queue,
  { me, now }: { me: string; now: number },
): string[] | undefined {
  const held = list?.followUps.filter((followUp) =>
    bySid === 'mine' ? isMine(followUp, me) : isPutOff(followUp, now),
  );
  if (bySid === 'snoozed') held?.sort((a, b) => (a.snoozedUntil ?? 0) - (b.snoozedUntil ?? 0));
  return held?.map(({ sid }) => sid);
}

/** An inquiry that is opened has been seen: its row says so at once, and the gateway is told once. */
export function useSeen(
  open: { adminMail: string; sid: string } | undefined,
  beside: Queue.Beside | undefined,
): void {
  const client = useQueryClient();
  const mayNote = useSession().may.includes('noteSeen');
  const noted = useRef<string>(undefined);
  const { adminMail, sid } = open ?? {};
  useEffect(() => {
    if (!mayNote || !beside || !adminMail || !sid || noted.current === sid || beside.isSeen(sid))
      return undefined;
    const queryKey = followUpsBeside(adminMail, {}).queryKey.slice(0, 3);
    const seen = (change: (sids: string[]) => string[]) =>
      client.setQueriesData<FollowUps>({ queryKey }, (held) => held && { ...held, seen: change(held.seen) });
    const note = async () => {
      noted.current = sid;
      opened.add(sid.toUpperCase());
      seen((sids) => [...sids, sid]);
      try {
        const { noteSeen } = await loadCode(() => import('#console/follow-up/follow-up-calls.ts'));
        await noteSeen({ adminMail, sid });
      } catch {
        // It is unread still, for the row as for the gateway; opening it again tries again.
        opened.delete(sid.toUpperCase());
        seen((sids) => sids.filter((other) => other !== sid));
      }
    };
    // The inquiry itself is shown first.
    return afterPaint(() => void note());
  }, [mayNote, beside, adminMail, sid, client]);
}
