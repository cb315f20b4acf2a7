import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { LAST_PAGE } from '#contract/paging.ts';
import { bySidOf } from '#contract/queue-names.ts';
import { isSameSid, sidOf } from '#contract/sid.ts';
import { dayAt } from '#contract/window.ts';
import { Failure } from '#console/api/failure.ts';
import { BY_ITSELF } from '#console/api/query-client.ts';
import { followUpOf } from '#console/follow-up/follow-up-queries.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useAfterPaint } from '#console/ui/after-paint.ts';
import { lazyPart } from '#console/ui/lazy-page.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useTitle } from '#console/ui/title.ts';
import { useNow } from '#console/ui/use-formats.ts';
import {
  type InboxRequest,
  changeSearch,
  inboxRequest,
  isNarrowed,
  readInboxAddress,
  widen,
  withAgency,
} from './address.ts';
import { AgencyChoice } from './AgencyChoice.tsx';
import { InboxFilters } from './InboxFilters.tsx';
import css from './InboxPage.module.css';
import { InquiryList, type Tools, queuePages } from './InquiryList.tsx';
import { type Inquiry, inquiry, inquiryPage } from './inquiries-queries.ts';
import { defaultAgency, forgetAgency, rememberAgency } from '#console/session/last-agency.ts';
import { keepOpened, openedLast } from './list-place.ts';
import { type Neighbours, neighboursOf } from './neighbours.ts';
import { useBeside, useSeen } from './use-beside.ts';
import { useInquiryPage } from './use-inquiry-page.ts';
import { useShown } from './use-shown.ts';

const inboxKeys = lazyPart(() => import('#console/queue/InboxKeys.tsx').then((module) => module.InboxKeys), {
  floats: true,
  fallback: () => null,
});
const lastChange = lazyPart(
  () => import('#console/follow-up/LastChange.tsx').then((module) => module.LastChange),
  { floats: true, fallback: () => null },
);
const unsaved = lazyPart(
  () => import('#console/follow-up/UnsavedElsewhere.tsx').then((module) => module.UnsavedElsewhere),
  { fallback: () => null },
);
const panels = lazyPart(
  async () => {
    // Whoever sees an inquiry can go on by key.
    const [{ InquiryPanels }] = await Promise.all([import('./InquiryPanels.tsx'), inboxKeys.preload()]);
    return InquiryPanels;
  },
  { fallback: ({ open }) => open && <SlowNotice /> },
);

/** The lead inbox: the list of an agency's inquiries, and the open one beside it. The address is its state. */
export function InboxPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const { adminMail, sid } = useParams();
  const address = readInboxAddress(search);
  const agencia = address.agencia ?? adminMail ?? defaultAgency(session);
  if (!agencia) return <AgencyChoice />;
  return <Inbox agencia={agencia} open={adminMail && sid ? { adminMail, sid } : undefined} />;
}

interface Open {
  adminMail: string;
  sid: string;
}

type End = 'first' | 'last';

