import { useLingui } from '@lingui/react/macro';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { FormDialog } from './FormDialog.tsx';

export interface ConfirmProps {
  title: string;
  children: ReactNode;
  action: string;
  keepLabel?: string;
  typed?: string;
  dangerous?: boolean;
  canConfirm?: boolean;
  pending: boolean;
  failure: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmModal({
  title,
  children,
  action,
  keepLabel,
  typed,
  dangerous = false,
  canConfirm = true,
  pending,
  failure,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  return (
    <FormDialog
      title={title}
      onSubmit={onConfirm}
      failure={failure}
      submitLabel={action}
      keepLabel={keepLabel}
      isPending={pending}
      canSubmit={canConfirm && (!typed || text.trim() === typed)}
      isDangerous={dangerous}
      hasUnsavedChanges={false}
      onClose={onClose}
    >
      <Typography component="div">{children}</Typography>
      {typed && (
        <TextField
          label={t`Para confirmar, escribí ${typed}`}
          value={text}
          autoComplete="off"
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </FormDialog>
  );
}
