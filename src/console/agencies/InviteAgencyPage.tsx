import { Trans, useLingui } from '@lingui/react/macro';
import Alert, { type AlertColor } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useFormState, useWatch } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { EDITABLE_FIELDS } from '#contract/agencies.ts';
import { isSameMail } from '#contract/is-same-mail.ts';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { Failure } from '#console/api/failure.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { formatsFor } from '#console/ui/formats.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { agencyName } from './agencies-text.ts';
import { useInvitationForm } from './agency-form.ts';
import { invitationListQuery, inviteAgency } from './agency-page-queries.ts';
import { AgencyFields } from './AgencyFields.tsx';
import { type Duplicate, findDuplicate } from './invitation-state.ts';

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

function AlreadyRegisteredAlert({ adminMail, error }: { adminMail: string; error: Error | null }) {
  const { t } = useLingui();
  const { person, timeZone } = useSession();
  const [refusedAt] = useState(() => new Date().toISOString());
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  const reply =
    error instanceof Failure ? Object.values(error.errors).flat().join(' ') || error.detail : undefined;
  const { subject, body } = supportMessage({
    adminMail,
    sender: person,
    refusedAt: formatsFor('es', timeZone).exact(refusedAt),
    reply,
  });
  return (
    <Alert severity="warning" variant="outlined" ref={alert} tabIndex={-1}>
      <AlertTitle>
        <Trans>Ese correo ya está registrado en el servicio</Trans>
      </AlertTitle>
      <p>
        <Trans>
          No se envió ningún correo. La cuenta existe, pero no está asociada a esta aplicación, y desde acá no
          se puede asociar:
        </Trans>
      </p>
      <Stack component="ol" spacing={0.75} sx={{ my: 1.5, pl: 2.5, listStyle: 'decimal' }}>
        <li>
          <Trans>Confirmá con la agencia que {adminMail} es el correo de su cuenta.</Trans>
        </li>
        <li>
          <Trans>
            Enviale este mensaje a la atención al cliente del servicio, o pedile a quien administra la agencia
            que lo haga.
          </Trans>
        </li>
        <li>
          <Trans>Cuando la asocien, la agencia aparece sola en la lista.</Trans>
        </li>
      </Stack>
      <Paper
        component="pre"
        variant="outlined"
        lang="es"
        sx={{ p: 2, font: 'inherit', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {body}
      </Paper>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <CopyButton text={body} label={t`Copiar el mensaje`}>
          <Trans>Copiar el mensaje</Trans>
        </CopyButton>
        <Button
          variant="outlined"
          color="inherit"
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.toWellFormed())}`}
        >
          <Trans>Abrir en el correo</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}

interface Request {
  adminMail: string;
  sender: { name: string; mail: string };
  refusedAt: string;
  reply: string | undefined;
}

/** The message is always in Spanish, whatever the language of the console. */
function supportMessage({ adminMail, sender, refusedAt, reply }: Request) {
  return {
    subject: `Asociar la agencia ${adminMail} a nuestra aplicación`,
    body: [
      'Hola:',
      '',
      `Quisimos invitar a la agencia cuyo administrador es ${adminMail} a trabajar con nuestra aplicación, y el servicio respondió que ese correo ya está registrado (409, ${refusedAt}).`,
      ...(reply ? ['', `Respuesta del servicio: «${reply}»`] : []),
      '',
      'Les pedimos que nos digan cómo asociar esa cuenta a nuestra aplicación, o qué tiene que hacer quien la administra.',
      '',
      'Gracias.',
      `${sender.name} (${sender.mail})`,
    ].join('\n'),
  };
}

const SEVERITIES: Record<Duplicate['kind'], AlertColor> = {
  associated: 'error',
  invited: 'info',
  unconfirmed: 'info',
  refused: 'warning',
  ended: 'warning',
};

function DuplicateAlert({ duplicate }: { duplicate: Duplicate }) {
  const invitation = duplicate.kind === 'associated' ? undefined : duplicate.invitation;
  return (
    <Alert severity={SEVERITIES[duplicate.kind]} variant="outlined">
      <DuplicateText duplicate={duplicate} />{' '}
      {invitation && (
        <Link to={paths.invitations(String(new URLSearchParams({ q: invitation.adminMail })))}>
          <Trans>Ver la invitación</Trans>
        </Link>
      )}
    </Alert>
  );
}

function DuplicateText({ duplicate }: { duplicate: Duplicate }) {
  if (duplicate.kind === 'associated') {
    const { agency } = duplicate;
    const name = agencyName(agency);
    return (
      <Trans>
        Ya está asociada: es <Link to={paths.agency(agency.AdminMail)}>{name}</Link>. No hace falta invitarla.
      </Trans>
    );
  }
  if (duplicate.kind === 'invited') {
    const at = duplicate.invitation?.sends[0]?.at;
    return (
      <>
        {at === undefined ? (
          <Trans>Ya está invitada y todavía no se registró.</Trans>
        ) : (
          <Trans>
            Ya está invitada (<Moment at={at} />) y todavía no se registró.
          </Trans>
        )}{' '}
        <Trans>Si la enviás, recibe el correo otra vez; sus datos no cambian, para eso está su página.</Trans>
      </>
    );
  }
  if (duplicate.kind === 'unconfirmed') {
    return (
      <Trans>
        No se sabe si la última invitación salió: el servicio no lo confirmó. Si la enviás y había salido,
        recibe el correo otra vez.
      </Trans>
    );
  }
  return duplicate.kind === 'refused' ? (
    <Trans>La última vez el servicio no aceptó esta invitación.</Trans>
  ) : (
    <Trans>
      Estuvo asociada y se la desasoció. Si había completado el registro, el servicio va a rechazarla.
    </Trans>
  );
}

export { InviteAgencyPage as Component };
