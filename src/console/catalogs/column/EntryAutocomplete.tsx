import { useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { MatchKind, MatchedEntry } from '#contract/desk/matching.ts';
import { suggest } from '#matching/suggest.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { WHOLE_LISTS, cityNamesQuery } from '#console/catalogs/catalogs.ts';
import type { CityName } from '#console/catalogs/entries.ts';
import { useSession } from '#console/session/session.ts';

const MAX_ENTRY_OPTIONS = 50;
const MIN_ENTRY_TEXT_LENGTH = 2;

interface Props {
  catalog: MatchKind;
  label: string;
  candidates: readonly MatchedEntry[];
  onChoose: (entry: MatchedEntry) => void;
  onClose: () => void;
}

export function EntryAutocomplete({ catalog, label, candidates, onChoose, onClose }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const { entries, isLoading, error } = useEntries(catalog, useDeferredValue(text));
  const options =
    text.trim() === '' && candidates.length > 0
      ? [...candidates]
      : suggest(entries, text, ({ name, region }) => [name, `${name} ${region ?? ''}`]).slice(
          0,
          MAX_ENTRY_OPTIONS,
        );
  return (
    <Autocomplete
      open
      autoHighlight
      slotProps={{ popper: { container: () => document.querySelector('#main') } }}
      options={options}
      value={null}
      inputValue={text}
      onInputChange={(_event, value, reason) => reason === 'input' && setText(value)}
      onChange={(_event, entry) => entry && onChoose(entry)}
      onClose={(_event, reason) => (reason === 'escape' || reason === 'blur') && onClose()}
      filterOptions={(offered) => offered}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ link }) => link}
      loading={isLoading}
      loadingText={t`Cargando el catálogo`}
      noOptionsText={
        <NoOptions error={error} isShort={catalog === 'city' && text.trim().length < MIN_ENTRY_TEXT_LENGTH} />
      }
      renderOption={({ key, ...props }, { name, region }) => (
        <li key={key} {...props}>
          <ListItemText primary={name} secondary={region} sx={{ my: 0 }} />
        </li>
      )}
      renderInput={(props) => (
        <TextField
          {...props}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a button of its row
          autoFocus
          size="small"
          label={label}
        />
      )}
    />
  );
}

function NoOptions({ error, isShort }: { error: Error | null; isShort: boolean }) {
  const { t } = useLingui();
  const { what } = useFailureMessage(error ?? new Error(''));
  if (error) return what;
  return isShort ? t`Escribí parte del nombre.` : t`Ninguna entrada del catálogo coincide con esta búsqueda.`;
}

function useEntries(catalog: MatchKind, text: string) {
  const q = text.trim();
  const isCity = catalog === 'city';
  const list = useQuery({ ...WHOLE_LISTS[isCity ? 'make' : catalog](), enabled: !isCity });
  const cities = useQuery({
    ...cityNamesQuery({ q }, useSession().referenceType),
    enabled: isCity && q.length >= MIN_ENTRY_TEXT_LENGTH,
    placeholderData: keepPreviousData,
  });
  const { data, isLoading, error } = isCity ? cities : list;
  return { entries: (data ?? []).map(toMatchedEntry), isLoading, error };
}

function toMatchedEntry({ id, path, name, region }: CityName): MatchedEntry {
  return { id, link: path, name, region };
}
