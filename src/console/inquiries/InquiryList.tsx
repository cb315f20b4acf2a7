import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { type CSSProperties, type ComponentProps, type SyntheticEvent, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { LAST_PAGE } from '#contract/paging.ts';
import { bySidOf } from '#contract/queue-names.ts';
import { isSameSid, sidOf } from '#contract/sid.ts';
import { Failure } from '#console/api/failure.ts';
import { askExport } from '#console/export/asked.ts';
import type { Language } from '#console/locales/preferred.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailurePanel } from '#console/shell/FailurePanel.tsx';
import { BackIcon, DownloadIcon, NextIcon, RefreshIcon } from '#console/shell/icons.tsx';
import { useDensity } from '#console/ui/density.ts';
import { ROW_HEIGHT } from '#console/ui/kept-density.ts';
import { lazyPart } from '#console/ui/lazy-page.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { usePlainClick } from '#console/ui/plain-click.ts';
import type { Formats } from '#console/ui/formats.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { type InboxAddress, type InboxRequest, changeSearch, isNarrowed, withAgency } from './address.ts';
import { EmptyInbox } from './EmptyInbox.tsx';
import { InboxSkeleton } from './InboxSkeleton.tsx';
import css from './InquiryList.module.css';
import { InquiryRow } from './InquiryRow.tsx';
import type { Inquiry, InquiryPage } from './inquiries-queries.ts';
import { DensityIcon, SearchIcon } from './list-icons.tsx';
import { afterPaint } from './next-paint.ts';
import { rowText } from './row-text.ts';
import { rowKeys } from './row-keys.ts';
import type { FollowUpBeside } from './use-beside.ts';
import { isOfFilter } from './use-inquiry-page.ts';
import { useScroll } from './use-scroll.ts';
import type { Shown } from './use-shown.ts';

const virtualRows = lazyPart(() =>
  import('#console/queue/VirtualRows.tsx').then((module) => module.VirtualRows),
);
const queueTools = lazyPart(() =>
  import('#console/queue/QueueTools.tsx').then((module) => module.QueueTools),
);
const liveHead = lazyPart(() => import('#console/live/LiveHead.tsx').then((module) => module.LiveHead), {
  fallback: ({ about }) => <div className={css.about}>{about}</div>,
});
const viewsRow = lazyPart(() => import('#console/views/ViewsRow.tsx').then((module) => module.ViewsRow));
const viewBar = lazyPart(() => import('#console/views/ViewBar.tsx').then((module) => module.ViewBar));
const emptyView = lazyPart(() => import('#console/views/EmptyView.tsx').then((module) => module.EmptyView));
const walkBar = lazyPart(() => import('#console/queue/WalkBar.tsx').then((module) => module.WalkBar), {
  fallback: () => (
    <div className={css.pager}>
      <SlowNotice />
    </div>
  ),
});

/** What comes once somebody narrows the list or loads all of it. */
export const queuePages = { tools: queueTools, all: [virtualRows, walkBar] };

/** Rows are drawn only in part above this many. */
const MOST_DRAWN = 100;

/** Search and facets: shown or not, and what of them is to be focused; each opening has a number of its own. */
export interface Tools {
  shown: boolean;
  focus: 'search' | 'facets';
  opening: number;
}

interface Props {
  agencia: string;
  address: InboxAddress;
  page: UseQueryResult<InquiryPage>;
  shown: Shown;
  followUp: FollowUpBeside;
  openSid: string | undefined;
  lastSid: string | undefined;
  tools: Tools;
  /** What the page asks of the service. */
  request: InboxRequest;
  /** Whether the first rows are painted: the rest comes then. */
  painted: boolean;
  onFirstPage: () => void;
  onTools: (shown: boolean) => void;
  onRefresh: () => void;
  onTurn: (pagina: number) => void;
}

/** The rows of one page, or of all, in the service's order, with the window it applied and the way to the other pages. */
export function InquiryList(props: Props) {
  const { agencia, address, page, shown, followUp, openSid, lastSid, tools } = props;
  const { t } = useLingui();
  const { data, isPlaceholderData: turning } = page;
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const [density, chooseDensity] = useDensity();
  const { may } = useSession();
  const { rows } = shown;
  const narrowed = isNarrowed(address);
  const [scroller, attach, keepScroll] = useScroll(
    turning || !rows ? undefined : `${agencia} ${withAgency(search, agencia)}`,
    rows?.findIndex((entry) => isSameSid(sidOf(entry), openSid)) ?? -1,
    ROW_HEIGHT[density],
  );
  const more = Boolean(data?._links?.next) && address.pagina < LAST_PAGE;
  const busy = page.isFetching || shown.walk?.state === 'walking';
  const showTools = tools.shown || narrowed;
  // Of a filter that was refused its field tells; the rows of before stay.
  const failure = (data && isOfFilter(page.error) ? null : page.error) ?? shown.failure;
  const isNotAssociated = page.error instanceof Failure && page.error.isNotFound;
  // Neither another page of it, nor a part.
  const isPlain = !turning && Object.values(props.request).every((value) => value === undefined);
  const span = (
    <Window data={data} anyDay={bySidOf(address.cola) !== undefined && !address.desde && !address.hasta} />
  );
  const showRow = (sid: string) => {
    const at = rows?.findIndex((entry) => sidOf(entry) === sid) ?? -1;
    if (at > -1) scroller?.scrollTo(0, Math.max(0, at - 2) * ROW_HEIGHT[density]);
    // Rows that were not drawn are there with the next frame.
    afterPaint(() => scroller?.querySelector<HTMLElement>(`[data-sid="${CSS.escape(sid)}"] a`)?.focus());
  };

  return (
    <>
      <div className={css.views}>
        {props.painted && (
          <viewsRow.Page
            {...{ agencia, address }}
            request={props.request}
            newest={isPlain ? data?._entries : undefined}
            isRead={data !== undefined}
          />
        )}
      </div>
      <div className={css.head}>
        <h1 className={css.title}>
          <Trans>Consultas</Trans>
        </h1>
        {props.painted && may.includes('streamEvents') ? (
          <liveHead.Page
            {...{ agencia, address, page, shown }}
            request={props.request}
            beside={followUp.beside}
            hours={followUp.hours}
            about={span}
            onFirstPage={props.onFirstPage}
            onShowRow={showRow}
          />
        ) : (
          <div className={css.about}>{span}</div>
        )}
        <button
          type="button"
          className="button quiet"
          aria-label={t`Buscar en lo cargado`}
          title={t`Buscar en lo cargado (/)`}
          aria-expanded={showTools}
          onPointerEnter={() => void queueTools.preload()}
          onFocus={() => void queueTools.preload()}
          onClick={() => props.onTools(!showTools)}
        >
          <SearchIcon />
        </button>
        <button
          type="button"
          className="button quiet"
          aria-label={t`Filas compactas`}
          title={t`Filas compactas`}
          aria-pressed={density === 'compact'}
          onClick={() => chooseDensity(density === 'compact' ? 'comfortable' : 'compact')}
        >
          <DensityIcon />
        </button>
        <button
          type="button"
          className="button quiet"
          aria-label={t`Actualizar`}
          title={t`Actualizar`}
          aria-disabled={busy}
          onClick={() => busy || props.onRefresh()}
        >
          <RefreshIcon />
        </button>
        {may.includes('exportInquiries') && (
          <button
            type="button"
            className="button quiet"
            aria-label={t`Exportar`}
            title={t`Exportar`}
            aria-haspopup="dialog"
            onClick={() => askExport(agencia, search.toString())}
          >
            <DownloadIcon />
          </button>
        )}
      </div>
      {showTools && (
        <queueTools.Page
          address={address}
          loaded={shown.loaded}
          found={rows?.length}
          facets={shown.facets}
          followUpKnown={Boolean(followUp.beside)}
          focus={tools.focus}
          opening={tools.opening}
          onClose={() => props.onTools(false)}
        />
      )}
      <div className={css.scroller} ref={attach} aria-busy={busy} onScroll={keepScroll}>
        {page.isFetching && data && <div className={css.progress} role="presentation" />}
        {!rows && !failure && <InboxSkeleton />}
        {failure && !(address.todas && rows?.length) && (
          <FailurePanel
            error={failure}
            onRetry={props.onRefresh}
            what={isNotAssociated ? t`Esta agencia ya no está asociada a esta aplicación` : undefined}
          >
            {(isNotAssociated || (page.error instanceof Failure && page.error.status === 403)) && (
              <Link className="button" to={paths.inquiries()}>
                {isNotAssociated ? <Trans>Ver otra agencia</Trans> : <Trans>Ir a mis consultas</Trans>}
              </Link>
            )}
          </FailurePanel>
        )}
        {data && shown.loaded === 0 && !address.cola && <EmptyInbox address={address} data={data} />}
        {address.cola && rows?.length === 0 && (
          <emptyView.Page
            view={address.cola}
            address={address}
            reading={shown.walk?.state === 'walking' || shown.walk?.state === 'paused'}
          />
        )}
        {rows && <Rows {...{ agencia, rows, turning, followUp, openSid, lastSid }} scroller={scroller} />}
        {data && !address.todas && address.pagina === LAST_PAGE && data._entries.length > 0 && (
          <p className={css.note}>
            <Trans>
              La página 99 es la última que el servicio entrega. Para ver consultas anteriores, acotá las
              fechas.
            </Trans>
          </p>
        )}
      </div>
      {address.vista && props.painted && <viewBar.Page agencia={agencia} vista={address.vista} />}
      {followUp.failure && (
        <output className={css.missing}>
          <Trans>No se pudo cargar el seguimiento.</Trans>
          <button type="button" className="button quiet" onClick={followUp.retry}>
            <Trans>Reintentar</Trans>
          </button>
        </output>
      )}
      {address.todas ? (
        shown.walk && (
          <walkBar.Page
            walk={shown.walk}
            found={address.cola && rows?.length}
            byPages={!address.vista && !address.cola}
            since={data?.Desde ?? undefined}
            whole={!address.desde && !address.vista && !address.cola}
            onStop={shown.stop}
            onGoOn={shown.goOn}
          />
        )
      ) : (
        <nav className={css.pager} aria-label={t`Páginas`}>
          <button
            type="button"
            className="button"
            aria-label={t`Página anterior`}
            aria-disabled={address.pagina <= 1}
            onClick={() => address.pagina > 1 && props.onTurn(address.pagina - 1)}
          >
            <BackIcon />
          </button>
          <span className={css.position} aria-live="polite">
            <Position pagina={address.pagina} data={turning ? undefined : data} />
          </span>
          <Link
            className="button quiet"
            title={t`Cargar todas las páginas en una lista`}
            to={{ pathname, search: changeSearch(search, { todas: '1' }) }}
            onPointerEnter={() => queuePages.all.map(({ preload }) => preload())}
          >
            <Trans>Todas</Trans>
          </Link>
          <button
            type="button"
            className="button"
            aria-label={t`Página siguiente`}
            aria-disabled={!more}
            onClick={() => more && props.onTurn(address.pagina + 1)}
          >
            <NextIcon />
          </button>
        </nav>
      )}
    </>
  );
}

interface RowsProps extends Pick<Props, 'agencia' | 'followUp' | 'openSid' | 'lastSid'> {
  rows: readonly Inquiry[];
  turning: boolean;
  scroller: HTMLElement | null;
}

/** All of the rows, or of many those that are in sight. */
function Rows({ agencia, rows, turning, followUp, openSid, lastSid, scroller }: RowsProps) {
  const { t } = useLingui();
  const { beside, rowState } = followUp;
  const untold = t`El servicio no envió su identificador: no se puede abrir.`;
  const [search] = useSearchParams();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const onClick = usePlainClick();
  const [density] = useDensity();
  const rowSearch = withAgency(search, agencia);
  // In full, once a row is pointed at or focused: when it came, and how it stands.
  const tellInFull = ({ target }: SyntheticEvent) => {
    const row = (target as Element).closest<HTMLElement>('[data-row]');
    const moment = row?.querySelector('time')?.dateTime;
    if (row && moment)
      row.title = [format.exact(moment), row.querySelector('.said')?.textContent].filter(Boolean).join('\n');
  };
  const keys = useRowKeys(rows);
  const row = (index: number, style?: CSSProperties) => {
    const entry = rows[index];
    if (!entry) return null;
    const sid = sidOf(entry);
    return (
      <Row
        key={keys[index]}
        {...{ entry, sid, agencia, format, now, untold }}
        search={rowSearch}
        open={isSameSid(sid, openSid)}
        last={isSameSid(sid, lastSid) && !openSid}
        followUp={sid ? beside?.followUp(sid) : undefined}
        seen={sid !== undefined && beside?.isSeen(sid) === true}
        rowState={beside && rowState}
        place={style && { index, count: rows.length, style }}
      />
    );
  };
  const held = (sid: string | undefined) => rows.findIndex((entry) => isSameSid(sidOf(entry), sid));
  const listening = { onClick, onPointerOver: tellInFull, onFocus: tellInFull };

  if (rows.length > MOST_DRAWN)
    return (
      <virtualRows.Page
        className={css.rows}
        count={rows.length}
        height={ROW_HEIGHT[density]}
        scroller={scroller}
        kept={[held(openSid), held(lastSid)]}
        row={row}
        {...listening}
      />
    );
  return (
    // Links are what is pressed; the list only takes their clicks.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <ol className={css.rows} data-turning={turning} {...listening}>
      {rows.map((_, index) => row(index))}
    </ol>
  );
}

/** A row that stays has its elements, wherever it is then. */
function useRowKeys(rows: readonly Inquiry[]): readonly number[] {
  const [kept, setKept] = useState({ rows, keys: rowKeys(rows.map(sidOf)) });
  if (kept.rows === rows) return kept.keys.keys;
  const keys = rowKeys(rows.map(sidOf), kept.keys);
  setKept({ rows, keys });
  return keys.keys;
}

interface RowProps extends Pick<
  ComponentProps<typeof InquiryRow>,
  'sid' | 'untold' | 'open' | 'last' | 'place'
> {
  entry: Inquiry;
  agencia: string;
  search: string;
  format: Formats;
  now: number;
  followUp: FollowUp | undefined;
  seen: boolean;
  rowState: FollowUpBeside['rowState'];
}

/** What a row says is worked out again only when that has changed: opening another inquiry costs two rows. */
function Row({ entry, agencia, search, format, now, followUp, seen, rowState, ...rest }: RowProps) {
  const { i18n } = useLingui();
  const { sid } = rest;
  const text = rowText(entry, i18n.locale as Language, format, now);
  const state = sid ? rowState?.(entry.Momento, followUp, seen) : undefined;
  const to = sid && paths.inquiry(agencia, sid, search);
  return <InquiryRow {...{ text, state, to }} moment={entry.Momento} {...rest} />;
}

/** The window that the service says it applied, with its zone. */
function Window({ data, anyDay }: { data: InquiryPage | undefined; anyDay: boolean }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  if (anyDay) return <p className={css.window}>{t`De cualquier fecha`}</p>;
  if (!data?.Desde || !data.Hasta) return <p className={css.window} />;
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return (
    <p
      className={css.window}
      title={t`Días según la hora de ${place}. Ventana que informó el servicio: ${data.Desde} a ${data.Hasta}`}
    >
      {format.days(data.Desde, data.Hasta)}
    </p>
  );
}

function Position({ pagina, data }: { pagina: number; data: InquiryPage | undefined }) {
  const rows = data?._entries.length;
  if (rows === undefined) return <Trans>Página {pagina}</Trans>;
  return (
    <Trans>
      Página {pagina} · {rows} en pantalla
    </Trans>
  );
}
