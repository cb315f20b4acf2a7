import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useFormState } from 'react-hook-form';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
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
  const { t } = useLingui();
  const form = usePersonForm(EMPTY_PERSON);
  const invite = useMutation({
    ...invitePerson,
    onError: (error) => setPersonFormErrors(error, form),
  });
  const { isDirty } = useFormState({ control: form.control });
  const invitedPerson = invite.data;
  return (
    <Form
      onSubmit={form.handleSubmit((values) => invite.mutate({ mail: values.mail, ...toPermissions(values) }))}
      failure={<FormFailure control={form.control} error={invite.error} />}
      submitLabel={t`Invitar`}
      isPending={invite.isPending}
      cancelTo={paths.people()}
      hasUnsavedChanges={isDirty}
      saved={invitedPerson && { to: paths.person(invitedPerson.id), state: { mailSent: 'invitation' } }}
    >
      <PersonFields form={form} hasMail />
    </Form>
  );
}

export { InvitePersonPage as Component };
