import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import { agencyQuery } from '#console/agency-select/agencies-queries.ts';
import { Failure } from '#console/api/failure.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { CloseIcon, FilterIcon } from '#console/ui/icons.tsx';
import { resolveDay } from '#contract/relative-days.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { AgencySelect } from '#console/agency-select/AgencySelect.tsx';
import {
  type InboxAddress,
  hasSeveralAgencies,
  setAgencies,
  updateSearch,
} from '#console/inquiries/inbox-address.ts';
import css from './InboxFilters.module.css';

interface Props {
  agencias: readonly string[];
  address: InboxAddress;
  failure: Error | null;
  /** The rows are on screen, and what the filters need may be requested. */
  ready: boolean;
}

/** The filters that the interface has; each writes the address, and the address fills them. */
export function InboxFilters({ agencias, address, failure, ready }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [unfolded, setUnfolded] = useState(false);
  const operators = useId();
  const [agencia = ''] = agencias;
  const office = useQuery({ ...agencyQuery(agencia), enabled: ready && !hasSeveralAgencies(agencias) });

  const now = useNow();
  // Asked for only where it is needed: the first use of a time zone is dear, and this stands before the first row.
  const today = () => dayAt(now, timeZone);
  const oldest = () => addDays(today(), -WINDOW_DAYS);
  const format = useFormats(timeZone);
  const inWords = (day: string) => format.days(`${day}T12:00:00Z`, `${day}T12:00:00Z`);
  const change = (values: Parameters<typeof updateSearch>[1]) =>
    void navigate({ pathname, search: updateSearch(search, values) });
  const refused = failure instanceof Failure ? failure.errors : {};
  const set = [address.desde ?? address.hasta, address.operador, address.externalid].filter(Boolean).length;

  const presets = [
    { label: t`Hoy`, desde: 'hoy', hasta: undefined },
    { label: t`Ayer`, desde: 'ayer', hasta: 'ayer' },
    { label: t`7 días`, desde: '-7d', hasta: undefined },
    { label: t`30 días`, desde: '-30d', hasta: undefined },
    { label: t`90 días`, desde: '-90d', hasta: undefined },
  ];
  const dates = [
    { name: 'desde', label: t`Desde`, value: address.desde },
    { name: 'hasta', label: t`Hasta`, value: address.hasta },
  ] as const;
  const texts = [
    { name: 'operador', label: t`Operador`, type: 'email', value: address.operador, list: operators },
    { name: 'externalid', label: t`Publicación`, type: 'search', value: address.externalid, list: undefined },
  ] as const;

  return (
    <search className={css.filters} aria-label={t`Filtros de consultas`}>
      <div className={css.first}>
        <AgencySelect
          agencias={agencias}
          ready={ready || Boolean(failure)}
          onChange={(next) => {
            // Operator and publication belong to one agency.
            const rest = updateSearch(search, { operador: undefined, externalid: undefined });
            void navigate(paths.inquiries(setAgencies(new URLSearchParams(rest), next).toString()));
          }}
        />
        <button
          type="button"
          className={`button ${css.unfold}`}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          <FilterIcon /> {set > 0 ? <Trans>Filtros ({set})</Trans> : <Trans>Filtros</Trans>}
        </button>
      </div>
      <div className={css.folded} data-unfolded={unfolded || Object.keys(refused).length > 0}>
        <fieldset className={css.presets} aria-label={t`Período`}>
          {presets.map(({ label, desde, hasta }) => (
            <button
              key={desde}
              type="button"
              className="button"
              aria-pressed={address.desde === desde && address.hasta === hasta}
              onClick={() => change({ desde, hasta })}
            >
              {label}
            </button>
          ))}
          {set > 0 && (
            <button
              type="button"
              className="button quiet"
              aria-label={t`Limpiar`}
              title={t`Limpiar`}
              onClick={() =>
                change({ desde: undefined, hasta: undefined, operador: undefined, externalid: undefined })
              }
            >
              <CloseIcon />
            </button>
          )}
        </fieldset>
        <div className={css.inputs}>
          {dates.map(({ name, label, value }) => (
            <label key={`${name} ${value}`} className="field">
              {label}
              <input
                type="date"
                onFocus={({ target }) => {
                  target.min = oldest();
                  target.max = today();
                }}
                defaultValue={value && resolveDay(value, today)}
                aria-invalid={Boolean(refused[name])}
                aria-describedby={refused[name] && `${name}-refused`}
                // While a year is being typed the input passes through years that nobody means.
                onChange={({ target }) =>
                  (!target.value || target.value >= '2000') && change({ [name]: target.value || undefined })
                }
              />
              <Refused id={`${name}-refused`} sentences={refused[name]} />
            </label>
          ))}
          {texts.map(({ name, label, type, value, list }) => (
            <label key={`${name} ${value}`} className="field">
              {label}
              <input
                type={type}
                list={list}
                autoComplete="off"
                maxLength={255}
                defaultValue={value}
                aria-invalid={Boolean(refused[name])}
                aria-describedby={refused[name] && `${name}-refused`}
                {...onCommit((text) => text !== (value ?? '') && change({ [name]: text || undefined }))}
              />
              <Refused id={`${name}-refused`} sentences={refused[name]} />
            </label>
          ))}
          <datalist id={operators}>
            {office.data?.Operadores?.map(({ Email, Nombre, Apellido }) => (
              <option key={Email} value={Email ?? ''}>
                {[Nombre, Apellido].filter(Boolean).join(' ')}
              </option>
            ))}
          </datalist>
        </div>
      </div>
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
      {refused.desde && (
        <button
          type="button"
          className="button"
          onClick={() => change({ desde: oldest(), hasta: undefined })}
        >
          <Trans>Usar la fecha más antigua posible: {inWords(oldest())}</Trans>
        </button>
      )}
    </search>
  );
}

function Refused({ id, sentences }: { id: string; sentences: string[] | undefined }) {
  if (!sentences) return null;
  return (
    <span id={id} className="error" lang="es" role="alert">
      {sentences.join('; ')}
    </span>
  );
}

/** What was typed counts on Enter and when the input is left. */
function onCommit(commit: (text: string) => void) {
  return {
    onBlur: ({ target }: FocusEvent<HTMLInputElement>) => commit(target.value.trim()),
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
      if (key === 'Enter') commit(currentTarget.value.trim());
    },
  };
}
