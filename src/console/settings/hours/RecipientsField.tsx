import { useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import type { Recipient } from '#contract/desk/notifications.ts';
import { suggest } from '#matching/suggest.ts';
import { recipientsQuery } from './late-alarm-queries.ts';

interface Props {
  agencia: string;
  people: readonly Recipient[];
  hasMore: boolean;
  initialIds: readonly string[];
  onChange: (ids: string[]) => void;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
}

export function RecipientsField({ agencia, people, hasMore, initialIds, onChange, inputRef, error }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  // The array stays the same until somebody else is chosen: Autocomplete clears the text whenever its value
  // is another one.
  const [chosen, setChosen] = useState(() =>
    initialIds.flatMap((id) => people.find((person) => person.id === id) ?? []),
  );
  const search = useQuery({ ...recipientsQuery(agencia, text.trim()), enabled: hasMore });
  return (
    <Autocomplete
      multiple
      autoHighlight
      disableCloseOnSelect
      disablePortal
      slotProps={{ popper: { popperOptions: { strategy: 'fixed' } } }}
      options={(hasMore && search.data) || people}
      value={chosen}
      onChange={(_event, next) => {
        setChosen(next);
        onChange(next.map(({ id }) => id));
      }}
      onInputChange={(_event, next) => setText(next.slice(0, 100))}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      filterOptions={(offered, { inputValue }) =>
        suggest(offered, inputValue, ({ name, mail }) => [name, mail])
      }
      noOptionsText={t`Nadie coincide.`}
      renderOption={({ key, ...props }, { name, mail }) => (
        // oxlint-disable-next-line react/jsx-props-no-spreading -- makes it an option
        <li key={key} {...props}>
          <ListItemText primary={name} secondary={mail} sx={{ my: 0, overflowWrap: 'anywhere' }} />
        </li>
      )}
      renderInput={(props) => (
        <TextField
          // oxlint-disable-next-line react/jsx-props-no-spreading -- makes it the input of the list
          {...props}
          inputRef={inputRef}
          label={t`A quién avisar`}
          error={error !== undefined}
          helperText={error ?? t`Quienes venden en la agencia y quienes administran.`}
        />
      )}
    />
  );
}