function Inbox({ agencia, open }: { agencia: string; open: Open | undefined }) {
  const { t } = useLingui();
  const { may, timeZone } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const address = readInboxAddress(search);
  const now = useNow();
  const request = inboxRequest(address, () => dayAt(now, timeZone));
  const options = inquiryPage(agencia, request);
  const client = useQueryClient();
  const page = useInquiryPage(agencia, request);
  useTitle(open ? undefined : t`Consultas`);
  const readable = Boolean(page.data);
  const isNotAssociated = page.error instanceof Failure && page.error.isNotFound;
  useEffect(() => {
    if (isNotAssociated) forgetAgency(agencia);
    else if (readable) rememberAgency(agencia);
  }, [agencia, readable, isNotAssociated]);
  const painted = useAfterPaint();
  const followUp = useBeside(agencia, request, painted && readable, bySidOf(address.cola));
  useSeen(open, followUp.beside);
  const [tools, setTools] = useState<Tools>({ shown: false, focus: 'search', opening: 0 });
  const shown = useShown(agencia, address, request, page, {
    followUp,
    open: open?.sid,
    withFacets: tools.shown,
  });

  const list = useRef<HTMLElement>(null);
  const lastSid = useLastOpened(open?.sid);

  const changes = painted && may.includes('changeFollowUp');

  const here = withAgency(search, agencia);
  const hrefOf = (sid: string | undefined) => sid && paths.inquiry(agencia, sid, here);
  const sids = shown.rows?.map(sidOf) ?? [];
  const beside = open && neighboursOf(sids, open.sid);
  useReturnOfFocus(list, open?.sid, beside?.next ?? beside?.previous, Boolean(shown.rows));
  const more = !address.todas && address.pagina < LAST_PAGE && Boolean(page.data?._links?.next);
  const over = (pagina: number, abrir: string) =>
    `${pathname}?${changeSearch(search, { pagina: pagina > 1 ? String(pagina) : undefined, abrir })}`;
  const stepsTo = ({ previous, next, isFirst, isLast }: Neighbours) => ({
    previous:
      hrefOf(previous) ?? (isFirst && address.pagina > 1 ? over(address.pagina - 1, 'ultima') : undefined),
    next: hrefOf(next) ?? (isLast && more ? over(address.pagina + 1, 'primera') : undefined),
  });
  const steps = beside && stepsTo(beside);
  const settled = Boolean(shown.rows) && !page.isPlaceholderData;
  useOpening(address.abrir, settled, sids, agencia, here);
  usePrefetch(
    agencia,
    request,
    more && !page.isPlaceholderData ? page.dataUpdatedAt : undefined,
    beside?.next,
  );

  const land = useLanding(list, `${agencia} ${address.todas} ${address.pagina}`, settled && !open);
  const turn = (pagina: number) =>
    void navigate({
      pathname,
      search: changeSearch(search, { pagina: pagina > 1 ? String(pagina) : undefined }),
    });
  const turnTo = (pagina: number, end: End) => {
    land(end);
    turn(pagina);
  };
  const close = () => void navigate(paths.inquiries(here));
  const refresh = () => {
    shown.retry();
    if (shown.walk) shown.again();
    else {
      void client.invalidateQueries({ queryKey: options.queryKey.slice(0, 3), refetchType: 'none' });
      void page.refetch();
    }
    followUp.refresh();
  };
  const showTools = (wanted: boolean) => {
    setTools({ shown: wanted, focus: 'search', opening: wanted ? tools.opening + 1 : 0 });
    if (wanted) return;
    list.current?.querySelector<HTMLElement>('button[aria-expanded]')?.focus();
    if (isNarrowed(address)) void navigate({ pathname, search: widen(search) });
  };
  const { pagina } = address;
  const panelOf = (sid: string) => {
    const isIt = (entry: Inquiry) => isSameSid(sidOf(entry), sid);
    const neighbours = neighboursOf(sids, sid);
    const { place } = neighbours;
    const count = sids.length;
    return {
      sid,
      held: page.data?._entries.find(isIt) ?? shown.walk?.shown.find(isIt),
      heldAt: page.dataUpdatedAt,
      ...stepsTo(neighbours),
      position:
        place === undefined
          ? undefined
          : address.todas
            ? t`${place} de ${count}`
            : t`${place} de ${count} · página ${pagina}`,
    };
  };
  return (
    <div className={css.inbox} data-open={Boolean(open)}>
      <div className={css.filters}>
        {painted && (
          <InboxFilters agencia={agencia} address={address} failure={page.error} shown={page.data} />
        )}
      </div>
      {painted && (
        <inboxKeys.Page
          list={list}
          open={open?.sid}
          last={hrefOf(lastSid && sids.includes(lastSid) ? lastSid : sids.find(Boolean))}
          previous={steps?.previous}
          next={steps?.next}
          close={close}
          before={!address.todas && address.pagina > 1 ? (end) => turnTo(address.pagina - 1, end) : undefined}
          after={more ? (end) => turnTo(address.pagina + 1, end) : undefined}
          narrow={(focus) => setTools({ shown: true, focus, opening: tools.opening + 1 })}
        />
      )}
      <section className={css.list} ref={list} aria-label={t`Lista de consultas`}>
        <InquiryList
          {...{ agencia, address, request, page, shown, followUp, lastSid, tools, painted }}
          openSid={open?.sid}
          onFirstPage={() => turnTo(1, 'first')}
          onTools={showTools}
          onRefresh={refresh}
          onTurn={turn}
        />
        {/* A card says it itself. */}
        {changes && !open && <unsaved.Page open={undefined} />}
      </section>
      <section className={css.panel} aria-label={t`Consulta abierta`} id="detail">
        {!open && <p className={css.hint}>{t`Elegí una consulta de la lista para verla acá.`}</p>}
        {(open ?? painted) && (
          <panels.Page
            {...{ open, agencia, list, panelOf }}
            likely={open ? beside?.next : sids.find(Boolean)}
            onClose={close}
          />
        )}
      </section>
      {/* Nothing is changed before something is opened; what an earlier page could not save is no less unsaved. */}
      {changes && lastSid !== undefined && <lastChange.Page agencia={agencia} open={open} />}
    </div>
  );
}

