import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ComponentProps, type SyntheticEvent, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Hours } from '#contract/hours.ts';
import { LAST_PAGE } from '#contract/paging.ts';
import { isSameSid } from '#contract/sid.ts';
import { Failure, isRetryable } from '#console/api/failure.ts';
import { useRequestExport } from '#console/export/export-request.ts';
import type { Language } from '#console/locales/preferred-language.ts';
import { paths } from '#console/paths.ts';
import type * as RowStates from './row-states.ts';
import { useSession } from '#console/session/session.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';
import { BackIcon, DownloadIcon, NextIcon, RefreshIcon } from '#console/ui/icons.tsx';
import { useDensity } from '#console/ui/density.ts';
import { type Formats, formatsFor } from '#console/ui/formats.ts';
import { ROW_HEIGHT } from '#console/ui/stored-density.ts';
import { lazyPart } from '#console/ui/lazy-part.tsx';
import { usePlainClick } from '#console/ui/plain-click.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import {
  type InboxAddress,
  type IndexRequest,
  changeSearch,
  isNarrowed,
  isServiceList,
  isSeveral,
  withAgencies,
} from '#console/inquiries/address.ts';
import { EmptyInbox } from './EmptyInbox.tsx';
import { InboxSkeleton } from './InboxSkeleton.tsx';
import css from './InquiryList.module.css';
import { InquiryRow } from '#console/inquiries/InquiryRow.tsx';
import type { InquiryPage, Row } from '#console/inquiries/inquiries-queries.ts';
import { rowStateCode } from './later-code.ts';
import { DensityIcon, SearchIcon } from '#console/inquiries/list-icons.tsx';
import { afterPaint } from './next-paint.ts';
import { rowText } from '#console/inquiries/row-text.ts';
import { rowKeys } from './row-keys.ts';
import { type InquiryList as List, isOfFilter } from '#console/inquiries/use-list.ts';
import { useAgencies } from '#console/agency-select/use-agencies.ts';
import { useScroll } from './use-scroll.ts';

const virtualRows = lazyPart(() => import('./VirtualRows.tsx').then((module) => module.VirtualRows));
const queueTools = lazyPart(() => import('./QueueTools.tsx').then((module) => module.QueueTools));
const liveHead = lazyPart(() => import('./LiveHead.tsx').then((module) => module.LiveHead), {
  fallback: ({ about }) => <div className={css.about}>{about}</div>,
});
const viewsRow = lazyPart(() => import('#console/views/ViewsRow.tsx').then((module) => module.ViewsRow));
const viewBar = lazyPart(() => import('#console/views/ViewBar.tsx').then((module) => module.ViewBar));
const emptyView = lazyPart(() => import('#console/views/EmptyView.tsx').then((module) => module.EmptyView));

/** What a list of the index comes with, and what comes once somebody narrows it. */
export const queuePages = { tools: queueTools, rows: virtualRows };

/** Rows are drawn only in part above this many. */
const MOST_DRAWN = 100;

/** Search and facets: shown or not, and what of them is to be focused; each opening has a number of its own. */
export interface Tools {
  shown: boolean;
  focus: 'search' | 'facets';
  opening: number;
}

/** So far above the end of the rows more are loaded, px. */
const NEAR_END = 600;

interface Props {
  agencias: readonly string[];
  address: InboxAddress;
  /** What the index is asked for the same list. */
  asked: IndexRequest;
  shown: List;
  openSid: string | undefined;
  lastSid: string | undefined;
  tools: Tools;
  /** Whether the first rows are painted: the rest comes then. */
  painted: boolean;
  onFirstPage: () => void;
  onTools: (shown: boolean) => void;
  onRefresh: () => void;
  onTurn: (pagina: number) => void;
}

