import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FormProvider, useFormState, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { isSameMail } from '#contract/is-same-mail.ts';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { Failure } from '#console/api/failure.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { EDITABLE_FIELDS, useInvitationForm } from './agency-form.ts';
import { inviteAgency } from './agency-page-queries.ts';
import { AgencyFields } from './AgencyFields.tsx';
import { invitationListQuery } from './invitation-queries.ts';
import { findDuplicate } from './invitation-state.ts';
import { AlreadyRegisteredAlert, DuplicateAlert } from './InvitationAlerts.tsx';

function InviteAgencyPage() {
  const { t } = useLingui();
  return (
    <Page narrow title={t`Invitar a una agencia`} back={{ to: paths.agencies(), label: t`Agencias` }}>
      <Section title={t`Invitación`} hideTitle>
        <InvitationForm />
      </Section>
    </Page>
  );
}

function InvitationForm() {
  const { t } = useLingui();
  const { may } = useSession();
  const [search] = useSearchParams();
  const form = useInvitationForm(search.get('AdminMail') ?? '');
  const adminMail = useWatch({ control: form.control, name: 'AdminMail' });
  const agencies = useQuery({ ...agencyListQuery(), staleTime: 0 });
  const invitations = useQuery({ ...invitationListQuery(), enabled: may.includes('listInvitations') });
  const duplicate = findDuplicate(
    adminMail,
    agencies.data?._entries ?? [],
    invitations.data?.invitations ?? [],
  );
  const invite = useMutation({
    ...inviteAgency,
    onError: (error) => setFormErrors(error, form.setError, ['AdminMail', ...EDITABLE_FIELDS]),
  });
  const { isDirty } = useFormState({ control: form.control });
  const invitedMail = invite.variables?.AdminMail ?? '';
  const isRegistered = invite.error instanceof Failure && invite.error.status === 409;
  const showsRegistered = isRegistered && isSameMail(adminMail, invitedMail);
  return (
    <FormProvider {...form}>
      <Form
        onSubmit={form.handleSubmit((body) => {
          // The service would refuse it; the alert below the mail says so.
          if (duplicate?.kind === 'associated') form.setFocus('AdminMail');
          else invite.mutate(body);
        })}
        submitLabel={
          duplicate?.kind === 'invited' || duplicate?.kind === 'unconfirmed'
            ? t`Enviar otra vez`
            : t`Enviar la invitación`
        }
        isPending={invite.isPending}
        cancelTo={paths.agencies()}
        hasUnsavedChanges={isDirty}
        saved={
          invite.isSuccess
            ? {
                to: paths.invitations(String(new URLSearchParams({ q: invitedMail }))),
                state: { sent: invitedMail },
              }
            : undefined
        }
        failure={
          showsRegistered ? (
            <AlreadyRegisteredAlert adminMail={invitedMail} error={invite.error} />
          ) : (
            !isRegistered && <FormFailure control={form.control} error={invite.error} />
          )
        }
      >
        <p>
          <Trans>
            El servicio le envía un correo con el que completa su registro. Quien lo reciba administra la
            agencia.
          </Trans>
        </p>
        <FormTextField
          control={form.control}
          name="AdminMail"
          label={t`Correo de quien administra`}
          type="email"
          errorText={t`Escribí el correo completo, de hasta 50 letras.`}
        />
        {duplicate && !showsRegistered && <DuplicateAlert duplicate={duplicate} />}
        {(agencies.isError || invitations.isError) && (
          <Typography color="textSecondary">
            <Trans>
              No se pudo mirar si ya está invitada o asociada; el servicio lo dirá cuando se envíe.
            </Trans>
          </Typography>
        )}
        <Typography color="textSecondary">
          <Trans>Lo demás es optativo: la agencia puede completarlo al registrarse.</Trans>
        </Typography>
        <AgencyFields />
      </Form>
    </FormProvider>
  );
}

export { InviteAgencyPage as Component };
