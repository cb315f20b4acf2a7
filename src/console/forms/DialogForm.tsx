import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import type { ReactNode, SubmitEvent } from 'react';

export interface DialogFormProps {
  onSubmit: (event: SubmitEvent) => void;
  failure: ReactNode;
  submitLabel: string | undefined;
  isPending: boolean;
  canSubmit?: boolean;
  isDangerous?: boolean;
  hint?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a dialog that is open already, for a dialog of several steps. */
export function DialogForm({
  onSubmit,
  failure,
  submitLabel,
  isPending,
  canSubmit = true,
  isDangerous = false,
  hint,
  onClose,
  children,
}: DialogFormProps) {
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // React events bubble to a form around this dialog, which would be submitted.
    event.stopPropagation();
    if (canSubmit && !isPending) onSubmit(event);
  };
  return (
    <form noValidate onSubmit={handleSubmit} style={{ display: 'contents' }}>
      <DialogContent>
        {/* Room for the floating labels. */}
        <Stack spacing={2} sx={{ pt: 1 }}>
          {failure}
          {children}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', rowGap: 1 }}>
        {hint}
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        {submitLabel && (
          <Button
            type="submit"
            variant="contained"
            color={isDangerous ? 'error' : 'primary'}
            disabled={!canSubmit}
            loading={isPending}
            sx={{ flexShrink: 0 }}
          >
            {submitLabel}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}