/** The rows of a page of the service's list, or of a list of the index, with the way to the others. */
export function InquiryList(props: Props) {
  const { agencias, address, shown, openSid, lastSid, tools } = props;
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { may, person } = useSession();
  const requestExport = useRequestExport();
  const [density, chooseDensity] = useDensity(person.id);
  const { rows, page, isPlaceholder: turning, loadMore } = shown;
  const isPaged = isServiceList(address);
  const [scroller, attach, keepScroll] = useScroll(
    turning || !rows ? undefined : withAgencies(search, agencias),
    rows?.findIndex(({ sid }) => isSameSid(sid, openSid)) ?? -1,
    ROW_HEIGHT[density],
  );
  const showTools = tools.shown || isNarrowed(address);
  // Of a filter that was refused its field tells; the rows of before stay.
  const failure = rows && isOfFilter(shown.error) ? null : shown.error;
  const isUnreadable = failure !== null && isRetryable(failure);
  const isNotAssociated = failure instanceof Failure && failure.isNotFound;
  const span = <Window page={page} asked={props.asked} isPaged={isPaged} />;
  const showRow = (sid: string) => {
    const at = rows?.findIndex((row) => row.sid === sid) ?? -1;
    if (at > -1) scroller?.scrollTo(0, Math.max(0, at - 2) * ROW_HEIGHT[density]);
    // Rows that were not drawn are there with the next frame.
    afterPaint(() => scroller?.querySelector<HTMLElement>(`[data-sid="${CSS.escape(sid)}"] a`)?.focus());
  };
  const loadNearEnd = () => {
    if (!loadMore || !scroller) return;
    const { scrollTop, clientHeight } = scroller;
    const end = (rows?.length ?? 0) * ROW_HEIGHT[density];
    if (end - scrollTop - clientHeight < NEAR_END) loadMore();
  };
  // A tall screen shows more than a page.
  useEffect(() => afterPaint(loadNearEnd));
  useEffect(() => {
    if (!isPaged) void virtualRows.preload();
  }, [isPaged]);

  return (
    <>
      <div className={css.views}>
        {props.painted && (
          <viewsRow.Page {...{ agencias, address }} isSettled={Boolean(rows) || isUnreadable} />
        )}
      </div>
      <div className={css.head}>
        <h1 className={css.title}>
          <Trans>Consultas</Trans>
        </h1>
        {props.painted && may.includes('streamEvents') ? (
          <liveHead.Page
            {...{ agencias, address, shown }}
            asked={props.asked}
            about={span}
            onFirstPage={props.onFirstPage}
            onRefresh={props.onRefresh}
            onShowRow={showRow}
          />
        ) : (
          <div className={css.about}>{span}</div>
        )}
        <button
          type="button"
          className="button quiet"
          aria-label={t`Buscar consultas`}
          title={t`Buscar consultas (/)`}
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
          aria-disabled={shown.isFetching}
          onClick={() => shown.isFetching || props.onRefresh()}
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
            onClick={() => requestExport({ agencias, search: search.toString() })}
          >
            <DownloadIcon />
          </button>
        )}
      </div>
      {showTools && (
        <queueTools.Page
          address={address}
          asked={props.asked}
          found={isPaged || turning ? undefined : shown.total}
          focus={tools.focus}
          opening={tools.opening}
          onClose={() => props.onTools(false)}
        />
      )}
      <div
        className={css.scroller}
        ref={attach}
        aria-busy={shown.isFetching}
        onScroll={() => {
          keepScroll();
          loadNearEnd();
        }}
      >
        {shown.isFetching && rows && <div className={css.progress} role="presentation" />}
        {!rows && !failure && <InboxSkeleton />}
        {failure && (isPaged || !rows) && (
          <FailurePanel
            error={failure}
            onRetry={props.onRefresh}
            what={isNotAssociated ? t`Esta agencia ya no está asociada a esta aplicación` : undefined}
          >
            {isPaged && isUnreadable && (
              <Link className="button" to={{ search: changeSearch(search, { copia: '1' }) }}>
                <Trans>Ver las que Vitrina tiene</Trans>
              </Link>
            )}
            {(isNotAssociated || (failure instanceof Failure && failure.status === 403)) && (
              <Link className="button" to={paths.inquiries()}>
                {isNotAssociated ? <Trans>Ver otra agencia</Trans> : <Trans>Ir a mis consultas</Trans>}
              </Link>
            )}
          </FailurePanel>
        )}
        {page?._entries.length === 0 && <EmptyInbox address={address} data={page} />}
        {!isPaged && rows?.length === 0 && !turning && (
          <emptyView.Page address={address} isComplete={shown.index?.isComplete ?? true} />
        )}
        {rows && (
          <Rows
            {...{ agencias, rows, turning, openSid, lastSid, scroller }}
            hours={shown.hours}
            total={shown.total ?? rows.length}
            painted={props.painted}
          />
        )}
        {page && address.pagina === LAST_PAGE && page._entries.length > 0 && (
          <p className={css.note}>
            <Trans>
              La página 99 es la última que el servicio entrega. Para ver consultas anteriores, acotá las
              fechas.
            </Trans>
          </p>
        )}
      </div>
      {address.vista && props.painted && <viewBar.Page agencias={agencias} vista={address.vista} />}
      {shown.followUpError && (
        <output className={css.missing}>
          <Trans>No se pudo cargar el seguimiento.</Trans>
          <button type="button" className="button quiet" onClick={shown.refresh}>
            <Trans>Reintentar</Trans>
          </button>
        </output>
      )}
      {isPaged ? (
        <Pager address={address} page={turning ? undefined : page} onTurn={props.onTurn} />
      ) : (
        rows && (
          <p className={css.pager}>
            <Total shown={rows.length} total={shown.total} />
          </p>
        )
      )}
    </>
  );
}

