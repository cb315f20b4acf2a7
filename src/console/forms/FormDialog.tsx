import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { DialogForm, type DialogFormProps } from './DialogForm.tsx';

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
        {/* oxlint-disable-next-line react/jsx-props-no-spreading -- extends DialogForm */}
        <DialogForm {...form} />
      </Dialog>
    </MuiRoot>
  );
}
