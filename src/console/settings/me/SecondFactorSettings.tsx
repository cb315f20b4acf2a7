import { zodResolver } from '@hookform/resolvers/zod';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Me, type NewSecondFactor, ProvePassword } from '#contract/desk/me.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { DialogForm } from '#console/forms/FormDialog.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { ConfirmSecondFactorForm } from '#console/session/ConfirmSecondFactorForm.tsx';
import { RecoveryCodeList } from '#console/session/RecoveryCodeList.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { CurrentPasswordField } from '#console/session/PasswordFields.tsx';
import { createSecondFactor, removeSecondFactor, renewRecoveryCodes } from './me-queries.ts';

const LOW_RECOVERY_CODES = 3;

export function SecondFactorSettings({
  secondFactor: { on: isOn, required: isRequired, recoveryCodesLeft },
}: {
  secondFactor: Me['secondFactor'];
}) {
  const { t } = useLingui();
  const [task, setTask] = useState<SecondFactorTask>();
  return (
    <>
      <div>
        <StatusChip tone={isOn ? 'good' : 'none'}>{isOn ? t`Está activo` : t`No está activo`}</StatusChip>
      </div>
      {isRequired && (
        <Typography color="textSecondary">
          <Trans>Tu rol lo exige: se puede cambiar por uno nuevo, no quitar.</Trans>
        </Typography>
      )}
      {isOn && (
        <Typography color="textSecondary">
          <Plural
            value={recoveryCodesLeft}
            _0="No te quedan códigos de recuperación."
            one="Te queda # código de recuperación."
            other="Te quedan # códigos de recuperación."
          />
        </Typography>
      )}
      {isOn && recoveryCodesLeft < LOW_RECOVERY_CODES && (
        <Alert severity="warning" variant="outlined">
          <Trans>Pedí códigos nuevos antes de que los necesites.</Trans>
        </Alert>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {isOn ? (
          <>
            <Button variant="outlined" color="inherit" onClick={() => setTask('renew-codes')}>
              <Trans>Códigos nuevos</Trans>
            </Button>
            <Button variant="outlined" color="inherit" onClick={() => setTask('set-up')}>
              <Trans>Cambiar de teléfono</Trans>
            </Button>
          </>
        ) : (
          <Button variant="outlined" color="inherit" onClick={() => setTask('set-up')}>
            <Trans>Activar el segundo paso</Trans>
          </Button>
        )}
        {isOn && !isRequired && (
          <Button variant="outlined" color="error" onClick={() => setTask('remove')}>
            <Trans>Quitar el segundo paso</Trans>
          </Button>
        )}
      </Stack>
      {task && <SecondFactorDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  );
}

type SecondFactorTask = 'set-up' | 'renew-codes' | 'remove';

interface SecondFactorDialogProps {
  task: SecondFactorTask;
  onClose: () => void;
}

function SecondFactorDialog({ task, onClose }: SecondFactorDialogProps) {
  const { title, explanation, submitLabel, codesNotice, doneLabel } = useTaskText(task);
  const headingId = useId();
  const [newSecondFactor, setNewSecondFactor] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<string[]>();
  const start = useMutation({
    mutationFn: async (body: ProvePassword) => {
      if (task === 'set-up') return setNewSecondFactor(await runMutation(createSecondFactor, body));
      if (task === 'renew-codes') return setCodes((await runMutation(renewRecoveryCodes, body)).codes);
      await runMutation(removeSecondFactor, body);
      return onClose();
    },
  });
  return (
    // Recovery codes are shown only once: then only its button closes the dialog.
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={headingId} {...(!codes && { onClose })}>
      <DialogTitle id={headingId}>{title}</DialogTitle>
      {!codes && !newSecondFactor ? (
        <ConfirmPasswordForm
          explanation={explanation}
          submitLabel={submitLabel}
          isDangerous={task === 'remove'}
          mutation={start}
          onCancel={onClose}
        />
      ) : (
        <DialogContent>
          {codes ? (
            <RecoveryCodeList
              codes={codes}
              confirmation={codesNotice}
              doneLabel={doneLabel}
              onDone={onClose}
            />
          ) : (
            newSecondFactor && (
              <ConfirmSecondFactorForm
                secondFactor={newSecondFactor}
                onConfirmed={setCodes}
                onRestart={() => {
                  setNewSecondFactor(undefined);
                  start.reset();
                }}
              />
            )
          )}
        </DialogContent>
      )}
    </Dialog>
  );
}

function useTaskText(task: SecondFactorTask) {
  const { t } = useLingui();
  const texts = {
    'set-up': {
      title: t`Activar el segundo paso`,
      explanation: t`Vas a necesitar una app de autenticación en tu teléfono. Tus otras sesiones se cierran al activarlo. Antes, tu contraseña.`,
      submitLabel: t`Seguir`,
      codesNotice: t`El segundo paso está activo.`,
    },
    'renew-codes': {
      title: t`Códigos de recuperación nuevos`,
      explanation: t`Los anteriores dejan de servir. Antes, tu contraseña.`,
      submitLabel: t`Crear códigos nuevos`,
      codesNotice: t`Los códigos anteriores ya no sirven.`,
    },
    remove: {
      title: t`Quitar el segundo paso`,
      explanation: t`Para entrar va a alcanzar con tu contraseña: escribila para confirmarlo.`,
      submitLabel: t`Quitar el segundo paso`,
      codesNotice: '',
    },
  } satisfies Record<SecondFactorTask, object>;
  return { ...texts[task], doneLabel: t`Listo` };
}

const RequiredPassword = z.required(ProvePassword);

interface ConfirmPasswordFormProps {
  explanation: string;
  submitLabel: string;
  isDangerous: boolean;
  mutation: UseMutationResult<void, Error, ProvePassword>;
  onCancel: () => void;
}

/** An unattended screen must not allow the change, so it asks for the password. */
function ConfirmPasswordForm({
  explanation,
  submitLabel,
  isDangerous,
  mutation,
  onCancel,
}: ConfirmPasswordFormProps) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(RequiredPassword), defaultValues: { password: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  const onSubmit = form.handleSubmit((values) =>
    mutation.mutate(values, { onError: (error) => setFormErrors(error, form.setError, ['password']) }),
  );
  return (
    <DialogForm
      onSubmit={(event) => void onSubmit(event)}
      failure={<FormFailure control={form.control} error={mutation.error} />}
      submitLabel={submitLabel}
      isPending={mutation.isPending}
      isDangerous={isDangerous}
      onClose={onCancel}
    >
      <Typography color="textSecondary">{explanation}</Typography>
      <CurrentPasswordField control={form.control} name="password" label={t`Contraseña`} />
    </DialogForm>
  );
}