interface PagerProps extends Pick<Props, 'address' | 'onTurn'> {
  page: InquiryPage | undefined;
}

/** The way through the service's pages. */
function Pager({ address: { pagina }, page, onTurn }: PagerProps) {
  const { t } = useLingui();
  const more = Boolean(page?._links?.next) && pagina < LAST_PAGE;
  return (
    <nav className={css.pager} aria-label={t`Páginas`}>
      <button
        type="button"
        className="button"
        aria-label={t`Página anterior`}
        aria-disabled={pagina <= 1}
        onClick={() => pagina > 1 && onTurn(pagina - 1)}
      >
        <BackIcon />
      </button>
      <span className={css.position} aria-live="polite">
        <Position pagina={pagina} data={page} />
      </span>
      <button
        type="button"
        className="button"
        aria-label={t`Página siguiente`}
        aria-disabled={!more}
        onClick={() => more && onTurn(pagina + 1)}
      >
        <NextIcon />
      </button>
    </nav>
  );
}

interface RowsProps extends Pick<Props, 'agencias' | 'openSid' | 'lastSid' | 'painted'> {
  rows: readonly Row[];
  hours: List['hours'];
  /** How many rows the whole list has. */
  total: number;
  turning: boolean;
  scroller: HTMLElement | null;
}

/** All of the rows, or of many those that are in sight. */
function Rows({ agencias, rows, hours, total, turning, openSid, lastSid, painted, scroller }: RowsProps) {
  const { t } = useLingui();
  const untold = t`El servicio no envió su identificador: no se puede abrir.`;
  const [search] = useSearchParams();
  const { timeZone, may, agencies, person } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const onClick = usePlainClick();
  const [density] = useDensity(person.id);
  const code = useQuery({ ...rowStateCode(), enabled: painted && may.includes('listFollowUps') });
  const rowSearch = withAgencies(search, agencias);
  const several = isSeveral(agencias) && agencies?.length !== 1;
  const known = useAgencies(several && painted);
  const names = new Map(known.map(({ mail, name }) => [mail.toLowerCase(), name]));
  // In full, once a row is pointed at or focused: when it came, and how it stands.
  const tellInFull = ({ target }: SyntheticEvent) => {
    const row = (target as Element).closest<HTMLElement>('[data-row]');
    const moment = row?.querySelector('time')?.dateTime;
    if (row && moment)
      row.title = [format.exact(moment), row.querySelector('.said')?.textContent].filter(Boolean).join('\n');
  };
  const keys = useRowKeys(rows);
  const row = (index: number, style?: CSSProperties) => {
    const one = rows[index];
    if (!one) return null;
    return (
      <ListRow
        key={keys[index]}
        row={one}
        {...{ format, now, untold }}
        search={rowSearch}
        hours={hours[one.adminMail.toLowerCase()]}
        rowState={code.data?.rowState}
        agency={several ? (names.get(one.adminMail.toLowerCase()) ?? one.adminMail) : undefined}
        open={isSameSid(one.sid, openSid)}
        last={isSameSid(one.sid, lastSid) && !openSid}
        place={style || total > rows.length ? { index, count: total, style } : undefined}
      />
    );
  };
  const held = (sid: string | undefined) => rows.findIndex((one) => isSameSid(one.sid, sid));
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
    <ol className={css.rows} data-isPlaceholder={turning} {...listening}>
      {rows.map((_, index) => row(index))}
    </ol>
  );
}

