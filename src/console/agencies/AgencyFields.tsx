import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type FieldError, useFormContext } from 'react-hook-form';
import type { AgencyFormValues, EditableField } from './agency-form.ts';
import { useAgenciesText } from './agencies-text.ts';
import { PlaceFields } from './PlaceFields.tsx';

export const PAIR = { display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 } as const;

export function AgencyFields() {
  const text = useAgenciesText();
  const getErrorText = useErrorText();
  const { register, formState } = useFormContext<AgencyFormValues>();
  const field = (name: EditableField, type?: 'tel') => (
    <TextField
      label={text.field[name]}
      type={type}
      autoComplete="off"
      error={Boolean(formState.errors[name])}
      helperText={getErrorText(name, formState.errors[name])}
      {...register(name)}
    />
  );
  return (
    <>
      {field('Nombre')}
      <Box sx={PAIR}>
        {field('RazonSocial')}
        {field('IdentificacionFiscal')}
      </Box>
      <Box sx={PAIR}>
        {field('Telefono', 'tel')}
        {field('WhatsApp', 'tel')}
      </Box>
      <Box sx={PAIR}>
        <PlaceFields getErrorText={getErrorText} />
      </Box>
      {field('Direccion')}
    </>
  );
}

function useErrorText() {
  const { t } = useLingui();
  const sentences: Record<EditableField, string> = {
    Nombre: t`Escribí entre 2 y 100 letras.`,
    RazonSocial: t`Escribí hasta 100 letras.`,
    IdentificacionFiscal: t`Escribí hasta 20 letras o números.`,
    Telefono: t`Escribí entre 8 y 20 números, como +54 11 5555 0101.`,
    WhatsApp: t`Escribí entre 8 y 20 números, como +54 9 11 5555 0101.`,
    Region: t`Escribí hasta 200 letras.`,
    Ciudad: t`Escribí hasta 200 letras.`,
    Direccion: t`Escribí hasta 200 letras.`,
  };
  return (name: EditableField, error: FieldError | undefined) => {
    if (error?.type !== 'server') return error && sentences[name];
    const { message = '' } = error;
    return t`El servicio dice: «${message}»`;
  };
}
