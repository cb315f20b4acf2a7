import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { sidOf } from '#contract/sid.ts';
import { dayAt } from '#contract/window.ts';
import { BY_ITSELF } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useAfterPaint } from '#console/ui/after-paint.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { lazyPage } from '#console/ui/lazy-page.tsx';
import { useTitle } from '#console/ui/title.ts';
import { inboxRequest, readInboxAddress, withAgency } from './address.ts';
import { AgencyChoice } from './AgencyChoice.tsx';
import { InboxFilters } from './InboxFilters.tsx';
import css from './InboxPage.module.css';
import { InquiryList } from './InquiryList.tsx';
import { lastAgency, rememberAgency } from './last-agency.ts';
import { inquiryPage } from './inquiries-queries.ts';

const panel = lazyPage(() => import('./InquiryPanel.tsx').then((module) => module.InquiryPanel));

/** The lead inbox: the list of an agency's inquiries, and the open one beside it. The address is its state. */
export function InboxPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const { adminMail, sid } = useParams();
  const address = readInboxAddress(search);
  const agencia = address.agencia ?? adminMail ?? lastAgency() ?? session.lastAgency ?? session.agencies?.[0];
  if (!agencia) return <AgencyChoice />;
  return <Inbox agencia={agencia} open={adminMail && sid ? { adminMail, sid } : undefined} />;
}

function Inbox({ agencia, open }: { agencia: string; open: { adminMail: string; sid: string } | undefined }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const address = readInboxAddress(search);
  const now = useNow();
  const request = inboxRequest(address, () => dayAt(now, timeZone));
  const options = inquiryPage(agencia, request);
  const page = useQuery({
    ...options,
    // Another page keeps these rows until it is here; another agency's never stand in for this one's.
    placeholderData: (previous, query) => (query?.queryKey[2] === options.queryKey[2] ? previous : undefined),
  });
  useTitle(open ? undefined : t`Consultas`);
  const readable = Boolean(page.data);
  useEffect(() => {
    if (readable) rememberAgency(agencia);
  }, [agencia, readable]);
  usePrefetch(agencia, request, Boolean(page.data?._links?.next) && !page.isPlaceholderData);

  const painted = useAfterPaint();
  const list = useRef<HTMLElement>(null);
  useReturnOfFocus(list, open?.sid);
  const close = () => void navigate(paths.inquiries(withAgency(search, agencia)));
  const held = open && page.data?._entries.find((entry) => sidOf(entry) === open.sid);

  return (
    <div className={css.inbox} data-open={Boolean(open)}>
      <div className={css.filters}>
        {painted && (
          <InboxFilters agencia={agencia} address={address} failure={page.error} shown={page.data} />
        )}
      </div>
      <section className={css.list} ref={list} aria-label={t`Lista de consultas`}>
        <InquiryList agencia={agencia} address={address} page={page} openSid={open?.sid} />
      </section>
      <section className={css.panel} aria-label={t`Consulta abierta`} id="detail">
        {open ? (
          <Suspense>
            <panel.Page
              key={`${open.adminMail} ${open.sid}`}
              adminMail={open.adminMail}
              sid={open.sid}
              held={held && { entry: held, at: page.dataUpdatedAt }}
              onClose={close}
            />
          </Suspense>
        ) : (
          <p className={css.hint}>{t`Elegí una consulta de la lista para verla acá.`}</p>
        )}
      </section>
    </div>
  );
}

/** The next page, and the code that shows an inquiry, are here before they are asked for. */
function usePrefetch(agencia: string, request: ReturnType<typeof inboxRequest>, more: boolean) {
  const client = useQueryClient();
  const next = JSON.stringify({ ...request, pagina: (request.pagina ?? 1) + 1 });
  useEffect(() => {
    const timer = setTimeout(() => {
      void panel.preload();
      if (more)
        void client.prefetchQuery({
          ...inquiryPage(agencia, JSON.parse(next) as typeof request),
          meta: BY_ITSELF,
        });
    }, 50);
    return () => clearTimeout(timer);
  }, [agencia, next, more, client]);
}

/** Closing an inquiry puts the focus back on its row. */
function useReturnOfFocus(list: { current: HTMLElement | null }, openSid: string | undefined) {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (!openSid && last.current)
      list.current?.querySelector<HTMLElement>(`[data-sid="${CSS.escape(last.current)}"] a`)?.focus();
    last.current = openSid;
  }, [list, openSid]);
}
