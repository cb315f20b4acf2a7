import { useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import type { Recipient } from '#contract/desk/notifications.ts';
import { suggest } from '#matching/suggest.ts';

interface Props {
  people: readonly Recipient[];
  /** Ids. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
}

/** Chooses people by name or mail. */
export function RecipientsField({ people, value, onChange, inputRef, error }: Props) {
  const { t } = useLingui();
  return (
    <Autocomplete
      multiple
      autoHighlight
      disableCloseOnSelect
      // Keeps the options within the dialog for screen readers, but does not clip them there.
      disablePortal
      slotProps={{ popper: { popperOptions: { strategy: 'fixed' } } }}
      options={people}
      value={people.filter(({ id }) => value.includes(id))}
      onChange={(_event, chosen) => onChange(chosen.map(({ id }) => id))}
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