interface ListRowProps extends Pick<
  ComponentProps<typeof InquiryRow>,
  'untold' | 'agency' | 'open' | 'last' | 'place'
> {
  row: Row;
  search: string;
  format: Formats;
  now: number;
  hours: Hours | undefined;
  /** Undefined until its code is here. */
  rowState: typeof RowStates.rowState | undefined;
}

/** What a row says is worked out again only when that has changed: opening another inquiry costs two rows. */
function ListRow({ row, search, format, now, hours, rowState, ...rest }: ListRowProps) {
  const { i18n } = useLingui();
  const { person, timeZone } = useSession();
  const { sid, adminMail, entry } = row;
  const text = rowText(entry, i18n.locale as Language, format, now);
  const zone = hours?.zone ?? timeZone;
  const state =
    sid !== undefined && row.seen !== undefined
      ? rowState?.(row, { hours, me: person.id, now, zone, format: formatsFor(i18n.locale, zone), i18n })
      : undefined;
  const to = sid && paths.inquiry(adminMail, sid, search);
  return <InquiryRow {...{ sid, text, state, to }} moment={entry.Momento} {...rest} />;
}

/** A row that stays has its elements, wherever it is then. */
function useRowKeys(rows: readonly Row[]): readonly number[] {
  const [kept, setKept] = useState({ rows, keys: rowKeys(rows.map(({ sid }) => sid)) });
  if (kept.rows === rows) return kept.keys.keys;
  const sids = rows.map(({ sid }) => sid);
  const keys = rowKeys(sids, kept.keys);
  setKept({ rows, keys });
  return keys.keys;
}

interface WindowProps {
  /** The service's page; undefined in a list of the index, whose days are those that were asked for. */
  page: InquiryPage | undefined;
  asked: Pick<IndexRequest, 'desde' | 'hasta' | 'vista'>;
  isPaged: boolean;
}

/** The days that the list is of: those that the service says it applied, with their zone. */
function Window({ page, asked: { desde, hasta, vista }, isPaged }: WindowProps) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  if (isPaged && page?.Desde && page.Hasta) {
    const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
    return (
      <p
        className={css.window}
        title={t`Días según la hora de ${place}. Ventana que informó el servicio: ${page.Desde} a ${page.Hasta}`}
      >
        {format.days(page.Desde, page.Hasta)}
      </p>
    );
  }
  const days = (first: string, last: string) => format.days(`${first}T12:00:00Z`, `${last}T12:00:00Z`);
  const from = desde && days(desde, desde);
  const to = hasta && days(hasta, hasta);
  const span =
    desde && hasta
      ? days(desde, hasta)
      : from
        ? t`Desde el ${from}`
        : to
          ? t`Hasta el ${to}`
          : isPaged || vista === 'hoy'
            ? ''
            : t`De cualquier fecha`;
  return <p className={css.window}>{span}</p>;
}

/** How many there are, and how many of them are loaded. */
function Total({ shown, total }: { shown: number; total: number | undefined }) {
  const { t } = useLingui();
  return total === undefined || shown >= total
    ? t`${plural(shown, { one: '# consulta', other: '# consultas' })}`
    : t`${shown} de ${plural(total, { one: '# consulta', other: '# consultas' })}`;
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
