import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import { AgencySelect } from '#console/agency-select/AgencySelect.tsx';
import { Failure } from '#console/api/failure.ts';
import { type InboxAddress, setAgencies, updateSearch } from '#console/inquiries/inbox-address.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FilterIcon, Icon, SearchIcon } from '#console/ui/icons.tsx';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import css from './InboxFilters.module.css';
import { usePeriodFormat, usePeriodPresets } from './period-text.ts';

const PeriodPopover = lazyWithRetry(
  () => import('./PeriodPopover.tsx').then((module) => module.PeriodPopover),
  {
    floats: true,
  },
);
const MoreFiltersPopover = lazyWithRetry(
  () => import('./MoreFiltersPopover.tsx').then((module) => module.MoreFiltersPopover),
  { floats: true },
);

interface Props {
  address: InboxAddress;
  failure: Error | null;
  /** The filters make calls only once the rows are shown. */
  isReady: boolean;
  onSearch: () => void;
}

export function InboxFilters({ address, failure, isReady, onSearch }: Props) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { agencies: ownAgencies } = useSession();
  const [popover, setPopover] = useState<{ kind: 'period' | 'more'; anchor: HTMLElement }>();
  const change = (values: Parameters<typeof updateSearch>[1]) =>
    void navigate({ pathname, search: updateSearch(search, values) });
  const toggle = (kind: 'period' | 'more') => ({
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': popover?.kind === kind,
    onPointerEnter: () => void (kind === 'period' ? PeriodPopover.preload() : MoreFiltersPopover.preload()),
    onClick: ({ currentTarget }: { currentTarget: HTMLElement }) =>
      setPopover(popover?.kind === kind ? undefined : { kind, anchor: currentTarget }),
  });
  const errors = failure instanceof Failure ? failure.errors : {};
  const { agencias, desde, hasta, operador, externalid } = address;
  const moreCount = [operador, externalid].filter(Boolean).length;
  const popoverProps = popover && {
    anchor: popover.anchor,
    address,
    errors,
    onChange: change,
    onClose: () => setPopover(undefined),
  };

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
        <PeriodButton {...{ desde, hasta }} {...toggle('period')} />
        <button
          type="button"
          className={`button ${css.more}`}
          aria-label={moreCount > 0 ? t`Más filtros (${moreCount})` : t`Más filtros`}
          data-hint={t`Operador y publicación`}
          data-set={moreCount > 0}
          {...toggle('more')}
        >
          <FilterIcon />
          <span>{moreCount > 0 ? <Trans>Más filtros ({moreCount})</Trans> : <Trans>Más filtros</Trans>}</span>
        </button>
        <button type="button" className={`button ${css.search}`} onClick={onSearch}>
          <SearchIcon />
          <Trans>Buscar por nombre, vehículo, teléfono o comentario</Trans>
        </button>
      </div>
      {popover?.kind === 'period' && popoverProps && <PeriodPopover {...popoverProps} />}
      {popover?.kind === 'more' && popoverProps && (
        <MoreFiltersPopover
          {...popoverProps}
          agencies={agencias[0] === ALL_AGENCIES ? (ownAgencies ?? []) : agencias}
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
      {errors['desde'] && <OldestPeriodButton onChange={change} />}
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

interface PeriodButtonProps extends Pick<InboxAddress, 'desde' | 'hasta'> {
  onClick: (event: { currentTarget: HTMLElement }) => void;
}

function PeriodButton({ desde, hasta, ...props }: PeriodButtonProps) {
  const { t } = useLingui();
  const formatPeriod = usePeriodFormat();
  const preset = usePeriodPresets().find((other) => other.desde === desde && other.hasta === hasta);
  const text = preset?.label ?? formatPeriod({ desde, hasta });
  return (
    <button type="button" className={`button ${css.period}`} data-set={text !== undefined} {...props}>
      <CalendarIcon />
      {text === undefined ? (
        t`Período`
      ) : (
        <>
          <span className={css.periodLabel}>{t`Período`}</span> {text}
        </>
      )}
    </button>
  );
}

const CalendarIcon = () => (
  <Icon>
    <path d="M4 6h16v14H4zM4 10h16M8 3v5M16 3v5" />
  </Icon>
);
