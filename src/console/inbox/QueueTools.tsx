import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Facets as FacetReply } from '#contract/desk/inquiries.ts';
import type { FacetName } from '#contract/queue-names.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { useSession } from '#console/session/session.ts';
import { CloseIcon, Icon } from '#console/ui/icons.tsx';
import {
  type InboxAddress,
  type IndexRequest,
  changeSearch,
  isNarrowed,
  widen,
} from '#console/inquiries/address.ts';
import { inquiryFacets } from '#console/inquiries/inquiries-queries.ts';
import { type ValueList, useValueText } from '#console/inquiries/value-text.ts';
import { useNarrowingText } from '#console/inquiries/narrowing-text.ts';
import css from './QueueTools.module.css';

interface Props {
  address: InboxAddress;
  /** What the index is asked for the list. */
  asked: IndexRequest;
  /** How many match; undefined while that is not known. */
  found: number | undefined;
  /** What is to be focused, at each new opening. */
  focus: 'search' | 'facets';
  opening: number;
  onClose: () => void;
}

/** How long the address waits for the next letter, ms. */
const TYPING_MS = 150;

/** Search and facets over all inquiries that the gateway has: the address keeps them. */
export function QueueTools(props: Props) {
  const { address, asked, focus, opening, onClose } = props;
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const set = Object.keys(address.narrowing).filter((name) => name !== 'buscar').length;
  const [unfolded, setUnfolded] = useState(set > 0 && !address.vista);
  const [opened, setOpened] = useState(0);
  if (opening !== opened) {
    setOpened(opening);
    if (focus === 'facets') setUnfolded(true);
  }
  const { typed, type } = useTyped(address.narrowing.buscar ?? '', (buscar) =>
    navigate({ pathname, search: changeSearch(search, { buscar: buscar || undefined }) }, { replace: true }),
  );

  useEffect(() => {
    if (opening > 0 && focus === 'search') input.current?.select();
  }, [opening, focus]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') document.querySelector<HTMLElement>('[data-row] a')?.focus();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (typed) type('');
    else onClose();
  };
  const { data } = useQuery({
    ...inquiryFacets(asked),
    enabled: unfolded,
    placeholderData: keepPreviousData,
    meta: BACKGROUND,
  });

  return (
    <search className={css.tools} aria-label={t`Buscar consultas`}>
      <div className={css.first}>
        <label className={`field ${css.search}`}>
          {t`Buscar`}
          <input
            ref={input}
            type="search"
            autoComplete="off"
            value={typed}
            placeholder={t`Nombre, vehículo, teléfono, comentario`}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
          />
        </label>
        <button
          type="button"
          className={`button ${css.unfold}`}
          aria-expanded={unfolded}
          title={t`Filtrar (f)`}
          onClick={() => setUnfolded(!unfolded)}
        >
          <SlidersIcon /> {set > 0 ? <Trans>Filtrar ({set})</Trans> : <Trans>Filtrar</Trans>}
        </button>
        <button
          type="button"
          className="button quiet"
          aria-label={t`Cerrar la búsqueda`}
          title={t`Cerrar la búsqueda`}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
      {unfolded && data && (
        <Facets address={address} facets={data.facets} focusAt={focus === 'facets' ? opening : 0} />
      )}
      {isNarrowed(address) && (
        <p className={css.result}>
          <output>
            {props.found === undefined
              ? ''
              : props.found === 0
                ? t`Ninguna coincide.`
                : t`${plural(props.found, { one: '# coincide', other: '# coinciden' })}`}
          </output>
          <Link className="button quiet" to={{ pathname, search: widen(search) }}>
            <Trans>Limpiar</Trans>
          </Link>
        </p>
      )}
    </search>
  );
}

/**
 * What is typed belongs to the input; the address follows when no letter came for a moment. Another text in the address
 * (Back, a link) is taken over.
 */
function useTyped(written: string, write: (text: string) => unknown) {
  const [typed, setTyped] = useState(written);
  const [sent, setSent] = useState(written);
  if (written !== sent) {
    setSent(written);
    setTyped(written);
  }
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      latest.current(text);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return { typed, type: setTyped };
}

interface FacetsProps extends Pick<Props, 'address'> {
  facets: FacetReply['facets'];
  /** Above zero: the first of them is to be focused. */
  focusAt: number;
}

/** Another than that of the filters which the service knows. */
const SlidersIcon = () => (
  <Icon>
    <path d="M4 8h8M18 8h2M4 16h2M12 16h8M15 5v6M9 13v6" />
  </Icon>
);

/** The members whose values have words of their own. */
const LISTS: Partial<Record<FacetName, ValueList>> = {
  interes: 'Interes',
  origen: 'OrigenLead',
  tipo: 'TipoAnuncio',
  condicion: 'Estado',
};

function Facets({ address, facets, focusAt }: FacetsProps) {
  const { t, i18n } = useLingui();
  const { may } = useSession();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusAt > 0) box.current?.querySelector<HTMLElement>('select:enabled')?.focus();
  }, [focusAt]);
  const choose = (name: FacetName, value: string | undefined) =>
    void navigate({ pathname, search: changeSearch(search, { [name]: value }) });
  const text = useNarrowingText();
  const valueText = useValueText();
  const withFollowUp = may.includes('listFollowUps');
  const choices: FacetName[] = [
    ...(withFollowUp ? ['seguimiento' as const] : []),
    'marca',
    'interes',
    'condicion',
    'tipo',
    'origen',
    'provincia',
  ];
  const switches: FacetName[] = [...(withFollowUp ? ['mias' as const] : []), 'permuta', 'financia', 'seguro'];
  const wordFor = (name: FacetName, value: string) =>
    name === 'seguimiento' ? text.standing(value) : valueText(LISTS[name], value);
  const valuesOf = (name: FacetName) => facets[name] ?? [];

  return (
    <div className={css.facets} ref={box}>
      {choices.map((name) => (
        <label key={name} className="field">
          {text.name[name]}
          <select
            value={
              valuesOf(name).find(({ value }) => value === address.narrowing[name])?.value ??
              address.narrowing[name] ??
              ''
            }
            onChange={({ target }) => choose(name, target.value || undefined)}
          >
            <option value="">{t`Cualquiera`}</option>
            {valuesOf(name).map(({ value, count }) => (
              <option key={value} value={value}>
                {wordFor(name, value)} ({i18n.number(count)})
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
            aria-pressed={Boolean(address.narrowing[name])}
            onClick={() => choose(name, address.narrowing[name] ? undefined : 'si')}
          >
            {text.name[name]} ({i18n.number(valuesOf(name)[0]?.count ?? 0)})
          </button>
        ))}
      </div>
    </div>
  );
}
