import { Trans, useLingui } from '@lingui/react/macro';
import FormLabel from '@mui/material/FormLabel';
import List from '@mui/material/List';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { isSameMail } from '#contract/is-same-mail.ts';
import { AdminMail } from '#contract/values.ts';
import { AgencyAutocomplete, useSuggestAgencies } from '#console/agency-select/AgencyAutocomplete.tsx';
import { useAgencies, useAgencyName } from '#console/agency-select/use-agencies.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import type { PersonForm } from './person-form.ts';
import { PersonAgencyItem } from './PersonAgencyItem.tsx';

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
            t`«${invalidMail}» no es un AdminMail: elegí una de la lista o escribí su correo.`) ||
          (getErrorText(error) ?? t`Buscá por nombre, o escribí el AdminMail.`)
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
