import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useFormState } from 'react-hook-form';
import type { CreatedApiToken } from '#contract/desk/api-tokens.ts';
import { inquiryIndexEndpoints } from '#contract/desk/inquiries.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { DialogForm } from '#console/forms/FormDialog.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import {
  TOKEN_FIELDS,
  type TokenValues,
  toInstallationToken,
  toPersonalToken,
  useTokenForm,
} from './token-form.ts';
import { createInstallationToken, createPersonalToken } from './token-queries.ts';
import { TokenFields } from './TokenFields.tsx';

interface Props {
  needsPassword: boolean;
  onClose: () => void;
}

export function CreateTokenDialog({ needsPassword, onClose }: Props) {
  const { t } = useLingui();
  const titleId = useId();
  const form = useTokenForm(needsPassword);
  const { isDirty } = useFormState({ control: form.control });
  const create = useMutation({
    mutationFn: (values: TokenValues) =>
      values.kind === 'personal'
        ? runMutation({ ...createPersonalToken, gcTime: 0 }, toPersonalToken(values))
        : runMutation({ ...createInstallationToken, gcTime: 0 }, toInstallationToken(values)),
    gcTime: 0,
    onError: (error) => setFormErrors(error, form.setError, TOKEN_FIELDS),
  });
  const onSubmit = form.handleSubmit((values) => create.mutate(values));
  const created = create.data;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      onClose={(_event, reason) => {
        const isStray = reason === 'backdropClick' && isDirty;
        if (!created && !create.isPending && !isStray) onClose();
      }}
    >
      <DialogTitle id={titleId}>
        {created ? <Trans>Copiá el token</Trans> : <Trans>Crear un token</Trans>}
      </DialogTitle>
      {created ? (
        <NewTokenSecret created={created} onDone={onClose} />
      ) : (
        <DialogForm
          onSubmit={(event) => void onSubmit(event)}
          failure={<FormFailure control={form.control} error={create.error} />}
          submitLabel={t`Crear`}
          isPending={create.isPending}
          onClose={onClose}
        >
          <TokenFields form={form} needsPassword={needsPassword} />
        </DialogForm>
      )}
    </Dialog>
  );
}

function NewTokenSecret({ created, onDone }: { created: CreatedApiToken; onDone: () => void }) {
  const { t } = useLingui();
  const { secret, token } = created;
  const address = new URL(inquiryIndexEndpoints.viewIndexState.path, location.origin).href;
  const command = `curl -H "Authorization: Bearer ${secret}" ${address}`;
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity="warning" variant="outlined">
            <Trans>
              Guardalo ahora en el programa que lo va a usar: no se vuelve a mostrar. Quien lo tenga entra con
              sus permisos.
            </Trans>
          </Alert>
          <Copied text={secret} copyLabel={t`Copiar el token`}>
            <Trans>Token</Trans>
          </Copied>
          {token.scopes.includes('inquiries:read') && (
            <Copied text={command} copyLabel={t`Copiar el ejemplo`}>
              <Trans>Ejemplo de uso</Trans>
            </Copied>
          )}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onDone}>
          <Trans>Ya lo guardé</Trans>
        </Button>
      </DialogActions>
    </>
  );
}

function Copied({ text, copyLabel, children }: { text: string; copyLabel: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="body2" color="textSecondary">
        {children}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1 }}>
        <Box
          component="code"
          sx={{ flex: 1, minWidth: 0, py: 1, overflowWrap: 'anywhere', fontSize: 13, userSelect: 'all' }}
        >
          {text}
        </Box>
        <CopyButton text={text} label={copyLabel} />
      </Stack>
    </div>
  );
}
