import { useLingui } from '@lingui/react/macro';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Controller, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type { InvitePerson } from '#contract/desk/people.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import parts from '#console/ui/parts.module.css';
import { AgenciesInput } from './AgenciesInput.tsx';
import { usePeopleText } from './people-text.ts';

/** Who it is and what they may do; the mail is chosen once. */
export function PersonInputs({ form, mailKnown }: { form: UseFormReturn<InvitePerson>; mailKnown: boolean }) {
  // Errors change in place, and inputs are registered again after a reset.
  'use no memo';
  const { t } = useLingui();
  const text = usePeopleText();
  const fault = useFieldErrorText();
  const { errors } = useFormState({ control: form.control });
  const role = useWatch({ control: form.control, name: 'role' });
  return (
    <>
      {!mailKnown && (
        <TextField
          label={t`Correo`}
          type="email"
          autoComplete="off"
          error={Boolean(errors.mail)}
          helperText={
            errors.mail &&
            (errors.mail.message === 'mail-taken'
              ? t`Ya hay una persona con ese correo.`
              : t`Escribí el correo completo, como ana@agencia.com.`)
          }
          {...form.register('mail')}
        />
      )}
      <TextField
        label={t`Nombre y apellido`}
        autoComplete="off"
        error={Boolean(errors.name)}
        helperText={errors.name && t`Escribí entre 2 y 100 letras.`}
        {...form.register('name')}
      />
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => (
          <FormControl error={Boolean(errors.role)}>
            <FormLabel id="role">{t`Rol`}</FormLabel>
            {/* oxlint-disable-next-line react/jsx-props-no-spreading -- what connects an input with its form */}
            <RadioGroup aria-labelledby="role" {...field}>
              {ROLES.map((choice) => (
                <FormControlLabel
                  key={choice}
                  value={choice}
                  control={<Radio size="small" />}
                  sx={{ alignItems: 'start', mt: 0.5 }}
                  label={
                    <Typography component="span" variant="body2" sx={{ display: 'block', pt: 1 }}>
                      <b>{text.role[choice]}</b>
                      <span className={parts.small}>{text.does[choice]}</span>
                    </Typography>
                  }
                />
              ))}
            </RadioGroup>
            {errors.role && <FormHelperText>{fault(errors.role.message)}</FormHelperText>}
          </FormControl>
        )}
      />
      {role === 'seller' && <AgenciesInput form={form} />}
    </>
  );
}
