import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { Mail } from '#contract/values.ts';
import { FilterBar } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { SearchFilter } from '#console/filters/SearchFilter.tsx';
import { readAgenciesAddress } from './address.ts';
import css from './agencies.module.css';
import { agencyListQuery } from '#console/agency-select/agencies-queries.ts';

interface Props {
  found: string | undefined;
  freshness: ReactNode;
}

/** The text is looked for here, as typed; the operator is asked of the service. */
export function AgenciesFilters({ found, freshness }: Props) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { operador, unreadable } = readAgenciesAddress(search);
  return (
    <FilterBar label={t`Filtros de agencias`} found={found} freshness={freshness} unreadable={unreadable}>
      <SearchFilter label={t`Nombre, correo o lugar`} />
      <OperatorInput key={operador} operador={operador} />
    </FilterBar>
  );
}

function OperatorInput({ operador }: { operador: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [text, setText] = useState(operador ?? '');
  const [unusable, setUnusable] = useState(false);
  const known = useId();
  const wrong = useId();
  const all = useQuery(agencyListQuery());
  const mails = new Set(
    all.data?._entries.flatMap(({ Operadores }) => (Operadores ?? []).map(({ Email }) => Email ?? '')),
  );
  const ask = (given: string) => {
    const mail = given.trim();
    const usable = mail === '' || z.safeParse(Mail, mail).success;
    setUnusable(!usable);
    if (usable && mail !== (operador ?? ''))
      void navigate({ search: changedSearch(search, { operador: mail }) });
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    ask(text);
  };
  return (
    <form className={css.operator} onSubmit={onSubmit}>
      <label className="field">
        {t`Correo de un operador`}
        <input
          type="search"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          list={known}
          value={text}
          aria-invalid={unusable}
          aria-describedby={unusable ? wrong : undefined}
          onChange={({ target, nativeEvent }) => {
            setText(target.value);
            setUnusable(false);
            // Chosen from the suggestions, or cleared: there is nothing more to type.
            if (target.value === '' || !('inputType' in nativeEvent)) ask(target.value);
          }}
        />
        {unusable && (
          <span id={wrong} className="error">
            <Trans>Escribí el correo completo.</Trans>
          </span>
        )}
      </label>
      <button type="submit" className="button">
        <Trans>Buscar</Trans>
      </button>
      <datalist id={known}>
        {[...mails].filter(Boolean).map((mail) => (
          <option key={mail} value={mail}>
            {mail}
          </option>
        ))}
      </datalist>
    </form>
  );
}
