import { useLingui } from '@lingui/react/macro';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { NewSecondFactor, ProvePassword } from '#contract/desk/me.ts';
import { ConfirmSecondFactorForm } from '#console/session/ConfirmSecondFactorForm.tsx';
import { RecoveryCodeList } from '#console/session/RecoveryCodeList.tsx';
import { beginSecondFactor, me, removeSecondFactor, renewRecoveryCodes } from './me-queries.ts';
import { ProveForm } from './ProveForm.tsx';

export type SecondFactorTask = 'set-up' | 'renew' | 'remove';

/** Changing the second factor: first the password, then whatever follows from it. */
export function SecondFactorDialog({ task, onClose }: { task: SecondFactorTask; onClose: () => void }) {
  const { t } = useLingui();
  const heading = useId();
  const client = useQueryClient();
  const [made, setMade] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => client.invalidateQueries({ queryKey: me().queryKey });
  const prove = useMutation({
    mutationFn: async (body: ProvePassword) => {
      if (task === 'set-up') return setMade(await beginSecondFactor(body));
      if (task === 'renew') return setCodes((await renewRecoveryCodes(body)).codes);
      await removeSecondFactor(body);
      return onClose();
    },
    onSuccess: () => void refresh(),
  });
  const titles: Record<SecondFactorTask, string> = {
    'set-up': t`Activar el segundo paso`,
    renew: t`Códigos de recuperación nuevos`,
    remove: t`Quitar el segundo paso`,
  };
  const before: Record<SecondFactorTask, string> = {
    'set-up': t`Vas a necesitar una app de autenticación en tu teléfono. Tus otras sesiones se cierran al activarlo. Antes, tu contraseña.`,
    renew: t`Los anteriores dejan de servir. Antes, tu contraseña.`,
    remove: t`Para entrar va a alcanzar con tu contraseña: escribila para confirmarlo.`,
  };
  const actions: Record<SecondFactorTask, string> = {
    'set-up': t`Seguir`,
    renew: t`Crear códigos nuevos`,
    remove: t`Quitar el segundo paso`,
  };
  return (
    // What is shown once is not closed by a slip.
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={heading} {...(!codes && { onClose })}>
      <DialogTitle id={heading}>{titles[task]}</DialogTitle>
      <DialogContent>
        {codes ? (
          <RecoveryCodeList
            codes={codes}
            confirmation={
              task === 'renew' ? t`Los códigos anteriores ya no sirven.` : t`El segundo paso está activo.`
            }
            doneLabel={t`Listo`}
            onDone={onClose}
          />
        ) : made ? (
          <ConfirmSecondFactorForm
            secondFactor={made}
            onConfirmed={(given) => {
              setCodes(given);
              void refresh();
            }}
            onRestart={() => {
              setMade(undefined);
              prove.reset();
            }}
          />
        ) : (
          <ProveForm
            before={before[task]}
            action={actions[task]}
            dangerous={task === 'remove'}
            prove={prove}
            onCancel={onClose}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
