import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Session } from '#contract/desk/sessions.ts';
import { LAST_PAGE } from '#contract/paging.ts';
import { isSameSid } from '#contract/sid.ts';
import { dayAt } from '#contract/window.ts';
import { Failure } from '#console/api/failure.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { followUpQuery } from '#console/follow-up/follow-up-queries.ts';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { useAfterPaint } from '#console/ui/after-paint.ts';
import { lazyPart } from '#console/ui/lazy-part.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useTitle } from '#console/ui/title.ts';
import { useNow } from '#console/ui/use-formats.ts';
import {
  type InboxAddress,
  type InboxRequest,
  changeSearch,
  inboxRequest,
  indexRequest,
  isNarrowed,
  isServiceList,
  isSeveral,
  readInboxAddress,
  widen,
  withAgencies,
} from '#console/inquiries/address.ts';
import { AgencyChoice } from '#console/agency-select/AgencyChoice.tsx';
import { InboxFilters } from './InboxFilters.tsx';
import css from './InboxPage.module.css';
import { InquiryList, type Tools, queuePages } from './InquiryList.tsx';
import {
  type InquiryKey,
  type Row,
  indexList,
  inquiry,
  inquiryId,
  inquiryPage,
  inquiryPages,
  removeInquiries,
} from '#console/inquiries/inquiries-queries.ts';
import { defaultAgency, forgetAgency, rememberAgency } from '#console/agency-select/last-agency.ts';
import { keepOpened, openedLast } from './list-place.ts';
import { type Neighbours, neighboursOf } from './neighbours.ts';
import { useIndexList, useServiceList } from '#console/inquiries/use-list.ts';
import { useSeen } from '#console/inquiries/use-seen.ts';

/** The next rows are loaded when the open one is this close to the last. */
const AHEAD = 10;

const inboxKeys = lazyPart(() => import('./InboxKeys.tsx').then((module) => module.InboxKeys), {
  floats: true,
  fallback: () => null,
});
const lastChange = lazyPart(
  () => import('#console/follow-up/LastChangeNotice.tsx').then((module) => module.LastChangeNotice),
  { floats: true, fallback: () => null },
);
const unsaved = lazyPart(
  () => import('#console/follow-up/PendingChangesBanner.tsx').then((module) => module.PendingChangesBanner),
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

/** Reads the list at an address, and the inquiry that is open. */
export function loader({ params: { adminMail, sid }, url }: LoaderFunctionArgs) {
  const session = getSession();
  const address = readInboxAddress(url.searchParams);
  const agencias = resolveAgencies(address, adminMail, session);
  const [agencia] = agencias;
  const today = () => dayAt(Date.now(), session.timeZone);
  return Promise.all([
    agencia &&
      (isServiceList(address)
        ? queryClient.ensureQueryData(inquiryPage(agencia, inboxRequest(address, today)))
        : queryClient.ensureInfiniteQueryData(indexList(indexRequest(agencias, address, today)))),
    adminMail && sid && queryClient.ensureQueryData(inquiry(adminMail, sid)),
    isNarrowed(address) && queuePages.tools.preload(),
  ]);
}

/** The lead inbox: the list of inquiries, and the open one beside it. The address is its state. */
export function InboxPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const { adminMail, sid } = useParams();
  const address = readInboxAddress(search);
  const agencias = resolveAgencies(address, adminMail, session);
  if (agencias.length === 0) return <AgencyChoice />;
  return <Inbox agencias={agencias} open={adminMail && sid ? { adminMail, sid } : undefined} />;
}

// Outside of components: the compiler would remember the agency that was shown last.
function resolveAgencies({ agencias }: InboxAddress, opened: string | undefined, session: Session) {
  if (agencias.length > 0) return agencias;
  const usual = opened ?? defaultAgency(session);
  return usual ? [usual] : [];
}

type End = 'first' | 'last';

