import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { plural } from '@lingui/core/macro';
import type { GatewayCode } from '#contract/problem.ts';
import {
  type FailureMeanings,
  type FailureMessage,
  findMeaning,
  useFailureMessage,
} from '#console/api/failure-message.ts';
import { Failure } from '#console/api/failure.ts';

interface Props {
  error: Error;
  meanings?: FailureMeanings;
  /** `errors.root` of a form is the service's message about no field; the alert then takes the focus. */
  serviceMessage?: string | undefined;
  focusOnMount?: boolean;
  children?: ReactNode;
}

export function FormAlert({ error, meanings, serviceMessage, focusOnMount = false, children }: Props) {
  const alert = useRef<HTMLDivElement>(null);
  const takesFocus = focusOnMount || serviceMessage !== undefined;
  useEffect(() => {
    if (takesFocus) alert.current?.focus();
  }, [takesFocus]);
  const { what, advice } = useFormFailureMessage(error, meanings);
  const messages =
    error instanceof Failure && !error.code
      ? [error.detail, ...(serviceMessage === undefined ? (error.errors._ ?? []) : [serviceMessage])]
      : [];
  const fromService = messages.filter(Boolean).join(' ');
  return (
    <Alert severity="error" variant="outlined" ref={alert} tabIndex={takesFocus ? -1 : undefined}>
      {what}. {advice}
      {fromService && (
        <p lang="es">
          <Trans>El servicio dice:</Trans> «{fromService}»
        </p>
      )}
      {children}
    </Alert>
  );
}

interface FormFailureProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  error: Error | null;
  meanings?: FailureMeanings;
}

export function FormFailure<Values extends FieldValues, Output>({
  control,
  error,
  meanings,
}: FormFailureProps<Values, Output>) {
  const { root } = useFormState({ control }).errors;
  return (
    root && error && <FormAlert error={error} serviceMessage={root.message} {...(meanings && { meanings })} />
  );
}

function useFormFailureMessage(error: Error, meanings?: FailureMeanings): FailureMessage {
  const { t } = useLingui();
  const fallback = useFailureMessage(error, meanings);
  if (!(error instanceof Failure) || !error.code) return fallback;
  const seconds = error.retryAfterS ?? 60;
  const minutes = Math.ceil(seconds / 60);
  const wait =
    seconds < 60
      ? t`Esperá ${plural(seconds, { one: '# segundo', other: '# segundos' })} y probá otra vez.`
      : t`Esperá ${plural(minutes, { one: '# minuto', other: '# minutos' })} y probá otra vez.`;
  const byCode: Partial<Record<GatewayCode, FailureMessage>> = {
    'wrong-credentials': {
      what: t`El correo o la contraseña no son correctos`,
      advice: t`Revisalos y probá otra vez.`,
    },
    'wrong-code': {
      what: t`El código no es correcto`,
      advice: t`Cada código sirve una sola vez: escribí el que se ve ahora.`,
    },
    'codes-unreadable': {
      what: t`No se puede revisar el código de la aplicación`,
      advice: t`Cambió la clave de esta consola. Entrá con un código de recuperación y configurá de nuevo el segundo paso.`,
    },
    'openid-unreachable': {
      what: t`No se pudo llegar al proveedor con el que se entra`,
      advice: t`Probá de nuevo en unos minutos.`,
    },
    'openid-failed': {
      what: t`No se pudo comprobar el inicio de sesión`,
      advice: t`Pasó demasiado tiempo, se canceló o empezó en otro navegador. Empezá otra vez.`,
    },
    'passkey-failed': {
      what: t`No se pudo comprobar la llave de acceso`,
      advice: t`Pasó demasiado tiempo, o no es una llave de esta cuenta. Probá otra vez, o usá otra manera de entrar.`,
    },
    'mail-unverified': {
      what: t`El proveedor no da por verificado tu correo`,
      advice: t`Verificalo allí y probá de nuevo, o pedile ayuda a quien administra tus cuentas.`,
    },
    'mail-unknown': {
      what: t`Esa cuenta no tiene acceso a Vitrina`,
      advice: t`Pedile a quien administra Vitrina que te invite con el correo de esa cuenta.`,
    },
    'linked-otherwise': {
      what: t`Tu correo ya está vinculado con otra cuenta del proveedor`,
      advice: t`Entrá con esa cuenta, o pedile a quien administra Vitrina que restablezca tu acceso.`,
    },
    'no-role': {
      what: t`Esa cuenta no tiene un rol de Vitrina`,
      advice: t`Pedíselo a quien administra las cuentas del proveedor.`,
    },
    'passwords-off': {
      what: t`Acá no se entra con contraseña`,
      advice: t`Volvé a iniciar sesión con tu cuenta del proveedor.`,
    },
    'too-many-attempts': { what: t`Demasiados intentos`, advice: wait },
    'last-partner': {
      what: t`Es la única cuenta que administra`,
      advice: t`Dale antes la administración a otra persona; si no, nadie podría invitar ni dar permisos.`,
    },
    'mail-taken': {
      what: t`Ya hay una persona con ese correo`,
      advice: t`Buscala en la lista: puede estar invitada o sin acceso.`,
    },
    'not-active': {
      what: t`Esta persona no está activa`,
      advice: t`Todavía no aceptó la invitación, o no tiene acceso.`,
    },
    'not-invited': {
      what: t`Esta persona no espera una invitación`,
      advice: t`Ya la aceptó, o no tiene acceso.`,
    },
    'second-factor-required': {
      what: t`Tu rol exige el segundo paso`,
      advice: t`No se puede quitar; sí cambiar por uno nuevo.`,
    },
    'not-set-up': {
      what: t`No hay un segundo paso en curso`,
      advice: t`Empezá otra vez: puede que lo hayas cambiado en otra ventana.`,
    },
    'cross-site': {
      what: t`El pedido no salió de esta página`,
      advice: t`Recargá la página y probá otra vez.`,
    },
  };
  return findMeaning(error, meanings) ? fallback : (byCode[error.code] ?? fallback);
}
