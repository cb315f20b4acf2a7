import { Trans } from '@lingui/react/macro';
import { Link, useLocation, useSearchParams } from 'react-router';
import { LAST_DAYS } from '#contract/relative-days.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { type InboxAddress, updateSearch } from '#console/inquiries/inbox-address.ts';
import css from './InquiryList.module.css';
import type { ServicePage } from '#console/inquiries/inquiry-queries.ts';

export function EmptyInbox({ address, page }: { address: InboxAddress; page: ServicePage }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const changed = (change: Parameters<typeof updateSearch>[1]) => ({
    pathname,
    search: updateSearch(search, change),
  });
  if (address.pagina > 1) {
    return (
      <div className={css.empty}>
        <p>
          <Trans>El servicio no devolvió nada más: la página {address.pagina} está vacía.</Trans>
        </p>
        <Link className="button" to={changed({})}>
          <Trans>Ir a la primera página</Trans>
        </Link>
      </div>
    );
  }
  const days = page.Desde && page.Hasta ? format.days(page.Desde, page.Hasta) : '';
  return (
    <div className={css.empty}>
      <p>
        <Trans>No hay consultas con estos filtros en estos días: {days}.</Trans>
      </p>
      <div className={css.actions}>
        <Link className="button" to={changed({ desde: LAST_DAYS[7], hasta: undefined })}>
          <Trans>Últimos 7 días</Trans>
        </Link>
        <Link className="button" to={changed({ desde: LAST_DAYS[90], hasta: undefined })}>
          <Trans>Últimos 90 días</Trans>
        </Link>
        {(address.operador || address.externalid) && (
          <Link className="button" to={changed({ operador: undefined, externalid: undefined })}>
            <Trans>Quitar operador y publicación</Trans>
          </Link>
        )}
      </div>
    </div>
  );
}
