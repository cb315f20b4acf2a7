import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { Section } from '#console/ui/Section.tsx';
import { deleteWebhook } from './webhook-queries.ts';

export function DeleteWebhookSection({ topic }: { topic: string }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const deletion = useMutation({
    ...deleteWebhook,
    onSuccess: () => navigate(paths.webhooks(), { state: { deleted: topic } }),
  });
  return (
    <Section title={t`Borrar la configuración`}>
      <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
        <Trans>
          Para dejar de recibir por un rato alcanza con suspender: se conserva todo. Borrar olvida el
          callback, el secreto y los encabezados en el servicio; acá quedan en el historial.
        </Trans>
      </Typography>
      <div>
        <Button variant="outlined" color="error" onClick={() => setIsConfirming(true)}>
          <Trans>Borrar…</Trans>
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          dangerous
          title={t`¿Borrar la configuración de ${topic}?`}
          action={t`Borrar`}
          typed={topic}
          pending={deletion.isPending}
          failure={deletion.error && <FormAlert error={deletion.error} />}
          onConfirm={() => deletion.mutate(topic)}
          onClose={() => !deletion.isPending && setIsConfirming(false)}
        >
          <Box component="ul" sx={{ pl: 2.5, listStyle: 'disc' }}>
            <li>
              <Trans>El servicio deja de avisar, y no envía lo que estaba pendiente.</Trans>
            </li>
            <li>
              <Trans>Lo que pase mientras tanto no se avisa después.</Trans>
            </li>
            <li>
              <Trans>Se puede restaurar desde el historial, si el secreto se conoce acá.</Trans>
            </li>
          </Box>
        </ConfirmDialog>
      )}
    </Section>
  );
}
