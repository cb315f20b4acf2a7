import { useLingui } from '@lingui/react/macro';
import type { FieldError } from 'react-hook-form';

type Input = 'Callback' | 'Secret' | 'Description' | 'Name' | 'Value';

/** What is wrong with an input: our sentence before asking, and afterwards the service's own. */
export function useInputFault() {
  const { t } = useLingui();
  const sentences: Record<Input, string> = {
    Callback: t`Escribí una dirección completa, como https://crm.ejemplo.com/avisos.`,
    Secret: t`Escribí entre 16 y 256 letras; si empieza con whsec_, lo que sigue tiene que ser Base64 de 24 bytes o más.`,
    Description: t`Escribí hasta 256 letras.`,
    Name: t`Letras, números y guiones, hasta 64; no los que usa el servicio, ni uno repetido.`,
    Value: t`Escribí hasta 256 letras sin acentos, sin espacios en las puntas.`,
  };
  return (input: Input, error: FieldError | undefined): string | undefined => {
    if (!error) return undefined;
    if (error.type !== 'server') return sentences[input];
    const { message = '' } = error;
    return t`El servicio dice: «${message}»`;
  };
}
