import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { FormTextField } from './FormTextField.tsx';

interface Props<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  name: Path<Values>;
}

const SECRET_BYTES = 32;

export function generateSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`;
}

export function NewSecretField<Values extends FieldValues, Output>({ form, name }: Props<Values, Output>) {
  const { t } = useLingui();
  const [isVisible, setIsVisible] = useState(false);
  const secret: string = useWatch({ control: form.control, name });
  const generate = () => {
    form.setValue(name, generateSecret() as PathValue<Values, Path<Values>>, { shouldDirty: true });
    form.clearErrors(name);
  };
  return (
    <Stack spacing={1} sx={{ mt: 1 }}>
      <FormTextField
        control={form.control}
        name={name}
        label={t`Secreto nuevo`}
        type={isVisible ? 'text' : 'password'}
        autoComplete="new-password"
        isVerbatim
        errorText={t`Escribí entre 16 y 256 letras; si empieza con whsec_, lo que sigue tiene que ser Base64 de 24 bytes o más.`}
        helperText={t`Copialo ahora si lo necesita otro sistema: después no se muestra más, ni acá ni en el servicio.`}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button color="inherit" variant="outlined" onClick={generate}>
          <Trans>Generar</Trans>
        </Button>
        <Button
          color="inherit"
          variant="outlined"
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? <Trans>Ocultar</Trans> : <Trans>Mostrar</Trans>}
        </Button>
        {secret && (
          <CopyButton text={secret} label={t`Copiar el secreto`}>
            <Trans>Copiar</Trans>
          </CopyButton>
        )}
      </Stack>
    </Stack>
  );
}
