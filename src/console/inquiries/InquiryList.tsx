import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { LAST_PAGE } from '#contract/paging.ts';
import { sidOf } from '#contract/sid.ts';
import { Failure } from '#console/api/failure.ts';
import type { Language } from '#console/locales/preferred.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { BackIcon, NextIcon, RefreshIcon } from '#console/shell/icons.tsx';
import { FailurePanel } from '#console/shell/FailurePanel.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { usePlainClick } from '#console/ui/plain-click.ts';
import { type InboxAddress, changeSearch, withAgency } from './address.ts';
import { EmptyInbox } from './EmptyInbox.tsx';
import { InboxSkeleton } from './InboxSkeleton.tsx';
import css from './InquiryList.module.css';
import { InquiryRow } from './InquiryRow.tsx';
import type { InquiryPage } from './inquiries-queries.ts';
import { rowText } from './row-text.ts';

interface Props {
  agencia: string;
  address: InboxAddress;
  page: UseQueryResult<InquiryPage>;
  openSid: string | undefined;
}

/** The rows of one page, in the service's order, with the window it applied and the way to the other pages. */
export function InquiryList({ agencia, address, page, openSid }: Props) {
  const { t, i18n } = useLingui();
  const untold = t`El servicio no mandó su identificador: no se puede abrir.`;
  const { data, isPlaceholderData: turning } = page;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const onClick = usePlainClick();
  const scroller = useTop(`${agencia} ${data?.Desde} ${data?.Hasta} ${data?.Pagina}`);
  // The exact moment of a row, once it is pointed at or focused.
  const exactMoment = ({ target }: SyntheticEvent) => {
    const time = (target as Element).closest('[data-row]')?.querySelector('time');
    if (time) time.title = format.exact(time.dateTime);
  };

  const turn = (pagina: number) => {
    const next = changeSearch(search, { pagina: pagina > 1 ? String(pagina) : undefined });
    void navigate({ pathname: location.pathname, search: next });
  };
  const more = Boolean(data?._links?.next) && address.pagina < LAST_PAGE;
  const rowSearch = withAgency(search, agencia);

  return (
    <>
      <div className={css.head}>
        <h1 className={css.title}>
          <Trans>Consultas</Trans>
        </h1>
        <Window data={data} />
        <button
          type="button"
          className="button quiet"
          aria-label={t`Actualizar`}
          title={t`Actualizar`}
          disabled={page.isFetching}
          onClick={() => void page.refetch()}
        >
          <RefreshIcon />
        </button>
      </div>
      <div className={css.scroller} ref={scroller} aria-busy={page.isFetching}>
        {page.isFetching && data && <div className={css.progress} role="presentation" />}
        {page.isPending && <InboxSkeleton />}
        {page.isError && (
          <FailurePanel error={page.error} onRetry={() => void page.refetch()}>
            {page.error instanceof Failure && page.error.status === 403 && (
              <Link className="button" to={paths.inquiries()}>
                <Trans>Ir a mis consultas</Trans>
              </Link>
            )}
          </FailurePanel>
        )}
        {data?._entries.length === 0 && <EmptyInbox address={address} data={data} />}
        {data && (
          // Links are what is pressed; the list only takes their clicks.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <ol
            className={css.rows}
            data-turning={turning}
            onClick={onClick}
            onPointerOver={exactMoment}
            onFocus={exactMoment}
          >
            {data._entries.map((entry, index) => {
              const sid = sidOf(entry);
              return (
                <InquiryRow
                  // The n-th row of a page turns into the n-th of the next: its elements stay.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={index}
                  text={rowText(entry, i18n.locale as Language, format, now)}
                  moment={entry.Momento}
                  untold={untold}
                  sid={sid}
                  to={sid && paths.inquiry(agencia, sid, rowSearch)}
                  open={sid !== undefined && sid === openSid}
                />
              );
            })}
          </ol>
        )}
        {data && address.pagina === LAST_PAGE && data._entries.length > 0 && (
          <p className={css.note}>
            <Trans>
              La página 99 es la última que el servicio entrega. Para ver consultas anteriores, acotá las
              fechas.
            </Trans>
          </p>
        )}
      </div>
      <nav className={css.pager} aria-label={t`Páginas`}>
        <button
          type="button"
          className="button"
          aria-label={t`Página anterior`}
          disabled={address.pagina <= 1}
          onClick={() => turn(address.pagina - 1)}
        >
          <BackIcon />
        </button>
        <span className={css.position} aria-live="polite">
          <Position pagina={address.pagina} data={turning ? undefined : data} />
        </span>
        <button
          type="button"
          className="button"
          aria-label={t`Página siguiente`}
          disabled={!more}
          onClick={() => turn(address.pagina + 1)}
        >
          <NextIcon />
        </button>
      </nav>
    </>
  );
}

/** Another page begins at its top; the same one, read again, stays where it was. */
function useTop(shown: string) {
  const scroller = useRef<HTMLDivElement>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    scroller.current?.scrollTo(0, 0);
  }, [shown]);
  return scroller;
}

/** The window that the service says it applied, with its zone. */
function Window({ data }: { data: InquiryPage | undefined }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
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
