import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { NarrowingName } from '#contract/inbox-filter-names.ts';
import { hasOnlyShortWords } from '#contract/search.ts';
import { dayAt } from '#contract/window.ts';
import { findPeriodPreset, usePeriodPresetText } from '#console/filters/period-presets.ts';
import { useFigureFilterText } from '#console/inquiries/figure-filter-text.ts';
import { useFacetText, useFacetValueText } from '#console/inquiries/filter-text.ts';
import { type InboxAddress, clearFilters, updateSearch } from '#console/inquiries/inbox-address.ts';
import { useSession } from '#console/session/session.ts';
import { CloseIcon } from '#console/ui/icons.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import css from './FilterChips.module.css';
import { usePeriodFormat } from './period-text.ts';
import { SearchRule } from './SearchRule.tsx';

interface Props {
  address: InboxAddress;
  matchCount: number | undefined;
}

/** The active filters in one line, each of which can be removed, and how many inquiries match them. */
export function FilterChips({ address, matchCount }: Props) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const chips = useChips(address);
  const isRule = hasOnlyShortWords(address.narrowing.buscar ?? '');
  return (
    <search className={css.line} aria-label={t`Filtros activos`}>
      <ul className={css.chips}>
        {chips.map(({ key, label, change }) => (
          <li key={key}>
            <Link
              className={css.chip}
              to={{ pathname, search: updateSearch(search, change) }}
              aria-label={t`Quitar el filtro ${label}`}
              onClick={({ currentTarget }) => keepFocus(currentTarget.closest('li'))}
            >
              <bdi className="ellipsis">{label}</bdi>
              <CloseIcon />
            </Link>
          </li>
        ))}
      </ul>
      <output data-long={isRule}>
        {isRule ? (
          <SearchRule />
        ) : matchCount === undefined ? (
          ''
        ) : matchCount === 0 ? (
          t`Ninguna coincide.`
        ) : (
          t`${plural(matchCount, { one: '# coincide', other: '# coinciden' })}`
        )}
      </output>
      <Link
        className="button quiet"
        to={{ pathname, search: clearFilters(search) }}
        onClick={() => keepFocus(null)}
      >
        <Trans>Limpiar</Trans>
      </Link>
    </search>
  );
}

/** Moves the focus from what disappears to the chip beside it, otherwise to the first row. */
function keepFocus(item: Element | null): void {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const target = neighbour?.querySelector('a') ?? document.querySelector<HTMLElement>('[data-row] a');
  target?.focus();
}

interface Chip {
  key: string;
  label: string;
  change: Parameters<typeof updateSearch>[1];
}

function useChips({ desde, hasta, operador, externalid, narrowing }: InboxAddress): Chip[] {
  const { t } = useLingui();
  const text = useFacetText();
  const formatValue = useFacetValueText();
  const formatFigure = useFigureFilterText();
  const formatPeriod = usePeriodFormat();
  const presetText = usePeriodPresetText();
  const preset = findPeriodPreset({ from: desde, to: hasta }, dayAt(useNow(), useSession().timeZone));
  const period = preset ? presetText[preset.from] : formatPeriod({ desde, hasta });
  const { buscar: _, ...facets } = narrowing;
  return [
    ...(period ? [{ key: 'period', label: period, change: { desde: undefined, hasta: undefined } }] : []),
    ...(operador
      ? [{ key: 'operador', label: t`Operador: ${operador}`, change: { operador: undefined } }]
      : []),
    ...(externalid
      ? [{ key: 'externalid', label: t`Publicación: ${externalid}`, change: { externalid: undefined } }]
      : []),
    ...(Object.entries(facets) as [NarrowingName, string][]).map(([name, value]) => ({
      key: name,
      label:
        name === 'cifra'
          ? formatFigure(value).join(': ')
          : value === 'si'
            ? text.name[name]
            : `${text.name[name]}: ${formatValue(name, value)}`,
      change: { [name]: undefined },
    })),
  ];
}
