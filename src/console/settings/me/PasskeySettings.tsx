import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MAX_PASSKEYS, type Passkey, type ProvePassword } from '#contract/desk/me.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { PasskeyObstacleNotice } from '#console/session/PasskeyAlert.tsx';
import { findPasskeyObstacle } from '#console/session/passkeys.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx';
import { removePasskey } from './me-queries.ts';

export function PasskeySettings({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  const obstacle = findPasskeyObstacle();
  const isFull = passkeys.length >= MAX_PASSKEYS;
  return (
    <>
      {passkeys.length > 0 && (
        <List disablePadding aria-label={t`Llaves de acceso`}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </List>
      )}
      {obstacle ? (
        <PasskeyObstacleNotice obstacle={obstacle} />
      ) : isFull ? (
        <Typography color="textSecondary">
          <Trans>Podés tener hasta {MAX_PASSKEYS} llaves de acceso. Para agregar otra, quitá una.</Trans>
        </Typography>
      ) : (
        <div>
          <Button variant="outlined" color="inherit" onClick={() => setAdding(true)}>
            <Trans>Agregar una llave de acceso</Trans>
          </Button>
        </div>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {removed && <RemovePasskeyDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function PasskeyItem({
  passkey: { name, createdAt, usedAt },
  onRemove,
}: {
  passkey: Passkey;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const addedAt = useFormats().moment(createdAt);
  return (
    <ListItem
      disableGutters
      divider
      sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 1, '&:last-of-type': { borderBottom: 0 } }}
    >
      <ListItemText
        sx={{ flex: '1 1 260px', overflowWrap: 'anywhere' }}
        primary={<b>{name}</b>}
        secondary={
          <>
            {usedAt === null ? (
              <Trans>Sin usar todavía</Trans>
            ) : (
              <Trans>
                Último uso <Moment at={usedAt} />
              </Trans>
            )}
            {' · '}
            {t`agregada el ${addedAt}`}
          </>
        }
      />
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        aria-label={t`Quitar la llave de acceso ${name}`}
        onClick={onRemove}
      >
        <Trans>Quitar</Trans>
      </Button>
    </ListItem>
  );
}

function RemovePasskeyDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui();
  const titleId = useId();
  const remove = useMutation({
    mutationFn: async ({ password }: ProvePassword) => {
      await runMutation(removePasskey, { id, password });
    },
    onSuccess: onClose,
  });
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle
        id={titleId}
        sx={{ overflowWrap: 'anywhere' }}
      >{t`¿Quitar la llave de acceso ${name}?`}</DialogTitle>
      <ConfirmPasswordForm
        explanation={t`Deja de servir para entrar, y tus otras sesiones se cierran. Borrala también del dispositivo o del gestor de contraseñas. Para confirmarlo, tu contraseña.`}
        submitLabel={t`Quitar`}
        isDangerous
        mutation={remove}
        onCancel={onClose}
      />
    </Dialog>
  );
}
