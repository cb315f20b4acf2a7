import { Trans, useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useController, useFormState, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { InvitePerson, PersonAgency } from '#contract/desk/people.ts';
import { AdminMail } from '#contract/values.ts';
import { suggest } from '#matching/suggest.ts';
import { agencyListQuery } from '#console/agency-select/agencies-queries.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { CloseIcon } from '#console/ui/icons.tsx';
import parts from '#console/ui/parts.module.css';
import css from './people.module.css';
import { sameMail } from './person-form.ts';

/** A seller's agencies: picked from the app's, or by AdminMail where that list does not have them. */
export function AgenciesInput({ form }: { form: UseFormReturn<InvitePerson> }) {
  // Errors change in place.
  'use no memo';
  const { t } = useLingui();
  const fault = useFieldErrorText();
  const all = useQuery(agencyListQuery());
  const [typed, setTyped] = useState('');
  const [unusable, setUnusable] = useState('');
  const { field } = useController({ control: form.control, name: 'agencies' });
  const mail = useWatch({ control: form.control, name: 'mail' });
  const chosen = field.value;
  const names = new Map(all.data?._entries.map(({ AdminMail, Nombre }) => [AdminMail.toLowerCase(), Nombre]));
  const named = (adminMail: string) => names.get(adminMail.toLowerCase()) ?? adminMail;
  const isChosen = (adminMail: string) => chosen.some((agency) => sameMail(agency.adminMail, adminMail));
  const offered = (all.data?._entries ?? [])
    .map((agency) => agency.AdminMail)
    .filter((adminMail) => !isChosen(adminMail));
  const suggested = (text: string) => suggest(offered, text, (adminMail) => [adminMail, named(adminMail)]);
  /** MUI commits the typed text over the suggestion that it highlights. */
  const meant = (text: string) => (isAdminMail(text) ? undefined : suggested(text)[0]);
  const add = (given: string) => {
    const adminMail = given.trim();
    if (!adminMail) return;
    if (!isAdminMail(adminMail)) return setUnusable(adminMail);
    setUnusable('');
    setTyped('');
    if (!isChosen(adminMail)) field.onChange([...chosen, { adminMail, ownInquiriesOnly: false }]);
    form.clearErrors('agencies');
  };
  const change = (index: number, ownInquiriesOnly: boolean) =>
    field.onChange(chosen.map((agency, at) => (at === index ? { ...agency, ownInquiriesOnly } : agency)));
  const errors = useFormState({ control: form.control }).errors.agencies;
  const missing = errors?.message ?? errors?.root?.message;
  return (
    <fieldset className={css.agencies} aria-labelledby="agencies">
      <FormLabel id="agencies" component="div" error={Boolean(missing)}>
        <Trans>Agencias</Trans>
      </FormLabel>
      <Autocomplete
        freeSolo
        autoHighlight
        clearOnBlur={false}
        options={offered}
        value={null}
        inputValue={typed}
        onInputChange={(_event, text, reason) => {
          if (reason === 'reset' || reason === 'selectOption') return;
          setTyped(text);
          setUnusable('');
        }}
        onChange={(_event, given, reason) =>
          given && add(reason === 'createOption' ? (meant(given) ?? given) : given)
        }
        onBlur={() => add(typed)}
        // Enter takes what was typed or the best suggestion, and does not send the form.
        onKeyDown={(event) => event.key === 'Enter' && typed.trim() && event.preventDefault()}
        getOptionLabel={(adminMail) => adminMail}
        filterOptions={(_options, { inputValue }) => suggested(inputValue)}
        renderOption={({ key, ...props }, adminMail) => (
          // oxlint-disable-next-line react/jsx-props-no-spreading -- what makes it an option
          <li key={key} {...props}>
            <span>
              {named(adminMail)}
              {named(adminMail) !== adminMail && <span className={parts.small}>{adminMail}</span>}
            </span>
          </li>
        )}
        renderInput={(props) => (
          <TextField
            // oxlint-disable-next-line react/jsx-props-no-spreading -- what makes it the input of the list
            {...props}
            inputRef={field.ref}
            label={t`Agregar una agencia`}
            error={Boolean(missing) || Boolean(unusable)}
            helperText={
              (unusable && t`«${unusable}» no es un AdminMail: elegí una de la lista o escribí su correo.`) ||
              fault(missing) ||
              (all.isError
                ? t`No se pudo cargar la lista de agencias; se puede escribir el AdminMail.`
                : t`Buscá por nombre, o escribí el AdminMail.`)
            }
          />
        )}
      />
      <ul aria-label={t`Agencias elegidas`}>
        {chosen.map((agency, index) => (
          <ChosenAgency
            key={agency.adminMail}
            agency={agency}
            name={named(agency.adminMail)}
            administers={sameMail(agency.adminMail, mail)}
            fault={fault(errors?.[index]?.ownInquiriesOnly?.message ?? errors?.[index]?.adminMail?.message)}
            onLimit={(only) => change(index, only)}
            onRemove={() => field.onChange(chosen.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface ChosenProps {
  agency: PersonAgency;
  name: string;
  /** The person's mail is the agency's AdminMail. */
  administers: boolean;
  fault: string | undefined;
  onLimit: (only: boolean) => void;
  onRemove: () => void;
}

function ChosenAgency({ agency, name, administers, fault, onLimit, onRemove }: ChosenProps) {
  const { t } = useLingui();
  const { adminMail, ownInquiriesOnly } = agency;
  const reason = administers
    ? t`No se puede limitar: su correo es el AdminMail de esta agencia, y quien la administra ve todas sus consultas.`
    : fault;
  return (
    <li className={css.agency}>
      <span>
        {name}
        {name !== adminMail && <span className={parts.small}>{adminMail}</span>}
      </span>
      <IconButton aria-label={t`Quitar ${name}`} title={t`Quitar`} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
      <div className={css.limit}>
        <FormControlLabel
          disabled={administers}
          control={
            <Checkbox
              size="small"
              checked={ownInquiriesOnly && !administers}
              onChange={(_event, checked) => onLimit(checked)}
              slotProps={{ input: { 'aria-describedby': reason ? `limit-${adminMail}` : undefined } }}
            />
          }
          label={<Trans>Solo sus consultas</Trans>}
        />
        {reason && (
          <FormHelperText id={`limit-${adminMail}`} error={!administers}>
            {reason}
          </FormHelperText>
        )}
      </div>
    </li>
  );
}

function isAdminMail(text: string): boolean {
  return z.safeParse(AdminMail, text.trim()).success;
}
