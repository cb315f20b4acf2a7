import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { Section } from '#console/ui/Section.tsx';
import { agencyName } from './agencies-text.ts';
import { disassociateAgency } from './agency-page-queries.ts';
import { AgencySubpage, loadAgency } from './AgencySubpage.tsx';
import { DisassociationImpact } from './DisassociationImpact.tsx';

function DisassociatePage() {
  const { t } = useLingui();
  return (
    <AgencySubpage title={(name) => t`Desasociar ${name}`} staleTime={0}>
      {(agency) => (
        <>
          <Section title={t`Qué pasa`} actions={<HelpLink topic="disassociation" />}>
            <Consequences isInvited={agency.Estado === 'Invitada'} />
          </Section>
          <Section title={t`Qué se pierde`}>
            <DisassociationImpact agency={agency} />
          </Section>
          <Confirmation agency={agency} />
        </>
      )}
    </AgencySubpage>
  );
}

function Consequences({ isInvited }: { isInvited: boolean }) {
  return (
    <>
      <Stack component="ul" spacing={0.75} sx={{ pl: 2.5, listStyle: 'disc' }}>
        <li>
          <Trans>Sus publicaciones hechas desde esta aplicación quedan suspendidas.</Trans>
        </li>
        <li>
          <Trans>Sus datos, sus consultas y su paquete dejan de verse acá, también los de antes.</Trans>
        </li>
        <li>
          <Trans>No llegan más avisos sobre ella.</Trans>
        </li>
        <li>
          <Trans>
            La agencia conserva su cuenta en el servicio y puede recuperar sus publicaciones por su lado.
          </Trans>
        </li>
      </Stack>
      <Alert severity={isInvited ? 'info' : 'warning'} variant="outlined" role="note">
        {isInvited ? (
          <Trans>
            El enlace de su invitación deja de servir. Como no se registró, se la puede invitar otra vez.
          </Trans>
        ) : (
          <Trans>
            No se puede deshacer desde acá: su correo ya está registrado, y el servicio rechaza otra
            invitación.
          </Trans>
        )}
      </Alert>
    </>
  );
}

function Confirmation({ agency }: { agency: Agency }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { AdminMail: adminMail } = agency;
  const name = agencyName(agency);
  const disassociate = useMutation({
    ...disassociateAgency,
    onSuccess: () => navigate(paths.agencies(), { state: { disassociated: name } }),
  });
  const { error, isPending } = disassociate;
  return (
    <Stack component="section" direction="row" aria-label={t`Confirmación`} sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        <Trans>Desasociar…</Trans>
      </Button>
      <Button component={Link} to={paths.agency(adminMail)} color="inherit">
        <Trans>Dejar como está</Trans>
      </Button>
      {isOpen && (
        <ConfirmDialog
          dangerous
          title={t`¿Desasociar ${name}?`}
          action={t`Desasociar`}
          typed={adminMail}
          pending={isPending}
          failure={
            error && (
              <FormAlert
                error={error}
                meanings={{
                  403: {
                    what: t`El servicio no lo permite`,
                    advice: t`La agencia ya no está asociada a esta aplicación, o la aplicación no tiene permiso sobre ella. No cambió nada.`,
                  },
                }}
              />
            )
          }
          onConfirm={() => disassociate.mutate(adminMail)}
          onClose={() => !isPending && setOpen(false)}
        >
          {agency.Estado === 'Invitada' ? (
            <Trans>Su invitación deja de servir.</Trans>
          ) : (
            <Trans>Sus publicaciones se suspenden ahora, y desde acá no se puede deshacer.</Trans>
          )}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

export const loader = loadAgency;

export { DisassociatePage as Component };
