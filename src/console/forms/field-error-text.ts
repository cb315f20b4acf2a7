import { useLingui } from '@lingui/react/macro';
import type { FieldError } from 'react-hook-form';
import { FIELD_ERROR_CODES, type FieldErrorCode } from '#contract/desk/field-error-codes.ts';

/** Takes the gateway's error codes of a field, separated by spaces; of several the first counts. */
export function useFieldErrorText(): (codes: string | undefined) => string | undefined {
  const { t } = useLingui();
  const texts: Record<FieldErrorCode, string> = {
    invalid: t`Este valor no es válido. Revisalo.`,
    'wrong-password': t`No es tu contraseña actual.`,
    'common-password': t`Es una de las primeras que probaría un atacante. Elegí otra, por ejemplo varias palabras que no vayan juntas.`,
    'personal-password': t`Se parece demasiado a tu nombre, a tu correo o a «Vitrina». Elegí otra.`,
    'unlimited-admin': t`Quien administra la agencia ve todas sus consultas; no se puede limitar.`,
    'agency-needed': t`Elegí al menos una agencia.`,
    'agencies-not-wanted': t`Solo las cuentas de ventas llevan agencias.`,
    'too-many': t`Son demasiadas.`,
    twice: t`Está dos veces.`,
    'own-receiver': t`Es la dirección en la que Vitrina recibe los avisos.`,
    'has-contact': t`Queda en la auditoría: no puede tener teléfonos, correos ni números de seis cifras o más.`,
    'names-buyer': t`Queda en la auditoría: no puede nombrar a la persona.`,
    'private-address': t`Es una dirección privada o local, a la que Vitrina no envía; quien la opera puede permitirla.`,
  };
  return (codes) => {
    if (!codes) return undefined;
    const code = FIELD_ERROR_CODES.find((known) => codes.split(' ').includes(known));
    return texts[code ?? 'invalid'];
  };
}

export type ErrorText = string | ((error: FieldError) => string);

export function useErrorMessage(): (
  error: FieldError | undefined,
  errorText: ErrorText,
) => string | undefined {
  const { t } = useLingui();
  return (error, errorText) => {
    if (!error) return undefined;
    const { type, message = '' } = error;
    if (type === 'service' && message) return t`El servicio dice: «${message}»`;
    return typeof errorText === 'string' ? errorText : errorText(error);
  };
}
