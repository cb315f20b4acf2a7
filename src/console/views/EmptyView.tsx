import { Trans } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { hasOnlyShortWords } from '#contract/search.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import {
  type InboxAddress,
  updateSearch,
  isNarrowed,
  clearNarrowing,
} from '#console/inquiries/inbox-address.ts';
import { SearchRule } from '#console/inquiries/SearchRule.tsx';
import css from './views.module.css';
import { useViewText } from '#console/inquiries/view-text.ts';

interface Props {
  address: InboxAddress;
  isComplete: boolean;
}

export function EmptyView({ address, isComplete }: Props) {
  const { empty } = useViewText();
  const [search] = useSearchParams();
  const { builtInView, operador, externalid, desde, hasta } = address;
  const isFiltered = isNarrowed(address) || [operador, externalid, desde, hasta].some(Boolean);
  const without = updateSearch(new URLSearchParams(clearNarrowing(search)), {
    operador: undefined,
    externalid: undefined,
    desde: undefined,
    hasta: undefined,
  });
  return (
    <div className={css.empty}>
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
      {!isComplete && (
        <p>
          <Trans>Todavía se están leyendo las consultas anteriores: pueden aparecer más.</Trans>
        </p>
      )}
      {isFiltered && (
        <div className={css.actions}>
          <Link className="button" to={{ search: without }}>
            <Trans>Quitar los filtros</Trans>
          </Link>
        </div>
      )}
    </div>
  );
}
