import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MAX_HANDOVER_RECIPIENTS } from '#contract/desk/handover.ts';
import { colleaguesQuery } from '#console/follow-up/follow-up-queries.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { sendHandover } from './handover-queries.ts';

interface Props {
  adminMail: string;
  onClose: () => void;
}

export function SendDialog({ adminMail, onClose }: Props) {
  const { t } = useLingui();
  const titleId = useId();
  const { person } = useSession();
  const { data, error, refetch } = useQuery(colleaguesQuery(adminMail, undefined, ''));
  const [to, setTo] = useState<readonly string[]>([]);
  const send = useMutation(sendHandover);
  const colleagues = data?.colleagues.filter(({ id }) => id !== person.id);
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        <Trans>Mandar el traspaso</Trans>
      </DialogTitle>
      <DialogContent>
        {send.isSuccess ? (
          <output>{t`Sale en un momento.`}</output>
        ) : (
          <Stack spacing={1}>
            <p>
              <Trans>
                El correo lleva las cifras por persona y el enlace a la hoja, sin datos de quien consultó.
              </Trans>
            </p>
            {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
            {colleagues?.length === 0 && <p>{t`No hay otra persona que atienda en esta agencia.`}</p>}
            {colleagues?.map(({ id, name }) => (
              <FormControlLabel
                key={id}
                control={
                  <Checkbox
                    checked={to.includes(id)}
                    disabled={!to.includes(id) && to.length >= MAX_HANDOVER_RECIPIENTS}
                    onChange={(_event, isOn) => setTo(isOn ? [...to, id] : to.filter((one) => one !== id))}
                  />
                }
                label={name}
              />
            ))}
            {send.error && <FailureAlert error={send.error} />}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{send.isSuccess ? t`Cerrar` : t`Cancelar`}</Button>
        {!send.isSuccess && (
          <Button
            variant="contained"
            disabled={to.length === 0 || send.isPending}
            onClick={() => send.mutate({ adminMail, to: [...to] })}
          >
            <Trans>Mandar</Trans>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
