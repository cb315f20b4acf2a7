import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { HoursForm } from './hours-form.ts';

const NUMBER_INPUT = { htmlInput: { inputMode: 'numeric', autoComplete: 'off' } } as const;

export function ResponseTimeFields({ form }: { form: HoursForm }) {
  // react-hook-form mutates the form object.
  'use no memo';
  const { t } = useLingui();
  const { errors } = form.formState;
  const targetError =
    errors.target?.message === 'not within four weeks'
      ? t`Es más que el horario abierto de cuatro semanas.`
      : t`Escribí entre 1 y 10080 minutos.`;
  const warningError =
    errors.warning?.message === 'after the target'
      ? t`No puede ser después de los minutos para responder.`
      : t`Escribí entre 0 y 10080 minutos.`;
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
      <TextField
        label={t`Responder en (minutos)`}
        error={Boolean(errors.target)}
        helperText={errors.target ? targetError : t`Después se pone en rojo.`}
        slotProps={NUMBER_INPUT}
        {...form.register('target')}
      />
      <TextField
        label={t`Avisar a los (minutos)`}
        error={Boolean(errors.warning)}
        helperText={errors.warning ? warningError : t`Desde ahí se pone en amarillo.`}
        slotProps={NUMBER_INPUT}
        {...form.register('warning')}
      />
    </Stack>
  );
}
