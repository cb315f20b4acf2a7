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
  /** What will happen. */
  children: ReactNode;
  action: string;
  /** What it takes to be sure, where it cannot be taken back: this is to be typed. */
  typed?: string;
  dangerous?: boolean;
  pending: boolean;
  /** Why it did not work. */
  failure: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** The MUI half of `ConfirmDialog`. */
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
    // Of React's tree, where a form may hold this dialog and would be sent by it.
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
