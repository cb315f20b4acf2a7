import { Trans, useLingui } from '@lingui/react/macro';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { PersonAgency } from '#contract/desk/people.ts';
import { isSameMail } from '#contract/is-same-mail.ts';
import { AdminMail } from '#contract/values.ts';
import { AgencyAutocomplete, useSuggestAgencies } from '#console/agency-select/AgencyAutocomplete.tsx';
import { useAgencies, useAgencyName } from '#console/agency-select/use-agencies.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { IconAction } from '#console/ui/IconAction.tsx';
import { CloseIcon } from '#console/ui/icons.tsx';
import type { PersonForm } from './person-form.ts';

export function PersonAgenciesField({ form }: { form: PersonForm }) {
  const { t } = useLingui();
  const getErrorText = useFieldErrorText();
  const agencies = useAgencies(true);
  const getName = useAgencyName();
  const suggestAgencies = useSuggestAgencies();
  const [inputValue, setInputValue] = useState('');
  const [invalidMail, setInvalidMail] = useState('');
  const { field } = useController({ control: form.control, name: 'agencies' });
  const personMail = useWatch({ control: form.control, name: 'mail' });
  const { errors } = useFormState({ control: form.control });
  const error = errors.agencies?.message ?? errors.agencies?.root?.message;
  const selected = field.value;
  const isSelected = (adminMail: string) =>
    selected.some((agency) => isSameMail(agency.adminMail, adminMail));
  const add = (text: string) => {
    const adminMail = text.trim();
    if (!adminMail) return;
    if (!isAdminMail(adminMail)) return setInvalidMail(adminMail);
    setInvalidMail('');
    setInputValue('');
    if (!isSelected(adminMail)) field.onChange([...selected, { adminMail, ownInquiriesOnly: false }]);
    form.clearErrors('agencies');
  };
  /** MUI takes the typed text on Enter rather than the suggestion that it highlights. */
  const addTyped = (text: string) => {
    const unselected = agencies.map(({ mail }) => mail).filter((mail) => !isSelected(mail));
    const [suggestion] = suggestAgencies(unselected, text);
    add(isAdminMail(text) ? text : (suggestion?.agency ?? text));
  };
  return (
    <Stack component="fieldset" spacing={1} aria-labelledby="agencies">
      <FormLabel id="agencies" component="div" error={Boolean(error)}>
        <Trans>Agencias</Trans>
      </FormLabel>
      <AgencyAutocomplete
        freeSolo
        clearOnBlur={false}
        excluded={selected.map(({ adminMail }) => adminMail)}
        value={null}
        inputValue={inputValue}
        onInputChange={(_event, text, reason) => {
          if (reason === 'reset' || reason === 'selectOption') return;
          setInputValue(text);
          setInvalidMail('');
        }}
        onChange={(_event, text, reason) => {
          if (text) (reason === 'createOption' ? addTyped : add)(text);
        }}
        onBlur={() => add(inputValue)}
        // Enter adds the agency and does not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && inputValue.trim() && event.preventDefault()}
        inputRef={field.ref}
        label={t`Agregar una agencia`}
        error={Boolean(error) || Boolean(invalidMail)}
        helperText={
          (invalidMail &&
            t`«${invalidMail}» no es una agencia: elegí una de la lista o escribí su correo.`) ||
          (getErrorText(error) ?? t`Buscá por nombre, o escribí su correo.`)
        }
      />
      <List disablePadding aria-label={t`Agencias elegidas`}>
        {selected.map((agency, index) => (
          <PersonAgencyItem
            key={agency.adminMail}
            agency={agency}
            name={getName(agency.adminMail)}
            isAdmin={isSameMail(agency.adminMail, personMail)}
            error={getErrorText(
              errors.agencies?.[index]?.ownInquiriesOnly?.message ??
                errors.agencies?.[index]?.adminMail?.message,
            )}
            onLimit={(ownInquiriesOnly) =>
              field.onChange(selected.with(index, { ...agency, ownInquiriesOnly }))
            }
            onRemove={() => field.onChange(selected.toSpliced(index, 1))}
          />
        ))}
      </List>
    </Stack>
  );
}

function isAdminMail(text: string): boolean {
  return z.safeParse(AdminMail, text.trim()).success;
}

interface Props {
  agency: PersonAgency;
  name: string;
  isAdmin: boolean;
  error: string | undefined;
  onLimit: (ownInquiriesOnly: boolean) => void;
  onRemove: () => void;
}

function PersonAgencyItem({
  agency: { adminMail, ownInquiriesOnly },
  name,
  isAdmin,
  error,
  onLimit,
  onRemove,
}: Props) {
  const { t } = useLingui();
  const hint = isAdmin
    ? t`No se puede limitar: su correo es el de la cuenta de esta agencia, y quien la administra ve todas sus consultas.`
    : error;
  return (
    <ListItem
      divider
      disableGutters
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1 }}
    >
      <ListItemText
        primary={name}
        secondary={name === adminMail ? undefined : adminMail}
        sx={{ my: 0, overflowWrap: 'anywhere' }}
      />
      <IconAction label={t`Quitar ${name}`} onClick={onRemove}>
        <CloseIcon />
      </IconAction>
      <FormControlLabel
        disabled={isAdmin}
        control={
          <Checkbox
            size="small"
            checked={ownInquiriesOnly && !isAdmin}
            onChange={(_event, checked) => onLimit(checked)}
            slotProps={{ input: { 'aria-describedby': hint ? `limit-${adminMail}` : undefined } }}
          />
        }
        label={<Trans>Solo sus consultas</Trans>}
      />
      {hint && (
        <FormHelperText id={`limit-${adminMail}`} error={!isAdmin} sx={{ gridColumn: '1 / -1' }}>
          {hint}
        </FormHelperText>
      )}
    </ListItem>
  );
}
