import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Me, NewSecondFactor, ProvePassword } from '#contract/desk/me.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { ConfirmSecondFactorForm } from '#console/session/ConfirmSecondFactorForm.tsx';
import { RecoveryCodeList } from '#console/session/RecoveryCodeList.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx';
import { createSecondFactor, removeSecondFactor, renewRecoveryCodes } from './me-queries.ts';

const LOW_RECOVERY_CODES = 3;

export function SecondFactorSettings({
  secondFactor: { on: isOn, required, recoveryCodesLeft },
  hasPasskeys,
}: {
  secondFactor: Me['secondFactor'];
  hasPasskeys: boolean;
}) {
  const { t } = useLingui();
  const isRequired = required && !hasPasskeys;
  const hasSecondFactor = isOn || hasPasskeys;
  const [task, setTask] = useState<SecondFactorTask>();
  return (
    <>
      <div>
        <StatusChip tone={hasSecondFactor ? 'good' : 'none'}>
          {hasSecondFactor ? t`Está activo` : t`No está activo`}
        </StatusChip>
      </div>
      {hasPasskeys && (
        <Typography color="textSecondary">
          {isOn
            ? t`Al entrar elegís entre tus llaves de acceso y tu app de autenticación.`
            : t`Es con tus llaves de acceso, después de la contraseña.`}
        </Typography>
      )}
      {isRequired && (
        <Typography color="textSecondary">
          <Trans>Tu rol lo exige: se puede cambiar por uno nuevo, no quitar.</Trans>
        </Typography>
      )}
      {hasSecondFactor && (
        <Typography color="textSecondary">
          <Plural
            value={recoveryCodesLeft}
            _0="No te quedan códigos de recuperación."
            one="Te queda # código de recuperación."
            other="Te quedan # códigos de recuperación."
          />
        </Typography>
      )}
      {hasSecondFactor && recoveryCodesLeft < LOW_RECOVERY_CODES && (
        <Alert severity="warning" variant="outlined">
          <Trans>Pedí códigos nuevos antes de que los necesites.</Trans>
        </Alert>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {hasSecondFactor && (
          <Button variant="outlined" color="inherit" onClick={() => setTask('renew-codes')}>
            <Trans>Códigos nuevos</Trans>
          </Button>
        )}
        <Button variant="outlined" color="inherit" onClick={() => setTask('set-up')}>
          {isOn
            ? t`Cambiar de teléfono`
            : hasPasskeys
              ? t`Agregar una app de autenticación`
              : t`Activar el segundo paso`}
        </Button>
        {isOn && !isRequired && (
          <Button variant="outlined" color="error" onClick={() => setTask('remove')}>
            {hasPasskeys ? t`Quitar la app de autenticación` : t`Quitar el segundo paso`}
          </Button>
        )}
      </Stack>
      {task && (
        <SecondFactorDialog task={task} hasPasskeys={hasPasskeys} onClose={() => setTask(undefined)} />
      )}
    </>
  );
}

type SecondFactorTask = 'set-up' | 'renew-codes' | 'remove';

interface SecondFactorDialogProps {
  task: SecondFactorTask;
  hasPasskeys: boolean;
  onClose: () => void;
}

function SecondFactorDialog({ task, hasPasskeys, onClose }: SecondFactorDialogProps) {
  const { title, explanation, submitLabel, codesNotice, doneLabel } = useTaskText(task, hasPasskeys);
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

function useTaskText(task: SecondFactorTask, hasPasskeys: boolean) {
  const { t } = useLingui();
  const texts = {
    'set-up': {
      title: hasPasskeys ? t`Agregar una app de autenticación` : t`Activar el segundo paso`,
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
      title: hasPasskeys ? t`Quitar la app de autenticación` : t`Quitar el segundo paso`,
      explanation: hasPasskeys
        ? t`El segundo paso va a ser con tus llaves de acceso. Escribí tu contraseña para confirmarlo.`
        : t`Para entrar va a alcanzar con tu contraseña: escribila para confirmarlo.`,
      submitLabel: hasPasskeys ? t`Quitar la app de autenticación` : t`Quitar el segundo paso`,
      codesNotice: '',
    },
  } satisfies Record<SecondFactorTask, object>;
  return { ...texts[task], doneLabel: t`Listo` };
}
