import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type About, arrange } from '#contract/queue.ts';
import { bySidOf } from '#contract/queue-names.ts';
import { sidOf } from '#contract/sid.ts';
import { type InboxAddress, type InboxRequest, isNarrowed } from '#console/inquiries/address.ts';
import { type InquiryPage, inquiryPage } from '#console/inquiries/inquiries-queries.ts';
import type { Shown } from '#console/inquiries/use-shown.ts';
import { isUnderWay, isWhole, shownOf } from '#console/queue/walk.ts';
import { useSession } from '#console/session/session.ts';
import { useShortcuts } from '#console/ui/keys.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { arrivalsIn, broughtUpToDate, knownOf } from './arrivals.ts';
import { FreshnessLabel } from './FreshnessLabel.tsx';
import css from './LiveHead.module.css';
import { lookAtRows, waitBehind } from './waiting.ts';
import { noticeArrival } from './notices.ts';
import { hearNews } from './live.ts';
import { mayPass } from './may-pass.ts';
import { hasNewest, newestOf } from './newest.ts';
import { pageBeside } from './page-beside.ts';
import { UNWATCHED, type Watched, watchList } from './watch.ts';

interface Props {
  agencia: string;
  address: InboxAddress;
  request: InboxRequest;
  page: UseQueryResult<InquiryPage>;
  shown: Shown;
  /** Follow-up and hours that narrowing stands on. */
  beside: About['beside'];
  hours: About['hours'];
  /** What the list is about, beside which its freshness stands. */
  about: ReactNode;
  /** Leads to the first page, with the focus on its first row. */
  onFirstPage: () => void;
  /** Scrolls to the row of an inquiry that is shown now, and puts the focus on it. */
  onShowRow: (sid: string) => void;
}

