import { useLingui } from '@lingui/react/macro';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { Controller, useWatch } from 'react-hook-form';
import { ROLES, type Role } from '#contract/desk/sessions.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { useRoleNames } from '#console/session/role-text.ts';
import type { PersonForm } from './person-form.ts';
import { PersonAgenciesField } from './PersonAgenciesField.tsx';

export function PersonFields({ form, hasMail }: { form: PersonForm; hasMail: boolean }) {
  const { t } = useLingui();
  const role = useWatch({ control: form.control, name: 'role' });
  return (
    <>
      {hasMail && (
        <FormTextField
          control={form.control}
          name="mail"
          label={t`Correo`}
          type="email"
          errorText={({ message }) =>
            message === 'mail-taken'
              ? t`Ya hay una persona con ese correo.`
              : t`Escribí el correo completo, como ana@agencia.com.`
          }
        />
      )}
      <FormTextField
        control={form.control}
        name="name"
        label={t`Nombre y apellido`}
        errorText={t`Escribí entre 2 y 100 letras.`}
      />
      <RoleField form={form} />
      {role === 'seller' && <PersonAgenciesField form={form} />}
    </>
  );
}

function RoleField({ form }: { form: PersonForm }) {
  const { t } = useLingui();
  const roleNames = useRoleNames();
  const descriptions: Record<Role, string> = {
    seller: t`Ve las consultas de sus agencias, y nada de las demás.`,
    partner: t`Todo: agencias, avisos, personas y auditoría.`,
    support: t`Lee todo, gestiona los avisos y reenvía consultas. No toca agencias ni personas.`,
  };
  const getErrorText = useFieldErrorText();
  return (
    <Controller
      control={form.control}
      name="role"
      render={({ field, fieldState: { error } }) => (
        <FormControl error={Boolean(error)}>
          <FormLabel id="role">{t`Rol`}</FormLabel>
          <RadioGroup aria-labelledby="role" {...field}>
            {ROLES.map((choice) => (
              <FormControlLabel
                key={choice}
                value={choice}
                control={<Radio size="small" />}
                sx={{ alignItems: 'start', mt: 0.5 }}
                label={
                  <Typography component="span" sx={{ display: 'block', pt: 1 }}>
                    <b>{roleNames[choice]}</b>
                    <Typography
                      component="span"
                      variant="body2"
                      color="textSecondary"
                      sx={{ display: 'block' }}
                    >
                      {descriptions[choice]}
                    </Typography>
                  </Typography>
                }
              />
            ))}
          </RadioGroup>
          {error && <FormHelperText>{getErrorText(error.message)}</FormHelperText>}
        </FormControl>
      )}
    />
  );
}
