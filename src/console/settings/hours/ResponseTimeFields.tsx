import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import type { HoursForm } from './hours-form.ts';

const NUMBER_INPUT = { inputMode: 'numeric' } as const;

export function ResponseTimeFields({ form }: { form: HoursForm }) {
  const { t } = useLingui();
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
      <FormTextField
        control={form.control}
        name="target"
        label={t`Responder en (minutos)`}
        errorText={({ message }) =>
          message === 'not within four weeks'
            ? t`Es más que el horario abierto de cuatro semanas.`
            : t`Escribí entre 1 y 10080 minutos.`
        }
        helperText={t`Después se pone en rojo.`}
        htmlInput={NUMBER_INPUT}
      />
      <FormTextField
        control={form.control}
        name="warning"
        label={t`Avisar a los (minutos)`}
        errorText={({ message }) =>
          message === 'after the target'
            ? t`No puede ser después de los minutos para responder.`
            : t`Escribí entre 0 y 10080 minutos.`
        }
        helperText={t`Desde ahí se pone en amarillo.`}
        htmlInput={NUMBER_INPUT}
      />
    </Stack>
  );
}
