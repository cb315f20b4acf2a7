import { Trans } from '@lingui/react/macro';
import { Link, useLocation, useSearchParams } from 'react-router';
import { VIEW_CONTACTS } from '#contract/desk/rights.ts';
import { LAST_DAYS } from '#contract/relative-days.ts';
import { hasOnlyShortWords } from '#contract/search.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import {
  type InboxAddress,
  clearFilters,
  hasFilters,
  updateSearch,
} from '#console/inquiries/inbox-address.ts';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import { useViewText } from '#console/inquiries/filter-text.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { SearchRule } from './SearchRule.tsx';

interface Props {
  address: InboxAddress;
  list: InquiryListResult;
}

export function EmptyList({ address, list }: Props) {
  return (
    <div className="empty-state">
      {list.paging ? (
        <EmptyPage address={address} days={list.listedDays} />
      ) : (
        <EmptyView address={address} isComplete={list.index?.isComplete ?? true} />
      )}
    </div>
  );
}

function EmptyPage({ address, days }: { address: InboxAddress; days: InquiryListResult['listedDays'] }) {
  const format = useFormats();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const changed = (change: Parameters<typeof updateSearch>[1]) => ({
    pathname,
    search: updateSearch(search, change),
  });
  if (address.pagina > 1)
    return (
      <>
        <p>
          <Trans>El servicio no devolvió nada más: la página {address.pagina} está vacía.</Trans>
        </p>
        <Link className="button" to={changed({})}>
          <Trans>Ir a la primera página</Trans>
        </Link>
      </>
    );
  const listed = days ? format.days(days.from, days.to) : '';
  return (
    <>
      <p>
        <Trans>No hay consultas con estos filtros en estos días: {listed}.</Trans>
      </p>
      <div className="wrapped-row">
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
    </>
  );
}

function EmptyView({ address, isComplete }: { address: InboxAddress; isComplete: boolean }) {
  const { may } = useSession();
  const { empty } = useViewText();
  const [search] = useSearchParams();
  const { builtInView } = address;
  const isFiltered = hasFilters(address);
  return (
    <>
      <p>
        {isFiltered ? (
          <Trans>Con estos filtros no hay ninguna.</Trans>
        ) : builtInView ? (
          empty[builtInView]
        ) : (
          <Trans>No hay consultas.</Trans>
        )}{' '}
        <HelpLink topic="views" />
      </p>
      {hasOnlyShortWords(address.narrowing.buscar ?? '') && (
        <p>
          <SearchRule />
        </p>
      )}
      {address.narrowing.buscar && !may.includes(VIEW_CONTACTS) && (
        <p>
          <Trans>
            Con los contactos tapados se buscan palabras y números enteros: de un teléfono, todo o sus últimas
            cuatro u ocho cifras.
          </Trans>
        </p>
      )}
      {!isComplete && (
        <p>
          <Trans>Todavía se están leyendo las consultas anteriores: pueden aparecer más.</Trans>
        </p>
      )}
      {isFiltered && (
        <div className="wrapped-row">
          <Link className="button" to={{ search: clearFilters(search) }}>
            <Trans>Quitar los filtros</Trans>
          </Link>
        </div>
      )}
    </>
  );
}
