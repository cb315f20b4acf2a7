import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { MailDeliveryNotice } from './MailDeliveryNotice.tsx';
import { invitePerson } from './person-queries.ts';
import { EMPTY_PERSON, setPersonFormErrors, toPermissions, usePersonForm } from './person-form.ts';
import { PersonFields } from './PersonFields.tsx';

function InvitePersonPage() {
  const { t } = useLingui();
  return (
    <Page narrow title={t`Invitar a una persona`} back={{ to: paths.people(), label: t`Personas` }}>
      <Section title={t`Invitación`} hideTitle>
        <Typography color="textSecondary">
          <Trans>
            Le llega un correo con un enlace para elegir su contraseña. Sirve una vez, durante 72 horas.
          </Trans>
        </Typography>
        <MailDeliveryNotice />
        <InvitePersonForm />
      </Section>
    </Page>
  );
}

function InvitePersonForm() {
  // react-hook-form mutates the form object.
  'use no memo';
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = usePersonForm(EMPTY_PERSON);
  const invite = useMutation({
    ...invitePerson,
    onError: (error) => setPersonFormErrors(error, form),
  });
  const { errors, isDirty } = form.formState;
  const invitedPerson = invite.data;
  // The navigation waits for an effect, when the prompt for unsaved changes is off.
  useEffect(() => {
    if (invitedPerson) void navigate(paths.person(invitedPerson.id), { state: { mailSent: 'invitation' } });
  }, [invitedPerson, navigate]);
  return (
    <Form
      onSubmit={form.handleSubmit((values) => invite.mutate({ mail: values.mail, ...toPermissions(values) }))}
      failure={errors.root && invite.error && <FormAlert focusOnMount error={invite.error} />}
      submitLabel={t`Invitar`}
      isPending={invite.isPending}
      cancelTo={paths.people()}
      hasUnsavedChanges={isDirty && !invitedPerson}
    >
      <PersonFields form={form} hasMail />
    </Form>
  );
}

export { InvitePersonPage as Component };
