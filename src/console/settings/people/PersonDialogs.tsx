import { Trans, useLingui } from '@lingui/react/macro';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person } from '#contract/desk/people.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { ConfirmDialog } from '#console/forms/ConfirmDialog.tsx';
import { resendInvitation, resetPerson, setPersonAccess } from './person-queries.ts';

interface Props {
  person: Person;
  onDone: () => void;
  onClose: () => void;
}

export function ResetPasswordDialog({ person, onDone, onClose }: Props) {
  const { t } = useLingui();
  const [removeSecondFactor, setRemoveSecondFactor] = useState(false);
  const dialog = usePersonDialog(resetPerson, { id: person.id, removeSecondFactor }, onDone);
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
  const dialog = usePersonDialog(resendInvitation, person.id, onDone);
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
  const dialog = usePersonDialog(setPersonAccess, { id: person.id, enabled: false }, () =>
    location.replace(paths.signIn()),
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

function usePersonDialog<Variables>(
  mutation: UseMutationOptions<Person, Error, Variables>,
  variables: Variables,
  onDone: () => void,
) {
  const { mutate, isPending, error } = useMutation({ ...mutation, onSuccess: onDone });
  return {
    pending: isPending,
    failure: error && <FormAlert error={error} />,
    onConfirm: () => mutate(variables),
  };
}
