import { Trans, useLingui } from '@lingui/react/macro';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person } from '#contract/desk/people.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { ConfirmDialog } from '#console/ui/ConfirmDialog.tsx';
import { cachePerson, resendInvitation, resetPerson, setPersonAccess } from './people-queries.ts';

interface Props {
  person: Person;
  onDone: () => void;
  onClose: () => void;
}

export function ResetPasswordDialog({ person, onDone, onClose }: Props) {
  const { t } = useLingui();
  const [removeSecondFactor, setRemoveSecondFactor] = useState(false);
  const dialog = usePersonDialog(() => resetPerson(person.id, { removeSecondFactor }), onDone);
  const { name } = person;
  return (
    <ConfirmDialog
      title={t`¿Restablecer la contraseña de ${name}?`}
      action={t`Restablecer`}
      {...dialog}
      onClose={onClose}
    >
      <Trans>
        Su contraseña deja de servir y sus sesiones se cierran ahora. Le llega un correo para elegir otra.
      </Trans>
      {person.secondFactor && (
        <FormControlLabel
          sx={{ mt: 1 }}
          control={
            <Checkbox
              checked={removeSecondFactor}
              onChange={(_event, checked) => setRemoveSecondFactor(checked)}
            />
          }
          label={t`Quitar también su segundo paso (perdió el teléfono)`}
        />
      )}
    </ConfirmDialog>
  );
}

export function ResendInvitationDialog({ person, onDone, onClose }: Props) {
  const { t } = useLingui();
  const dialog = usePersonDialog(() => resendInvitation(person.id), onDone);
  const { name } = person;
  return (
    <ConfirmDialog
      title={t`¿Invitar de nuevo a ${name}?`}
      action={t`Invitar de nuevo`}
      {...dialog}
      onClose={onClose}
    >
      <Trans>Le llega otro correo. El enlace anterior deja de servir.</Trans>
    </ConfirmDialog>
  );
}

/** Nobody can restore their own access. */
export function RemoveOwnAccessDialog({ person, onClose }: Omit<Props, 'onDone'>) {
  const { t } = useLingui();
  const dialog = usePersonDialog(
    () => setPersonAccess(person.id, false),
    () => location.replace(paths.signIn()),
  );
  return (
    <ConfirmDialog
      dangerous
      title={t`¿Quitarte el acceso?`}
      action={t`Quitarme el acceso`}
      typed={person.mail}
      {...dialog}
      onClose={onClose}
    >
      <Trans>
        Tus sesiones se cierran ahora. Solo otra persona que administre puede devolverte el acceso.
      </Trans>
    </ConfirmDialog>
  );
}

function usePersonDialog(mutationFn: () => Promise<Person>, onDone: () => void) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn,
    onSuccess: (changed) => {
      cachePerson(client, changed);
      onDone();
    },
  });
  return {
    pending: isPending,
    failure: error && <FormAlert error={error} />,
    onConfirm: () => mutate(),
  };
}
