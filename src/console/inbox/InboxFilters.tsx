import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import { AgencySelect } from '#console/agency-select/AgencySelect.tsx';
import { Failure } from '#console/api/failure.ts';
import {
  type InboxAddress,
  type IndexRequest,
  setAgencies,
  updateSearch,
} from '#console/inquiries/inbox-address.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FilterIcon, PlusIcon } from '#console/ui/icons.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import css from './InboxFilters.module.css';
import { usePeriodFormat } from './period-text.ts';
import { SearchField } from './SearchField.tsx';

const FiltersPopover = lazyWithRetry(
  () => import('./FiltersPopover.tsx').then((module) => module.FiltersPopover),
  { floats: true, fallback: ({ onClose }) => <LoadingFilters onClose={onClose} /> },
);

function LoadingFilters({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  useShortcuts(t`Consultas`, [{ keys: 'Escape', label: t`Cerrar los filtros`, run: onClose }]);
  return <SlowNotice />;
}

interface Props {
  address: InboxAddress;
  indexRequest: IndexRequest;
  failure: Error | null;
  /** The filters make calls only once the rows are shown. */
  isReady: boolean;
}

export function InboxFilters({ address, indexRequest, failure, isReady }: Props) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { agencies: ownAgencies } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { agencias, narrowing } = address;
  const errors = failure instanceof Failure ? failure.errors : {};
  const preload = () => void FiltersPopover.preload();
  const open = () => setAnchor(button.current);
  useShortcuts(t`Consultas`, [{ keys: 'f', label: t`Filtrar las consultas`, run: open }]);

  return (
    <search className={css.filters} aria-label={t`Filtros de consultas`}>
      <div className={css.bar}>
        <AgencySelect
          agencias={agencias}
          ready={isReady || Boolean(failure)}
          onChange={(next) => {
            const rest = updateSearch(search, { operador: undefined, externalid: undefined });
            void navigate(paths.inquiries(setAgencies(new URLSearchParams(rest), next).toString()));
          }}
        />
        <SearchField saved={narrowing.buscar ?? ''} />
        <button
          ref={button}
          type="button"
          className={`button ${css.filter}`}
          aria-label={t`Filtrar`}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          data-hint={t`Filtrar (f)`}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => (anchor ? setAnchor(null) : open())}
        >
          <FilterIcon />
          <span>
            <Trans>Filtrar</Trans>
          </span>
          <PlusIcon />
        </button>
      </div>
      {anchor && (
        <FiltersPopover
          {...{ anchor, address, indexRequest, errors }}
          agencies={agencias[0] === ALL_AGENCIES ? (ownAgencies ?? []) : agencias}
          onClose={() => setAnchor(null)}
        />
      )}
      {['desde', 'hasta', 'operador', 'externalid'].map(
        (name) =>
          errors[name] && (
            <p key={name} className={css.error} lang="es" role="alert">
              {errors[name].join('; ')}
            </p>
          ),
      )}
      {errors['desde'] && (
        <OldestPeriodButton
          onChange={(period) => void navigate({ pathname, search: updateSearch(search, period) })}
        />
      )}
      {address.unreadable.map(({ parameter, value }) => (
        <output key={parameter} className={css.unreadable}>
          {parameter === 'pagina' ? (
            <Trans>
              No se entiende «pagina={value}» en la dirección (va de 1 a 99): se muestra la primera página.
            </Trans>
          ) : (
            <Trans>
              No se entiende «{parameter}={value}» en la dirección: se muestra sin esa fecha.
            </Trans>
          )}
        </output>
      ))}
    </search>
  );
}

function OldestPeriodButton({
  onChange,
}: {
  onChange: (period: Pick<InboxAddress, 'desde' | 'hasta'>) => void;
}) {
  const { timeZone } = useSession();
  const now = useNow();
  const formatPeriod = usePeriodFormat();
  const desde = addDays(dayAt(now, timeZone), -WINDOW_DAYS);
  const oldestText = formatPeriod({ desde, hasta: desde });
  return (
    <button
      type="button"
      className={`button ${css.oldest}`}
      onClick={() => onChange({ desde, hasta: undefined })}
    >
      <Trans>Usar la fecha más antigua posible: {oldestText}</Trans>
    </button>
  );
}
