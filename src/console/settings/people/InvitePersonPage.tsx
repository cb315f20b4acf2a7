import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import { MailPlace } from './MailPlace.tsx';
import { holdPerson, invitePerson } from './people-queries.ts';
import { nobody, rightsOf, showRefusal, usePersonForm } from './person-form.ts';
import { PersonInputs } from './PersonInputs.tsx';

function InvitePersonPage() {
  const { t } = useLingui();
  return (
    <Page narrow title={t`Invitar a una persona`} back={{ to: paths.people(), label: t`Personas` }}>
      <section className={parts.section} aria-label={t`Invitación`}>
        <MuiRoot>
          <InviteForm />
        </MuiRoot>
      </section>
    </Page>
  );
}

function InviteForm() {
  // The form object changes in place, and inputs are registered again after a reset.
  'use no memo';
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = usePersonForm(nobody);
  const invite = useMutation({
    mutationFn: invitePerson,
    onSuccess: (invited) => holdPerson(client, invited),
    onError: (error) => showRefusal(error, form),
  });
  const { errors, isDirty } = form.formState;
  const invited = invite.data;
  // Once the guard is off.
  useEffect(() => {
    if (invited) void navigate(paths.person(invited.id), { state: { mailed: 'invitation' } });
  }, [invited, navigate]);
  const onSubmit = form.handleSubmit((values) => invite.mutate({ mail: values.mail, ...rightsOf(values) }));
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      <p>
        <Trans>
          Le llega un correo con un enlace para elegir su contraseña. Sirve una vez, durante 72 horas.
        </Trans>
      </p>
      <MailPlace />
      {errors.root && invite.error && <FormAlert focusOnMount error={invite.error} />}
      <PersonInputs form={form} mailKnown={false} />
      <div className={parts.actions}>
        <Button type="submit" variant="contained" loading={invite.isPending}>
          <Trans>Invitar</Trans>
        </Button>
        <Button component={Link} to={paths.people()} color="inherit">
          <Trans>Cancelar</Trans>
        </Button>
      </div>
      <UnsavedChangesPrompt unsaved={isDirty && !invited} />
    </Stack>
  );
}

export { InvitePersonPage as Component };