function Inbox({ agencias, open }: { agencias: readonly string[]; open: InquiryKey | undefined }) {
  const { t, i18n } = useLingui();
  const { may, timeZone } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const address = { ...readInboxAddress(search), agencias };
  const now = useNow();
  const client = useQueryClient();
  const today = () => dayAt(now, timeZone);
  const [agencia = ''] = agencias;
  const isPaged = isServiceList(address);
  const request = inboxRequest(address, today);
  const asked = indexRequest(agencias, address, today);
  const painted = useAfterPaint();
  const paged = useServiceList(agencia, request, { enabled: isPaged, painted });
  const indexed = useIndexList(asked, { enabled: !isPaged });
  const shown = isPaged ? paged : indexed;
  useTitle(open ? undefined : t`Consultas`);
  const readable = Boolean(shown.rows);
  const isNotAssociated = shown.error instanceof Failure && shown.error.isNotFound;
  const lone = isSeveral(agencias) ? undefined : agencia;
  useEffect(() => {
    if (!lone) return;
    if (isNotAssociated) {
      forgetAgency(lone);
      removeInquiries(lone);
    } else if (readable) rememberAgency(lone);
  }, [lone, readable, isNotAssociated]);
  const openRow = open && shown.rows?.find((row) => inquiryId(row) === inquiryId(open));
  const isSeenKnown = openRow
    ? openRow.seen !== undefined || Boolean(shown.followUpError)
    : readable || Boolean(shown.error);
  useSeen(open, isSeenKnown, openRow?.seen);
  const [tools, setTools] = useState<Tools>({ shown: false, focus: 'search', opening: 0 });

  const list = useRef<HTMLElement>(null);
  const lastSid = useLastOpened(open?.sid);

  const changes = painted && may.includes('changeFollowUp');

  const here = withAgencies(search, agencias);
  const rows = shown.rows ?? [];
  const sids = rows.map(({ sid }) => sid);
  const hrefOf = (sid: string | undefined) => {
    const row = sid && rows.find((one) => one.sid === sid);
    return row ? paths.inquiry(row.adminMail, row.sid ?? '', here) : undefined;
  };
  const beside = open && neighboursOf(sids, open.sid);
  useReturnOfFocus(list, open?.sid, beside?.next ?? beside?.previous, readable);
  const more = isPaged && address.pagina < LAST_PAGE && Boolean(shown.page?._links?.next);
  const over = (pagina: number, abrir: string) =>
    `${pathname}?${changeSearch(search, { pagina: pagina > 1 ? String(pagina) : undefined, abrir })}`;
  const stepsTo = ({ previous, next, isFirst, isLast }: Neighbours) => ({
    previous:
      hrefOf(previous) ?? (isFirst && address.pagina > 1 ? over(address.pagina - 1, 'ultima') : undefined),
    next: hrefOf(next) ?? (isLast && more ? over(address.pagina + 1, 'primera') : undefined),
  });
  const steps = beside && stepsTo(beside);
  const settled = readable && !shown.isPlaceholder;
  useOpening(address.abrir, settled, sids, agencia, here);
  usePrefetch(agencia, request, {
    after: more && !shown.isPlaceholder ? shown.readAt : undefined,
    next: rows.find(({ sid }) => sid === beside?.next),
  });
  // Before the last of the rows that are here is reached.
  const { loadMore } = shown;
  const isNearEnd = beside?.place !== undefined && beside.place > sids.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  });

  const land = useLanding(list, `${agencias.join(' ')} ${address.pagina}`, settled && !open);
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
    if (isPaged) {
      // Other pages show nothing older than this one will be.
      client.removeQueries({ queryKey: inquiryPages(agencia), type: 'inactive' });
    }
    shown.refresh();
  };
  const showTools = (wanted: boolean) => {
    setTools({ shown: wanted, focus: 'search', opening: wanted ? tools.opening + 1 : 0 });
    if (wanted) return;
    list.current?.querySelector<HTMLElement>('button[aria-expanded]')?.focus();
    if (isNarrowed(address)) void navigate({ pathname, search: widen(search) });
  };
  const { pagina } = address;
  const panelOf = (sid: string) => {
    const neighbours = neighboursOf(sids, sid);
    const { place } = neighbours;
    const row = rows.find((one) => isSameSid(one.sid, sid));
    const count = i18n.number(shown.total ?? sids.length);
    return {
      sid,
      adminMail: row?.adminMail ?? open?.adminMail ?? agencia,
      held: row?.entry,
      // A copy of the index is not taken for what the service says now.
      heldAt: shown.index ? 0 : shown.readAt,
      ...stepsTo(neighbours),
      position:
        place === undefined
          ? undefined
          : isPaged
            ? t`${place} de ${count} · página ${pagina}`
            : t`${place} de ${count}`,
    };
  };
  return (
    <div className={css.inbox} data-open={Boolean(open)}>
      <div className={css.filters}>
        {painted && (
          <InboxFilters agencias={agencias} address={address} failure={shown.error} ready={readable} />
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
          before={isPaged && address.pagina > 1 ? (end) => turnTo(address.pagina - 1, end) : undefined}
          after={more ? (end) => turnTo(address.pagina + 1, end) : undefined}
          narrow={(focus) => setTools({ shown: true, focus, opening: tools.opening + 1 })}
        />
      )}
      <section className={css.list} ref={list} aria-label={t`Lista de consultas`}>
        <InquiryList
          {...{ agencias, address, asked, shown, lastSid, tools, painted }}
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
            {...{ open, list, panelOf }}
            likely={open ? beside?.next : sids.find(Boolean)}
            onClose={close}
          />
        )}
      </section>
      {/* Nothing is changed before something is opened; what an earlier page could not save is no less unsaved. */}
      {changes && lastSid !== undefined && (
        <lastChange.Page agencia={open?.adminMail ?? agencia} open={open} />
      )}
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

interface Ahead {
  /** When the page before was read, ms since 1970; undefined: none follows it. */
  after: number | undefined;
  /** Row of the next inquiry. */
  next: Row | undefined;
}

/** The next page, the next inquiry, and the code that shows one, are here before they are asked for. */
function usePrefetch(agencia: string, request: InboxRequest, { after, next: row }: Ahead) {
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
          meta: BACKGROUND,
          // Never older than the page before: no row falls between them.
          staleTime: Date.now() - after,
        });
    }, 50);
    return () => clearTimeout(timer);
  }, [agencia, next, after, client]);
  const { adminMail, sid } = row ?? {};
  useEffect(() => {
    if (!adminMail || !sid) return undefined;
    // Whoever leafs through them quickly asks for none of those they pass.
    const timer = setTimeout(() => {
      void client.prefetchQuery({ ...inquiry(adminMail, sid), meta: BACKGROUND });
      // Keys that change it hold only once it is known.
      if (withFollowUp) void client.prefetchQuery({ ...followUpQuery({ adminMail, sid }), meta: BACKGROUND });
    }, 250);
    return () => clearTimeout(timer);
  }, [adminMail, sid, withFollowUp, client]);
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
