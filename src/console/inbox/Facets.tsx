import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { FacetCounts as FacetReply } from '#contract/desk/inquiries.ts';
import type { FacetName } from '#contract/inbox-filter-names.ts';
import { useFacetText } from '#console/inquiries/facet-text.ts';
import { type InboxAddress, updateSearch } from '#console/inquiries/inbox-address.ts';
import { type ValueList, useValueText } from '#console/inquiries/value-text.ts';
import { useSession } from '#console/session/session.ts';
import css from './SearchPanel.module.css';

interface Props {
  address: InboxAddress;
  facets: FacetReply['facets'];
  focusRequest: number;
}

const VALUE_LISTS: Partial<Record<FacetName, ValueList>> = {
  interes: 'Interes',
  origen: 'OrigenLead',
  tipo: 'TipoAnuncio',
  condicion: 'Estado',
};
const SELECTS: readonly FacetName[] = ['marca', 'interes', 'condicion', 'tipo', 'origen', 'provincia'];
const SWITCHES: readonly FacetName[] = ['permuta', 'financia', 'seguro'];

export function Facets({ address: { narrowing }, facets, focusRequest }: Props) {
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
  const valueText = useValueText();
  const hasFollowUp = may.includes('listFollowUps');
  const selects: readonly FacetName[] = hasFollowUp ? ['seguimiento', ...SELECTS] : SELECTS;
  const switches: readonly FacetName[] = hasFollowUp ? ['mias', ...SWITCHES] : SWITCHES;
  const formatValue = (name: FacetName, value: string) =>
    name === 'seguimiento' ? text.followUpState(value) : valueText(VALUE_LISTS[name], value);

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
