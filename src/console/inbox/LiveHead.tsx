import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Failure } from '#console/api/failure.ts';
import {
  type InboxAddress,
  type IndexRequest,
  isNarrowed,
  isServiceList,
} from '#console/inquiries/address.ts';
import { type Row, gainedSince, inquiryId } from '#console/inquiries/inquiries-queries.ts';
import { type InquiryList, indexAge } from '#console/inquiries/use-list.ts';
import { useShortcuts } from '#console/ui/keys.ts';
import { FreshnessLabel } from '#console/live/FreshnessLabel.tsx';
import { pollDelay } from '#console/live/freshness.ts';
import css from './LiveHead.module.css';
import { useIsLive } from '#console/live/live.ts';
import { lookAtRows, waitBehind } from '#console/live/waiting.ts';

interface Props {
  agencias: readonly string[];
  address: InboxAddress;
  /** What the index is asked for the list. */
  asked: IndexRequest;
  shown: InquiryList;
  /** What the list is about, beside which its freshness stands. */
  about: ReactNode;
  /** Leads to the first page, with the focus on its first row. */
  onFirstPage: () => void;
  onRefresh: () => void;
  /** Scrolls to the row of an inquiry that is shown now, and puts the focus on it. */
  onShowRow: (sid: string) => void;
}

/** Where the newest come last: so many rows are loaded to show the first of them. */
const MOST_ROWS_READ = 1000;
/** A list that was read so recently is not asked at once what it has gained, ms. */
const PREFETCH_STALE_MS = 1000;

/** How fresh the list is, and behind a button what it has gained since it was read: no row moves until it is pressed. */
export function LiveHead({ agencias, address, asked, shown, about, ...on }: Props) {
  const { t } = useLingui();
  const { rows, since, readAt, isPlaceholder } = shown;
  const live = useIsLive();
  const gained = useQuery({
    ...gainedSince(asked, since ?? 0),
    enabled: since !== undefined && !isPlaceholder,
    refetchOnMount: () => Date.now() - readAt > PREFETCH_STALE_MS,
    // Also because the gateway reads what somebody looks at more often.
    refetchInterval: ({ state: { error, data } }) =>
      pollDelay(
        live,
        error !== null || Boolean(data?.failure),
        error instanceof Failure ? error.retryAfterS : undefined,
      ),
  });
  const held = new Set(rows?.map(inquiryId));
  const isNew = (row: Row) => !held.has(inquiryId(row)) && !shown.elsewhere.has(row.sid?.toUpperCase() ?? '');
  const fresh = isPlaceholder ? [] : (gained.data?.rows.filter(isNew) ?? []);
  const count = fresh.length;
  const isMore = typeof gained.data?.next === 'string';
  const behind = fresh.flatMap(({ sid }) => sid ?? []).join(' ');
  useEffect(() => {
    waitBehind(behind.split(' ').filter(Boolean));
    return () => waitBehind([]);
  }, [behind]);

  const { cola: view, pagina } = address;
  const isPlain = isServiceList(address) && pagina === 1 && !hasFilters(address);
  const isWhole = isPlain && count === 0 && !isPlaceholder;
  useEffect(() => {
    if (rows) lookAtRows(agencias, { sids: rows.map(({ sid }) => sid), view, whole: isWhole });
  }, [agencias, rows, view, isWhole]);

  const awaited = useRef<string>(undefined);
  useEffect(() => {
    const sid = awaited.current;
    if (!sid || !rows) return;
    if (rows.some((row) => row.sid === sid)) {
      awaited.current = undefined;
      on.onShowRow(sid);
    } else if (rows.length < MOST_ROWS_READ) shown.loadMore?.();
  });
  const take = () => {
    if (count === 0) return;
    on.onRefresh();
    if (isServiceList(address) && pagina > 1) on.onFirstPage();
    else awaited.current = fresh[0]?.sid;
  };
  useShortcuts(t`Consultas`, [{ keys: '.', label: t`Mostrar las nuevas`, run: take }]);

  const text = isMore
    ? t`más de ${count} nuevas`
    : t`${plural(count, { one: '# nueva', other: '# nuevas' })}`;
  const index = gained.data ? indexAge(gained.data) : shown.index;
  const checkedAt = Math.max(readAt, gained.dataUpdatedAt);
  const cannotRead = shown.error ?? index?.failure;
  // What the service was not asked since, the index does not confirm.
  const confirmedAt = Math.max(
    readAt - (shown.index?.ageMs ?? 0),
    gained.dataUpdatedAt - (index?.ageMs ?? Infinity),
  );
  return (
    <>
      <div className={css.about}>
        {about}
        {readAt > 0 && rows && (
          <FreshnessLabel
            readAt={readAt}
            at={shown.index || cannotRead ? confirmedAt : checkedAt}
            failure={cannotRead ?? gained.error ?? undefined}
            failingMs={cannotRead ? Infinity : gained.error ? gained.errorUpdatedAt - checkedAt : undefined}
            isComplete={shown.index ? (index?.isComplete ?? true) : true}
            agencias={agencias}
          />
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
            title={t`Mostrar las nuevas (.)`}
            onClick={take}
          >
            {text}
          </button>
        </span>
      )}
    </>
  );
}

function hasFilters(address: InboxAddress): boolean {
  const { operador, externalid, desde, hasta } = address;
  return isNarrowed(address) || [operador, externalid, desde, hasta].some(Boolean);
}
