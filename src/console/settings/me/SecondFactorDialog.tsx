import { useLingui } from '@lingui/react/macro';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { NewSecondFactor, ProvePassword } from '#contract/desk/me.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { ConfirmSecondFactorForm } from '#console/session/ConfirmSecondFactorForm.tsx';
import { RecoveryCodeList } from '#console/session/RecoveryCodeList.tsx';
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx';
import { createSecondFactor, removeSecondFactor, renewRecoveryCodes } from './me-queries.ts';

export type SecondFactorTask = 'set-up' | 'renew-codes' | 'remove';

interface Props {
  task: SecondFactorTask;
  onClose: () => void;
}

export function SecondFactorDialog({ task, onClose }: Props) {
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
