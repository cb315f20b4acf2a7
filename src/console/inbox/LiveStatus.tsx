import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';
import { Failure } from '#console/api/failure.ts';
import { type InboxAddress, hasFilters } from '#console/inquiries/inbox-address.ts';
import { newInquiriesQuery } from '#console/inquiries/index-queries.ts';
import { inquiryId } from '#console/inquiries/inquiry-queries.ts';
import { type InquiryListResult, readIndexAge } from '#console/inquiries/inquiry-list-result.ts';
import type { Row } from '#console/inquiries/row.ts';
import { useIsLive } from '#console/live/event-handling.ts';
import { unreadBadge } from '#console/live/unread-badge.ts';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { FreshnessLabel, pollDelay } from './FreshnessLabel.tsx';
import css from './LiveStatus.module.css';

interface Props {
  address: InboxAddress;
  list: InquiryListResult;
  period: ReactNode;
  onFirstPage: () => void;
  onShowRow: (sid: string) => void;
}

/** A list whose newest rows come last loads at most so many rows to show the first of them. */
const MAX_LOADED_ROWS = 1000;

/** Rows never move by themselves: a button shows new inquiries. */
export function LiveStatus({ address, list, period, ...handlers }: Props) {
  const { t } = useLingui();
  const { rows, newSince, readAt, isPlaceholder } = list;
  const isLive = useIsLive();
  const poll = useQuery({
    ...newInquiriesQuery(list.indexRequest, newSince ?? 0),
    enabled: newSince !== undefined && !isPlaceholder,
    refetchOnMount: () => Date.now() - readAt > PREFETCH_STALE_MS,
    // Polling goes on while live: the gateway sweeps polled agencies more often.
    refetchInterval: ({ state: { error, errorUpdatedAt, data, dataUpdatedAt } }) =>
      pollDelay(
        isLive,
        error ? errorUpdatedAt - (dataUpdatedAt || readAt) : data?.failure ? 0 : undefined,
        error instanceof Failure ? error.retryAfterS : undefined,
      ),
  });
  const listedIds = new Set(rows?.map(inquiryId));
  const isNew = (row: Row) =>
    !listedIds.has(inquiryId(row)) && !list.sidsOnOtherPages.has(row.sid?.toUpperCase() ?? '');
  const newRows = isPlaceholder ? [] : (poll.data?.rows.filter(isNew) ?? []);
  const count = newRows.length;
  const newSids = newRows.flatMap(({ sid }) => sid ?? []).join(' ');
  useEffect(() => {
    unreadBadge.setPending(newSids.split(' ').filter(Boolean));
    return () => unreadBadge.setPending([]);
  }, [newSids]);

  const { agencias, builtInView: view } = address;
  const isUnfiltered = list.paging?.number === 1 && !hasFilters(address);
  const isComplete = isUnfiltered && count === 0 && !isPlaceholder;
  useEffect(() => {
    if (rows) unreadBadge.markRowsSeen(agencias, { sids: rows.map(({ sid }) => sid), view, isComplete });
  }, [agencias, rows, view, isComplete]);

  const sidToShow = useRef<string>(undefined);
  useEffect(() => {
    const sid = sidToShow.current;
    if (!sid || !rows) return;
    if (rows.some((row) => row.sid === sid)) {
      sidToShow.current = undefined;
      handlers.onShowRow(sid);
    } else if (rows.length < MAX_LOADED_ROWS) list.loadMore?.();
  });
  const showNew = () => {
    if (count === 0) return;
    list.refresh();
    if (list.paging && list.paging.number > 1) handlers.onFirstPage();
    else sidToShow.current = newRows[0]?.sid;
  };
  useShortcuts(t`Consultas`, [{ keys: '.', label: t`Mostrar las nuevas`, run: showNew }]);

  const text =
    typeof poll.data?.next === 'string'
      ? t`más de ${count} nuevas`
      : t`${plural(count, { one: '# nueva', other: '# nuevas' })}`;
  return (
    <>
      <div className={css.about}>
        {period}
        {readAt > 0 && rows && (
          <FreshnessLabel {...computeFreshnessInput(list, poll)} readAt={readAt} agencias={agencias} />
        )}
      </div>
      <output className="visually-hidden">
        {count > 0 && (
          <Trans>Llegaron consultas: {text}. Se muestran con el botón o con la tecla punto.</Trans>
        )}
      </output>
      {count > 0 && (
        <span className={css.news}>
          <button
            type="button"
            className={`button strong ${css.pill}`}
            data-hint={t`Mostrar las nuevas (.)`}
            onClick={showNew}
          >
            {text}
          </button>
        </span>
      )}
    </>
  );
}

interface Poll {
  data: Parameters<typeof readIndexAge>[0] | undefined;
  dataUpdatedAt: number;
  error: Error | null;
  errorUpdatedAt: number;
}

function computeFreshnessInput({ readAt, index: listIndex, error }: InquiryListResult, poll: Poll) {
  const index = poll.data ? readIndexAge(poll.data) : listIndex;
  const checkedAt = Math.max(readAt, poll.dataUpdatedAt);
  const unreadable = error ?? index?.failure;
  // The index confirms only what the gateway read from the service by then.
  const confirmedAt = Math.max(
    readAt - (listIndex?.ageMs ?? 0),
    poll.dataUpdatedAt - (index?.ageMs ?? Infinity),
  );
  return {
    confirmedAt: listIndex || unreadable ? confirmedAt : checkedAt,
    failure: unreadable ?? poll.error ?? undefined,
    failingMs: unreadable ? Infinity : poll.error ? poll.errorUpdatedAt - checkedAt : undefined,
    isComplete: listIndex ? (index?.isComplete ?? true) : true,
  };
}
