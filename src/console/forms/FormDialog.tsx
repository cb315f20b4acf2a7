import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';

interface Props extends DialogFormProps {
  title: string;
  maxWidth?: 'xs' | 'sm';
  hasUnsavedChanges: boolean;
  onEntered?: () => void;
}

export function FormDialog({ title, maxWidth = 'xs', hasUnsavedChanges, onEntered, ...form }: Props) {
  const { isPending, onClose } = form;
  const titleId = useId();
  // decided: a click beside the dialog loses nothing that was typed, and while it saves only its button closes it.
  const handleClose = (_event: object, reason: 'backdropClick' | 'escapeKeyDown') => {
    if (!isPending && !(hasUnsavedChanges && reason === 'backdropClick')) onClose();
  };
  return (
    <MuiRoot>
      <Dialog
        open
        fullWidth
        maxWidth={maxWidth}
        onClose={handleClose}
        aria-labelledby={titleId}
        slotProps={{ transition: { onEntered } }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogForm {...form} />
      </Dialog>
    </MuiRoot>
  );
}

interface DialogFormProps {
  onSubmit: (event: SubmitEvent) => void;
  failure: ReactNode;
  submitLabel: string | undefined;
  isPending: boolean;
  canSubmit?: boolean;
  isDangerous?: boolean;
  /** The name of the button that closes the dialog, which is then the filled one. */
  keepLabel?: string | undefined;
  hint?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function DialogForm({
  onSubmit,
  failure,
  submitLabel,
  isPending,
  canSubmit = true,
  isDangerous = false,
  keepLabel,
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
        <Button
          variant={keepLabel ? 'contained' : 'text'}
          color={keepLabel ? 'primary' : 'inherit'}
          sx={{ order: keepLabel ? 1 : 0 }}
          onClick={onClose}
        >
          {keepLabel ?? <Trans>Cancelar</Trans>}
        </Button>
        {submitLabel && (
          <Button
            type="submit"
            variant={keepLabel ? 'text' : 'contained'}
            color={keepLabel ? 'inherit' : isDangerous ? 'error' : 'primary'}
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
