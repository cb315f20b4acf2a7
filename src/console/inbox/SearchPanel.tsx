import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { hasOnlyShortWords } from '#contract/search.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import {
  type InboxAddress,
  type IndexRequest,
  clearNarrowing,
  isNarrowed,
  updateSearch,
} from '#console/inquiries/inbox-address.ts';
import { facetsQuery } from '#console/inquiries/inquiry-queries.ts';
import { SearchRule } from '#console/inquiries/SearchRule.tsx';
import { CloseIcon, Icon } from '#console/ui/icons.tsx';
import { Facets } from './Facets.tsx';
import css from './SearchPanel.module.css';

export interface SearchPanelState {
  isOpen: boolean;
  focus: 'search' | 'facets';
  opening: number;
}

interface Props extends Omit<SearchPanelState, 'isOpen'> {
  address: InboxAddress;
  indexRequest: IndexRequest;
  matchCount: number | undefined;
  onClose: () => void;
}

const SEARCH_DEBOUNCE_MS = 150;

export function SearchPanel({ address, indexRequest, matchCount, focus, opening, onClose }: Props) {
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
      {isNarrowed(address) && (
        <p className={css.result}>
          <output>
            {hasOnlyShortWords(address.narrowing.buscar ?? '') ? (
              <SearchRule />
            ) : matchCount === undefined ? (
              ''
            ) : matchCount === 0 ? (
              t`Ninguna coincide.`
            ) : (
              t`${plural(matchCount, { one: '# coincide', other: '# coinciden' })}`
            )}
          </output>
          <Link className="button quiet" to={{ pathname, search: clearNarrowing(search) }}>
            <Trans>Limpiar</Trans>
          </Link>
        </p>
      )}
    </search>
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

const SlidersIcon = () => (
  <Icon>
    <path d="M4 8h8M18 8h2M4 16h2M12 16h8M15 5v6M9 13v6" />
  </Icon>
);
