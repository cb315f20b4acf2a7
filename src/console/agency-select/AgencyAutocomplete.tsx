import { Trans, useLingui } from '@lingui/react/macro';
import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { isSameMail } from '#contract/is-same-mail.ts';
import { suggest } from '#matching/suggest.ts';
import { useSavedItems } from '#console/session/saved-items.ts';
import { useSession } from '#console/session/session.ts';
import { agencyListQuery } from './agency-queries.ts';
import { type AgencyGroup, sortAgencies } from './sort-agencies.ts';
import { useAgencies, useAgencyName } from './use-agencies.ts';

type InputProps = Pick<TextFieldProps, 'label' | 'error' | 'helperText' | 'inputRef'>;

interface Props<Multiple extends boolean, Clearable extends boolean, FreeSolo extends boolean>
  extends
    InputProps,
    Pick<
      AutocompleteProps<string, Multiple, Clearable, FreeSolo>,
      | 'multiple'
      | 'disableClearable'
      | 'freeSolo'
      | 'clearOnBlur'
      | 'value'
      | 'onChange'
      | 'inputValue'
      | 'onInputChange'
      | 'disabled'
      | 'onBlur'
      | 'onKeyDown'
      | 'sx'
    > {
  excluded?: readonly string[];
}

export function AgencyAutocomplete<
  Multiple extends boolean = false,
  Clearable extends boolean = false,
  FreeSolo extends boolean = false,
>({ label, error, helperText, inputRef, excluded, ...autocomplete }: Props<Multiple, Clearable, FreeSolo>) {
  const { t } = useLingui();
  const { agencies: ownAgencies } = useSession();
  const list = useQuery({ ...agencyListQuery(), enabled: !ownAgencies });
  const agencies = useAgencies(true);
  const getName = useAgencyName();
  const selected = [autocomplete.value ?? []].flat() as string[];
  const listedMails = agencies.map(({ mail }) => mail);
  const unlistedMails = selected.filter((mail) => !listedMails.some((other) => isSameMail(mail, other)));
  const options = [...unlistedMails, ...listedMails].filter(
    (mail) => !excluded?.some((other) => isSameMail(mail, other)),
  );
  const suggestAgencies = useSuggestAgencies();
  const sorted = suggestAgencies(options, '');
  const groups = new Map(sorted.map(({ agency, group }) => [agency, group]));
  const hasGroups = sorted[0] !== undefined && sorted[0].group !== 'other';
  const groupText: Record<AgencyGroup, string> = {
    pinned: t`Fijadas`,
    recent: t`Recientes`,
    other: t`Otras`,
  };
  const isListMissing = list.isError && agencies.length === 0;
  return (
    <Autocomplete
      autoHighlight
      disablePortal
      {...autocomplete}
      options={sorted.map(({ agency }) => agency)}
      {...(hasGroups && { groupBy: (mail: string) => groupText[groups.get(mail) ?? 'other'] })}
      isOptionEqualToValue={isSameMail}
      getOptionLabel={(mail) => {
        const name = getName(mail);
        return name === mail ? mail : `${name} (${mail})`;
      }}
      filterOptions={(offered, { inputValue }) =>
        // The text is the mail of the value until the names are loaded; nobody typed it.
        suggestAgencies(offered, inputValue === autocomplete.value ? '' : inputValue).map(
          ({ agency }) => agency,
        )
      }
      noOptionsText={t`Ninguna agencia coincide.`}
      renderOption={({ key, ...props }, mail) => (
        <li key={key} {...props}>
          <ListItemText
            primary={getName(mail)}
            secondary={getName(mail) === mail ? undefined : mail}
            sx={{ my: 0, overflowWrap: 'anywhere' }}
          />
        </li>
      )}
      renderInput={(props) => (
        <TextField
          {...props}
          inputRef={inputRef}
          label={label}
          error={error}
          helperText={
            isListMissing && !error ? (
              <>
                {autocomplete.freeSolo
                  ? t`No se pudo cargar la lista de agencias; se puede escribir su correo.`
                  : t`No se pudo cargar la lista de agencias.`}{' '}
                <Button size="small" onClick={() => void list.refetch()}>
                  <Trans>Reintentar</Trans>
                </Button>
              </>
            ) : (
              helperText
            )
          }
        />
      )}
    />
  );
}

export function useSuggestAgencies() {
  const getName = useAgencyName();
  const savedItems = useSavedItems();
  return (mails: readonly string[], text: string) =>
    sortAgencies(
      suggest(mails, text, (mail) => [mail, getName(mail)]),
      (mail) => mail,
      savedItems,
    );
}
