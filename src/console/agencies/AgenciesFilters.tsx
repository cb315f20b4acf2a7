import { useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { Mail } from '#contract/values.ts';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { FilterBar } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { SearchFilter } from '#console/filters/SearchFilter.tsx';
import { readAgenciesAddress } from './address.ts';

interface Props {
  count: string | undefined;
  freshness: ReactNode;
}

export function AgenciesFilters({ count, freshness }: Props) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { operador, unreadable } = readAgenciesAddress(search);
  return (
    <FilterBar label={t`Filtros de agencias`} found={count} freshness={freshness} unreadable={unreadable}>
      <SearchFilter label={t`Nombre, correo o lugar`} />
      <OperatorFilter operador={operador} />
    </FilterBar>
  );
}

function OperatorFilter({ operador = '' }: { operador: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isInvalid, setInvalid] = useState(false);
  const agencies = useQuery(agencyListQuery()).data?._entries ?? [];
  const mails = agencies.flatMap(({ Operadores }) => (Operadores ?? []).map(({ Email }) => Email ?? ''));
  const commit = (text: string) => {
    const mail = text.trim();
    const isValid = mail === '' || z.safeParse(Mail, mail).success;
    setInvalid(!isValid);
    if (isValid && mail !== operador) void navigate({ search: changedSearch(search, { operador: mail }) });
  };
  return (
    <Autocomplete
      freeSolo
      clearText={t`Limpiar`}
      options={[...new Set(mails)].filter(Boolean)}
      value={operador || null}
      onChange={(_event, mail) => commit(mail ?? '')}
      onInputChange={() => setInvalid(false)}
      sx={{
        flex: '1 1 240px',
        maxWidth: { sm: 320 },
        '& .MuiInputBase-root': { bgcolor: 'background.paper' },
      }}
      renderInput={(props) => (
        <TextField
          // oxlint-disable-next-line react/jsx-props-no-spreading -- contract of `renderInput`
          {...props}
          label={t`Correo de un operador`}
          type="email"
          error={isInvalid}
          helperText={isInvalid && t`Escribí el correo completo.`}
          onBlur={({ target }) => commit(target.value)}
        />
      )}
    />
  );
}
