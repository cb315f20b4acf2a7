import { useLingui } from '@lingui/react/macro';
import TextField from '@mui/material/TextField';
import { type FieldError, type UseFormReturn, useFormState } from 'react-hook-form';
import parts from '#console/ui/parts.module.css';
import type { AgencyInputs as Inputs, Editable } from './agency-form.ts';
import { useAgenciesText } from './agencies-text.ts';
import { PlaceInputs } from './PlaceInputs.tsx';

/** One set of inputs for inviting and editing. */
export function AgencyInputs({ form }: { form: UseFormReturn<Inputs, unknown, never> }) {
  const text = useAgenciesText();
  const fault = useInputFault();
  const { errors } = useFormState({ control: form.control });
  const input = (name: Editable, type?: 'tel') => (
    <TextField
      label={text.field[name]}
      type={type}
      autoComplete="off"
      error={Boolean(errors[name])}
      helperText={fault(name, errors[name])}
      {...form.register(name)}
    />
  );
  return (
    <>
      {input('Nombre')}
      <div className={parts.pair}>
        {input('RazonSocial')}
        {input('IdentificacionFiscal')}
      </div>
      <div className={parts.pair}>
        {input('Telefono', 'tel')}
        {input('WhatsApp', 'tel')}
      </div>
      <PlaceInputs form={form} fault={fault} />
      {input('Direccion')}
    </>
  );
}

export type InputFault = ReturnType<typeof useInputFault>;

/** What is wrong with an input: our sentence before asking, and afterwards the service's own. */
function useInputFault() {
  const { t } = useLingui();
  const sentences: Record<Editable, string> = {
    Nombre: t`Escribí entre 2 y 100 letras.`,
    RazonSocial: t`Escribí hasta 100 letras.`,
    IdentificacionFiscal: t`Escribí hasta 20 letras o números.`,
    Telefono: t`Escribí entre 8 y 20 números, como +54 11 5555 0101.`,
    WhatsApp: t`Escribí entre 8 y 20 números, como +54 9 11 5555 0101.`,
    Region: t`Escribí hasta 200 letras.`,
    Ciudad: t`Escribí hasta 200 letras.`,
    Direccion: t`Escribí hasta 200 letras.`,
  };
  return (name: Editable, error: FieldError | undefined) => {
    if (!error) return undefined;
    if (error.type !== 'server') return sentences[name];
    const { message = '' } = error;
    return t`El servicio dice: «${message}»`;
  };
}
