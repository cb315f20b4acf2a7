import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { AddPasskey, MAX_PASSKEY_NAME_LENGTH } from '#contract/desk/passkeys.ts';
import { CurrentPassword } from '#contract/desk/signing-in.ts';
import { DialogForm } from '#console/forms/FormDialog.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { CurrentPasswordField } from '#console/session/PasswordFields.tsx';
import { PasskeyAlert } from '#console/session/PasskeyAlert.tsx';
import { PasskeyError, addPasskey } from '#console/session/passkeys.ts';
import { RecoveryCodeList } from '#console/session/RecoveryCodeList.tsx';
import { useClientName } from '#console/session/use-client-name.ts';

const FormValues = z.extend(z.pick(AddPasskey, { name: true }), { password: CurrentPassword });

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const titleId = useId();
  const [codes, setCodes] = useState<string[]>();
  const browserName = useClientName(navigator.userAgent);
  const form = useForm({
    resolver: zodResolver(FormValues),
    defaultValues: { name: browserName, password: '' },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  const add = useMutation({
    ...addPasskey,
    onSuccess: (reply) => (reply.codes.length > 0 ? setCodes(reply.codes) : onClose()),
    onError: (error) => setFormErrors(error, form.setError, ['name', 'password']),
  });
  const onSubmit = form.handleSubmit((values) => add.mutate(values));
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} {...(!codes && { onClose })}>
      <DialogTitle id={titleId}>
        <Trans>Agregar una llave de acceso</Trans>
      </DialogTitle>
      {codes ? (
        <DialogContent>
          <RecoveryCodeList
            codes={codes}
            confirmation={t`La llave de acceso está en tu cuenta.`}
            doneLabel={t`Listo`}
            onDone={onClose}
          />
        </DialogContent>
      ) : (
        <DialogForm
          onSubmit={(event) => void onSubmit(event)}
          failure={
            add.error instanceof PasskeyError ? (
              <PasskeyAlert error={add.error} />
            ) : (
              <FormFailure control={form.control} error={add.error} />
            )
          }
          submitLabel={t`Seguir`}
          isPending={add.isPending}
          onClose={onClose}
        >
          <Typography color="textSecondary">
            <Trans>
              El navegador va a preguntar dónde guardarla: en este dispositivo, en tu teléfono, en un gestor
              de contraseñas o en una llave de seguridad. Tus otras sesiones se cierran al agregarla.
            </Trans>
          </Typography>
          <FormTextField
            control={form.control}
            name="name"
            label={t`Nombre, para reconocerla`}
            errorText={t`Escribí un nombre.`}
            htmlInput={{ maxLength: MAX_PASSKEY_NAME_LENGTH }}
          />
          <CurrentPasswordField control={form.control} name="password" label={t`Contraseña`} />
        </DialogForm>
      )}
    </Dialog>
  );
}
