import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { MuiRoot } from './MuiRoot.tsx';

export interface ConfirmProps {
  title: string;
  children: ReactNode;
  action: string;
  typed?: string;
  dangerous?: boolean;
  pending: boolean;
  failure: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmModal({
  title,
  children,
  action,
  typed,
  dangerous = false,
  pending,
  failure,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const { t } = useLingui();
  const heading = useId();
  const [given, setGiven] = useState('');
  const sure = !typed || given.trim() === typed;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // React events bubble to a form around this dialog, which would be submitted.
    event.stopPropagation();
    if (sure && !pending) onConfirm();
  };
  return (
    <MuiRoot>
      <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={heading}>
        <form onSubmit={onSubmit}>
          <DialogTitle id={heading}>{title}</DialogTitle>
          <DialogContent>
            <Stack spacing={2}>
              <Typography component="div">{children}</Typography>
              {typed && (
                <TextField
                  label={t`Para confirmar, escribí ${typed}`}
                  value={given}
                  autoComplete="off"
                  slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
                  onChange={({ target }) => setGiven(target.value)}
                  sx={{ mt: '20px !important' }}
                />
              )}
              {failure}
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button color="inherit" onClick={onClose}>
              <Trans>Cancelar</Trans>
            </Button>
            <Button
              type="submit"
              variant="contained"
              color={dangerous ? 'error' : 'primary'}
              disabled={!sure}
              loading={pending}
            >
              {action}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </MuiRoot>
  );
}
