import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { FacetCounts } from '#contract/desk/inquiries.ts';
import type { FacetName } from '#contract/inbox-filter-names.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { useFacetText, useFacetValueText } from '#console/inquiries/filter-text.ts';
import { type InboxAddress, type IndexRequest, updateSearch } from '#console/inquiries/inbox-address.ts';
import { facetsQuery } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { CloseIcon, Icon } from '#console/ui/icons.tsx';
import css from './SearchPanel.module.css';

export interface SearchPanelState {
  isOpen: boolean;
  focus: 'search' | 'facets';
  opening: number;
}

interface Props extends Omit<SearchPanelState, 'isOpen'> {
  address: InboxAddress;
  indexRequest: IndexRequest;
  onClose: () => void;
}

const SEARCH_DEBOUNCE_MS = 150;

const SELECTS: readonly FacetName[] = ['marca', 'interes', 'condicion', 'tipo', 'origen', 'provincia'];
const SWITCHES: readonly FacetName[] = ['permuta', 'financia', 'seguro'];

export function SearchPanel({ address, indexRequest, focus, opening, onClose }: Props) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const facetCount = Object.keys(address.narrowing).filter((name) => name !== 'buscar').length;
  const [showsFacets, setShowsFacets] = useState(facetCount > 0 && !address.viewId);
  const [handledOpening, setHandledOpening] = useState(0);
  if (opening !== handledOpening) {
    setHandledOpening(opening);
    if (focus === 'facets') setShowsFacets(true);
  }
  const [text, setText] = useDebouncedText(address.narrowing.buscar ?? '', (buscar) =>
    navigate({ pathname, search: updateSearch(search, { buscar: buscar || undefined }) }, { replace: true }),
  );

  useEffect(() => {
    if (opening > 0 && focus === 'search') input.current?.select();
  }, [opening, focus]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') document.querySelector<HTMLElement>('[data-row] a')?.focus();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (text) setText('');
    else onClose();
  };
  const { data } = useQuery({
    ...facetsQuery(indexRequest),
    enabled: showsFacets,
    placeholderData: keepPreviousData,
    meta: BACKGROUND,
  });

  return (
    <search className={css.panel} aria-label={t`Buscar consultas`}>
      <div className={css.first}>
        <label className={`field ${css.search}`}>
          {t`Buscar`}
          <input
            ref={input}
            type="search"
            autoComplete="off"
            value={text}
            placeholder={t`Nombre, vehículo, teléfono, comentario`}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={handleKeyDown}
          />
        </label>
        <button
          type="button"
          className={`button ${css.unfold}`}
          aria-expanded={showsFacets}
          data-hint={t`Filtrar (f)`}
          onClick={() => setShowsFacets(!showsFacets)}
        >
          <SlidersIcon /> {facetCount > 0 ? <Trans>Filtrar ({facetCount})</Trans> : <Trans>Filtrar</Trans>}
        </button>
        <button type="button" className="button quiet" aria-label={t`Cerrar la búsqueda`} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      {showsFacets && data && (
        <Facets address={address} facets={data.facets} focusRequest={focus === 'facets' ? opening : 0} />
      )}
    </search>
  );
}

interface FacetsProps {
  address: InboxAddress;
  facets: FacetCounts['facets'];
  focusRequest: number;
}

function Facets({ address: { narrowing }, facets, focusRequest }: FacetsProps) {
  const { t, i18n } = useLingui();
  const { may } = useSession();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusRequest > 0) box.current?.querySelector<HTMLElement>('select:enabled')?.focus();
  }, [focusRequest]);
  const setFacet = (name: FacetName, value: string | undefined) =>
    void navigate({ pathname, search: updateSearch(search, { [name]: value }) });
  const text = useFacetText();
  const formatValue = useFacetValueText();
  const hasFollowUp = may.includes('listFollowUps');
  const selects: readonly FacetName[] = hasFollowUp ? ['seguimiento', ...SELECTS] : SELECTS;
  const switches: readonly FacetName[] = hasFollowUp ? ['mias', ...SWITCHES] : SWITCHES;

  return (
    <div className={css.facets} ref={box}>
      {selects.map((name) => (
        <label key={name} className="field">
          {text.name[name]}
          <select
            value={narrowing[name] ?? ''}
            onChange={({ target }) => setFacet(name, target.value || undefined)}
          >
            <option value="">{t`Cualquiera`}</option>
            {facets[name]?.map(({ value, count }) => (
              <option key={value} value={value}>
                {formatValue(name, value)} ({i18n.number(count)})
              </option>
            ))}
          </select>
        </label>
      ))}
      <div className={css.switches}>
        {switches.map((name) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={Boolean(narrowing[name])}
            onClick={() => setFacet(name, narrowing[name] ? undefined : 'si')}
          >
            {text.name[name]} ({i18n.number(facets[name]?.[0]?.count ?? 0)})
          </button>
        ))}
      </div>
    </div>
  );
}

/** The text is saved after a pause. A value saved by others (Back, a link) replaces it. */
function useDebouncedText(saved: string, save: (text: string) => unknown) {
  const [text, setText] = useState(saved);
  const [lastSaved, setLastSaved] = useState(saved);
  if (saved !== lastSaved) {
    setLastSaved(saved);
    setText(saved);
  }
  const saveRef = useRef(save);
  useEffect(() => {
    saveRef.current = save;
  });
  useEffect(() => {
    const trimmed = text.trim();
    if (trimmed === lastSaved) return undefined;
    const timer = setTimeout(() => {
      setLastSaved(trimmed);
      saveRef.current(trimmed);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, lastSaved]);
  return [text, setText] as const;
}

export const SearchRule = () => (
  <Trans>Se buscan palabras de al menos dos letras o tres números, hasta ocho.</Trans>
);

const SlidersIcon = () => (
  <Icon>
    <path d="M4 8h8M18 8h2M4 16h2M12 16h8M15 5v6M9 13v6" />
  </Icon>
);
