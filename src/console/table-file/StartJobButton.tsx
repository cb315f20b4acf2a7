import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';

interface Props<Reply, Body extends { id: string }> {
  label: string;
  title: string;
  action: string;
  disabled: boolean;
  reason?: string | undefined;
  mutation: UseMutationOptions<Reply, Error, Body>;
  createBody: () => Omit<Body, 'id'>;
  onStarted: (id: string) => void;
  children: ReactNode;
}

export function StartJobButton<Reply, Body extends { id: string }>({
  label,
  title,
  action,
  disabled,
  reason,
  mutation,
  createBody,
  onStarted,
  children,
}: Props<Reply, Body>) {
  useConfirmDialogPreload();
  const [isConfirming, setIsConfirming] = useState(false);
  /** The same request has the same id when it is repeated, so that it starts one job. */
  const lastRequest = useRef({ id: '', text: '' });
  const start = useMutation({ ...mutation, onSuccess: (_reply, { id }) => onStarted(id) });
  const handleConfirm = () => {
    const body = createBody();
    const text = JSON.stringify(body);
    if (lastRequest.current.text !== text) lastRequest.current = { id: crypto.randomUUID(), text };
    start.mutate({ ...body, id: lastRequest.current.id } as Body);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Button
        variant="contained"
        disabled={disabled}
        onClick={() => {
          start.reset();
          setIsConfirming(true);
        }}
      >
        {label}
      </Button>
      {reason && (
        <Typography variant="body2" color="textSecondary">
          {reason}
        </Typography>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={title}
          action={action}
          pending={start.isPending || start.isSuccess}
          failure={start.error && <FormAlert error={start.error} focusOnMount />}
          onClose={() => setIsConfirming(false)}
          onConfirm={handleConfirm}
        >
          {children}
        </ConfirmDialog>
      )}
    </Box>
  );
}
