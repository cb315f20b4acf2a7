import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import { agencyListQuery } from '#console/agency-select/agencies-queries.ts';
import { inviteAgency, onInvited } from './agency-queries.ts';
import { sameMail } from './agencies-text.ts';
import { type AgencyInputs as Inputs, EDITABLE, useInviteForm } from './agency-form.ts';
import { AgencyInputs } from './AgencyInputs.tsx';
import { AlreadyRegistered } from './AlreadyRegistered.tsx';
import { duplicateOf } from './duplicate.ts';
import { DuplicateNotice } from './DuplicateNotice.tsx';
import { invitationList } from './invitations-queries.ts';

/** Invites an agency by the mail of whoever will administer it. */
function InviteAgencyPage() {
  const { t } = useLingui();
  return (
    <Page narrow title={t`Invitar a una agencia`} back={{ to: paths.agencies(), label: t`Agencias` }}>
      <section className={parts.section} aria-label={t`Invitación`}>
        <MuiRoot>
          <InviteForm />
        </MuiRoot>
      </section>
    </Page>
  );
}

function InviteForm() {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { may } = useSession();
  const [search] = useSearchParams();
  const form = useInviteForm(search.get('AdminMail') ?? '');
  const typed = useWatch({ control: form.control, name: 'AdminMail' });
  const agencies = useQuery({ ...agencyListQuery(), staleTime: 0 });
  const ledger = useQuery({ ...invitationList(), enabled: may.includes('listInvitations') });
  const duplicate = duplicateOf(typed, agencies.data?._entries ?? [], ledger.data?.invitations ?? []);
  const invite = useMutation({
    mutationFn: inviteAgency,
    // Also a refusal is in the ledger.
    onSettled: () => onInvited(client),
    onError: (error) => setFormErrors(error, form.setError, ['AdminMail', ...EDITABLE]),
  });
  const { errors, isDirty } = form.formState;
  const sent = invite.isSuccess ? invite.variables : undefined;
  // Once the guard is off.
  useEffect(() => {
    if (!sent) return;
    const q = String(new URLSearchParams({ q: sent.AdminMail }));
    void navigate(paths.invitations(q), { state: { sent: sent.AdminMail } });
  }, [sent, navigate]);
  const taken = invite.error instanceof Failure && invite.error.status === 409;
  const takenMail = invite.variables?.AdminMail ?? '';
  const mailFault = errors.AdminMail;
  const message = mailFault?.type === 'server' ? (mailFault.message ?? '') : '';
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      onSubmit={(event) =>
        void form.handleSubmit((body) => {
          // It could only be refused; the notice beside the mail says so, and where to go.
          if (duplicate?.kind === 'associated') form.setFocus('AdminMail');
          else invite.mutate(body);
        })(event)
      }
    >
      <p>
        <Trans>
          El servicio le envía un correo con el que completa su registro. Quien lo reciba administra la
          agencia.
        </Trans>
      </p>
      {taken && sameMail(typed, takenMail) && (
        <AlreadyRegistered adminMail={takenMail} error={invite.error} />
      )}
      {errors.root && invite.error && !taken && (
        <FormAlert error={invite.error} serviceMessage={errors.root.message} />
      )}
      <TextField
        label={t`Correo de quien administra`}
        type="email"
        autoComplete="off"
        error={Boolean(mailFault)}
        helperText={
          mailFault &&
          (message ? t`El servicio dice: «${message}»` : t`Escribí el correo completo, de hasta 50 letras.`)
        }
        {...form.register('AdminMail')}
      />
      {duplicate && !(taken && sameMail(typed, takenMail)) && <DuplicateNotice of={duplicate} />}
      {(agencies.isError || ledger.isError) && (
        <p className={parts.soft}>
          <Trans>No se pudo mirar si ya está invitada o asociada; el servicio lo dirá cuando se envíe.</Trans>
        </p>
      )}
      <p className={parts.soft}>
        <Trans>Lo demás es optativo: la agencia puede completarlo al registrarse.</Trans>
      </p>
      <AgencyInputs form={form as unknown as UseFormReturn<Inputs, unknown, never>} />
      <div className={parts.actions}>
        <Button type="submit" variant="contained" loading={invite.isPending}>
          {duplicate?.kind === 'invited' || duplicate?.kind === 'unconfirmed' ? (
            <Trans>Enviar otra vez</Trans>
          ) : (
            <Trans>Enviar la invitación</Trans>
          )}
        </Button>
        <Button component={Link} to={paths.agencies()} color="inherit">
          <Trans>Cancelar</Trans>
        </Button>
      </div>
      <UnsavedChangesPrompt unsaved={isDirty && !sent} />
    </Stack>
  );
}

export { InviteAgencyPage as Component };