/** How fresh the list is, and behind a button what arrived since it was read: no row moves until it is pressed. */
export function LiveHead(props: Props) {
  const { agencia, address, request, page, shown, about, onFirstPage, onShowRow } = props;
  const { t } = useLingui();
  const client = useQueryClient();
  const { person, timeZone } = useSession();
  const { pagina, cola: view } = address;
  const now = useNow();
  const { walk, walks } = shown;
  const first = inquiryPage(agencia, { ...request, pagina: undefined });
  const held = pagina === 1 ? page.data : client.getQueryData(first.queryKey);
  // One that is on its way is read now; what arrives is told from the first page, which another page has not by itself.
  const pageAt = page.isFetching ? Infinity : page.dataUpdatedAt;
  // One that could not be read is asked for beside it until it can be.
  const isRead =
    page.data !== undefined || (page.error !== null && mayPass(page.error)) || walk !== undefined;
  const watched = useWatched(agencia, request, {
    pagina,
    isRead,
    // After a failure the person who tries again goes first: the browser would hold that up behind this.
    readAt: walk ? walk.readAt : held ? pageAt : page.errorUpdatedAt,
  });
  const bySid = bySidOf(view);
  const walked = address.todas ? JSON.stringify(request) : undefined;
  useEffect(() => {
    if (!walks || !walked) return undefined;
    const of = bySid ?? (JSON.parse(walked) as InboxRequest);
    return hearNews(({ what }) => what === 'again' && walks.renew(agencia, of));
  }, [walks, agencia, walked, bySid]);

  // The service answers again.
  const answeredAt = watched.at;
  useEffect(() => {
    if (walks && walked && answeredAt > 0)
      walks.resume(agencia, bySid ?? (JSON.parse(walked) as InboxRequest));
  }, [walks, agencia, walked, bySid, answeredAt]);
  const isOver = page.isError && !page.isFetching && answeredAt > page.errorUpdatedAt;
  useRecovery(agencia, request, page, isOver);

  const newest = watched.last?.newest;
  const isOfAll = hasNewest(request);
  useEffect(() => {
    if (newest && isOfAll) client.setQueryData(newestOf(agencia).queryKey, newest, { updatedAt: answeredAt });
  }, [client, agencia, isOfAll, newest, answeredAt]);
  const page1 = held ?? watched.first?.newest;
  const known = walk
    ? knownOf(walk.shown, isWhole(walk) && !shownOf(walk).cutAtLastPage)
    : page1 && knownOf(page1._entries, !page1._links?.next);
  // What rests, or somebody took, was there before, and which of them a view has is not known before follow-up is.
  const isOpen = !bySid && (!view || view === 'hoy' || props.beside !== undefined);
  const arrived = arrivalsIn(page.isPlaceholderData || !isOpen ? undefined : newest, known);
  const matching =
    isNarrowed(address) || view
      ? arrange(
          arrived.entries,
          { narrowing: address.narrowing, view },
          { beside: props.beside, hours: props.hours, me: person.id, now, zone: timeZone },
        ).entries
      : arrived.entries;
  const count = matching.length;
  const sids = matching.map((entry) => sidOf(entry) ?? '');
  const behind = sids.join(' ');
  const isNews = count > 0 || arrived.more;

  // What a list would not show is counted elsewhere; which that is stands on follow-up and hours.
  const isTold = props.beside !== undefined && (view !== 'tarde' || props.hours !== undefined);
  useEffect(() => {
    if (walk && isTold && !isNews && arrived.entries.length > 0)
      walks?.takeIn(agencia, request, arrived.entries);
  });

  // Another view of the same list is opened with all that is told of.
  const opened = JSON.stringify([agencia, walked, address.vista, view]);
  const openedLast = useRef(opened);
  useEffect(() => {
    if (openedLast.current === opened) return;
    openedLast.current = opened;
    if (walk && !arrived.more && arrived.entries.length > 0) walks?.takeIn(agencia, request, arrived.entries);
  });

  useQuietRenewal(agencia, request, page, watched);
  const foundBy = watched.polled ? sids.join(' ') : '';
  useEffect(() => {
    for (const sid of foundBy.split(' ')) if (sid) noticeArrival({ adminMail: agencia, sid }, true);
  }, [agencia, foundBy]);
  useEffect(() => {
    waitBehind(behind.split(' ').filter(Boolean));
    return () => waitBehind([]);
  }, [behind]);
  const isPlain = !view && !isNarrowed(address) && Object.values(request).every((value) => !value);
  const whole = isPlain && !isNews && !page.isPlaceholderData;
  const { rows } = shown;
  useEffect(() => {
    if (rows) lookAtRows(agencia, { sids: rows.map(sidOf), view, whole });
  }, [agencia, rows, view, whole]);

  const awaited = useRef<string>(undefined);
  useEffect(() => {
    const sid = awaited.current;
    if (!sid || !shown.rows?.some((entry) => sidOf(entry) === sid)) return;
    awaited.current = undefined;
    onShowRow(sid);
  });

  const take = () => {
    if (!isNews || !newest) return;
    if (walk) {
      if (arrived.more) walks?.walkAgain(agencia, request);
      else walks?.takeIn(agencia, request, arrived.entries);
      awaited.current = sids[0];
      return;
    }
    // Other pages have moved on.
    void client.invalidateQueries({ queryKey: first.queryKey.slice(0, 3), refetchType: 'none' });
    client.setQueryData(first.queryKey, newest);
    if (pagina > 1) onFirstPage();
    else awaited.current = sids[0];
  };
  useShortcuts(t`Consultas`, [{ keys: '.', label: t`Mostrar las nuevas`, run: take }]);

  // What is shown of a page is brought up to date by what is read beside it; that of a walk is as old as that.
  const pageReadAt = page.isPlaceholderData ? 0 : page.dataUpdatedAt;
  const readAt = walk ? shownOf(walk).readAt : Math.max(pageReadAt, watched.at);
  const failed = walk ? walk.failure : isOver ? undefined : page.error;
  // While it is loaded for the first time, or there is nothing of it, there is no age to tell.
  const isAged = walk
    ? isWhole(walk) || (walk.shown.length > 0 && !isUnderWay(walk))
    : !address.todas && readAt > 0 && page.data !== undefined && known !== undefined;
  const text = !arrived.more
    ? t`${plural(count, { one: '# nueva', other: '# nuevas' })}`
    : count === 0
      ? t`puede haber nuevas`
      : t`más de ${count} nuevas`;
  return (
    <>
      <div className={css.about}>
        {about}
        {isAged && (
          <FreshnessLabel
            readAt={readAt}
            at={Math.max(readAt, watched.at)}
            misses={failed ? Infinity : watched.misses}
            failure={failed ?? watched.failure}
            whole={!walk || isWhole(walk)}
          />
        )}
      </div>
      <output className="visually-hidden">
        {isNews && <Trans>Llegaron consultas: {text}. Se muestran con el botón o con la tecla punto.</Trans>}
      </output>
      {isNews && (
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

/** Reads the list beside what is shown of it; `pagina` is the page that is shown. */
function useWatched(
  agencia: string,
  request: InboxRequest,
  /** `isRead`: there is something to read beside. `readAt`: when what is shown was read, ms since 1970. */
  { pagina, isRead, readAt }: { pagina: number; isRead: boolean; readAt: number },
): Watched {
  const client = useQueryClient();
  const list = JSON.stringify([agencia, { ...request, pagina: undefined }]);
  const [kept, setKept] = useState({ list, watched: UNWATCHED });
  const page = useRef({ pagina, readAt });
  useEffect(() => {
    page.current = { pagina, readAt };
  }, [pagina, readAt]);
  useEffect(() => {
    // The browser would hold up the list itself, asked for at the same address, until this is answered.
    if (!isRead) return undefined;
    const [adminMail, query] = JSON.parse(list) as [string, InboxRequest];
    const read = (asked: InboxRequest) => client.fetchQuery(pageBeside(adminMail, asked));
    const readBoth = async () => {
      const shown = page.current.pagina;
      const [newest, same] = await Promise.all([
        read({ ...query, pagina: undefined }),
        shown > 1 ? read({ ...query, pagina: shown }) : undefined,
      ]);
      return { newest, same };
    };
    const shownAt = Math.min(Date.now(), page.current.readAt);
    return watchList(adminMail, { read: readBoth, readAt: shownAt }, (watched) => setKept({ list, watched }))
      .stop;
  }, [client, list, isRead]);
  return kept.list === list ? kept.watched : UNWATCHED;
}

/** A page that failed is read again, or its rows of before stand: they are brought up to date by what is read beside. */
function useRecovery(
  agencia: string,
  request: InboxRequest,
  { refetch }: UseQueryResult<InquiryPage>,
  /** The service answers again. */
  isOver: boolean,
) {
  const client = useQueryClient();
  const asked = JSON.stringify(request);
  useEffect(() => {
    if (!isOver) return;
    const { queryKey } = inquiryPage(agencia, JSON.parse(asked) as InboxRequest);
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
    if (updatedAt) client.setQueryData(queryKey, (held) => held && { ...held }, { updatedAt });
    else void refetch();
  }, [client, agencia, asked, isOver, refetch]);
}

/** Rows that are shown are brought up to date where they stand. */
function useQuietRenewal(
  agencia: string,
  request: InboxRequest,
  page: UseQueryResult<InquiryPage>,
  { last, at }: Watched,
) {
  const client = useQueryClient();
  const asked = JSON.stringify(request);
  const read = last?.same ?? last?.newest;
  const isOlder = at < page.dataUpdatedAt;
  useEffect(() => {
    if (!read || isOlder) return;
    const { queryKey } = inquiryPage(agencia, JSON.parse(asked) as InboxRequest);
    const held = client.getQueryData(queryKey);
    const entries = held && broughtUpToDate(held._entries, read._entries);
    if (!held || !entries || entries === held._entries) return;
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
    client.setQueryData(queryKey, { ...held, _entries: [...entries] }, updatedAt ? { updatedAt } : {});
  }, [client, agencia, asked, read, isOlder]);
}
