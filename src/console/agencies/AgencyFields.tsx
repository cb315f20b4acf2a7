import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import { useFormContext } from 'react-hook-form';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import type { AgencyFormValues, EditableField } from './agency-form.ts';
import { useAgenciesText } from './agencies-text.ts';
import { PlaceFields } from './PlaceFields.tsx';

const PAIR = { display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 } as const;

export function AgencyFields() {
  const text = useAgenciesText();
  const errorTexts = useErrorTexts();
  const { control } = useFormContext<AgencyFormValues>();
  const field = (name: EditableField, type?: 'tel') => (
    <FormTextField
      control={control}
      name={name}
      label={text.field[name]}
      type={type}
      errorText={errorTexts[name]}
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
        <PlaceFields errorTexts={errorTexts} />
      </Box>
      {field('Direccion')}
    </>
  );
}

function useErrorTexts(): Record<EditableField, string> {
  const { t } = useLingui();
  return {
    Nombre: t`Escribí entre 2 y 100 letras.`,
    RazonSocial: t`Escribí hasta 100 letras.`,
    IdentificacionFiscal: t`Escribí hasta 20 letras o números.`,
    Telefono: t`Escribí entre 8 y 20 números, como +54 11 5555 0101.`,
    WhatsApp: t`Escribí entre 8 y 20 números, como +54 9 11 5555 0101.`,
    Region: t`Escribí hasta 200 letras.`,
    Ciudad: t`Escribí hasta 200 letras.`,
    Direccion: t`Escribí hasta 200 letras.`,
  };
}
