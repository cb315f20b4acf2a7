import { Trans } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { type BuiltInView, bySidOf } from '#contract/queue-names.ts';
import type { InboxAddress } from '#console/inquiries/address.ts';
import { changeSearch, isNarrowed, widen } from '#console/inquiries/address.ts';
import css from './views.module.css';
import { useViewsText } from './views-text.ts';

interface Props {
  view: BuiltInView;
  address: InboxAddress;
  /** Still reading: what comes may belong here. */
  reading: boolean;
}

/** Why a view shows nothing, and the next step. */
export function EmptyView({ view, address, reading }: Props) {
  const { empty } = useViewsText();
  const [search] = useSearchParams();
  if (reading)
    return (
      <p className={css.empty}>
        <Trans>Todavía no apareció ninguna: se siguen leyendo páginas.</Trans>
      </p>
    );
  const filtered = isNarrowed(address) || Boolean(address.operador ?? address.externalid);
  const without = changeSearch(new URLSearchParams(widen(search)), {
    operador: undefined,
    externalid: undefined,
  });
  return (
    <div className={css.empty}>
      <p>{filtered ? <Trans>Con estos filtros no hay ninguna en esta vista.</Trans> : empty[view]}</p>
      <div className={css.actions}>
        {filtered && (
          <Link className="button" to={{ search: without }}>
            <Trans>Quitar los filtros</Trans>
          </Link>
        )}
        {!bySidOf(view) && view !== 'hoy' && !address.desde && (
          <Link className="button" to={{ search: changeSearch(search, { desde: '-90d', hasta: undefined }) }}>
            <Trans>Buscar en 90 días</Trans>
          </Link>
        )}
      </div>
    </div>
  );
}