/** Over the end of a page: once the next one is here, its first row is opened, or its last on the way back. */
function useOpening(
  abrir: 'primera' | 'ultima' | undefined,
  settled: boolean,
  sids: readonly (string | undefined)[],
  agencia: string,
  search: string,
) {
  const navigate = useNavigate();
  const sid = abrir === 'primera' ? sids.find(Boolean) : sids.findLast(Boolean);
  useEffect(() => {
    if (!abrir || !settled) return;
    void navigate(sid ? paths.inquiry(agencia, sid, search) : paths.inquiries(search), { replace: true });
  }, [abrir, settled, sid, agencia, search, navigate]);
}

/**
 * Another page has the focus where it is read on: at its first row, or its last on the way back. That is said by what
 * this gives; without it the focus is only picked up where it was lost with what was pressed.
 */
function useLanding(list: { current: HTMLElement | null }, shown: string, ready: boolean) {
  const landing = useRef<End>(undefined);
  const before = useRef(shown);
  useEffect(() => {
    if (!ready || before.current === shown) return;
    before.current = shown;
    const end = landing.current ?? (document.activeElement === document.body ? 'first' : undefined);
    landing.current = undefined;
    if (!end) return;
    const links = list.current?.querySelectorAll<HTMLElement>('[data-row] a[href]') ?? [];
    links[end === 'first' ? 0 : links.length - 1]?.focus();
  }, [list, shown, ready]);
  return (end: End) => {
    landing.current = end;
  };
}

/** The next page, the next inquiry, and the code that shows one, are here before they are asked for. */
function usePrefetch(
  agencia: string,
  request: InboxRequest,
  /** When the page before was read, ms since 1970; undefined: none follows it. */
  after: number | undefined,
  nextSid: string | undefined,
) {
  const client = useQueryClient();
  const withFollowUp = useSession().may.includes('viewFollowUp');
  const next = JSON.stringify({ ...request, pagina: (request.pagina ?? 1) + 1 });
  useEffect(() => {
    const timer = setTimeout(() => {
      void panels.preload();
      void queuePages.tools.preload();
      if (after)
        void client.prefetchQuery({
          ...inquiryPage(agencia, JSON.parse(next) as InboxRequest),
          meta: BY_ITSELF,
          // Never older than the page before: no row falls between them.
          staleTime: Date.now() - after,
        });
    }, 50);
    return () => clearTimeout(timer);
  }, [agencia, next, after, client]);
  useEffect(() => {
    if (!nextSid) return undefined;
    // Whoever leafs through them quickly asks for none of those they pass.
    const timer = setTimeout(() => {
      void client.prefetchQuery({ ...inquiry(agencia, nextSid), meta: BY_ITSELF });
      // Keys that change it hold only once it is known.
      if (withFollowUp) void client.prefetchQuery({ ...followUpOf(agencia, nextSid), meta: BY_ITSELF });
    }, 250);
    return () => clearTimeout(timer);
  }, [agencia, nextSid, withFollowUp, client]);
}

/** The inquiry that is open or was open last: its row is marked. */
function useLastOpened(openSid: string | undefined): string | undefined {
  const [last, setLast] = useState(openedLast);
  if (openSid && openSid !== last) setLast(openSid);
  useEffect(() => {
    if (openSid) keepOpened(openSid);
  }, [openSid]);
  return last;
}

/** Closing an inquiry puts the focus back on its row, as coming Back to the list does; else on what took its place. */
function useReturnOfFocus(
  list: { current: HTMLElement | null },
  openSid: string | undefined,
  beside: string | undefined,
  ready: boolean,
) {
  const last = useRef(openSid ? [] : [openedLast()]);
  useEffect(() => {
    if (!ready) return;
    if (!openSid) {
      const links = last.current.map((sid = '') =>
        list.current?.querySelector<HTMLElement>(`[data-sid="${CSS.escape(sid)}"] a`),
      );
      (links[0] ?? links[1])?.focus();
    }
    last.current = openSid ? [openSid, beside] : [];
  }, [list, openSid, beside, ready]);
}
