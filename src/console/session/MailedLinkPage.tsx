import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { Link as RouterLink, useLocation, useNavigate, useParams } from 'react-router';
import * as z from 'zod/mini';
import { type LinkInfo, linkEndpoints } from '#contract/desk/links.ts';
import { NewPassword } from '#contract/desk/passwords.ts';
import { call } from '#console/api/call.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { Failure } from '#console/api/failure.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths, patterns } from '#console/paths.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { OpenIdSignIn } from './OpenIdSignIn.tsx';
import { NewPasswordField } from './PasswordFields.tsx';
import { readSignInOptions } from './session.ts';
import { SignedOutPage } from './SignedOutPage.tsx';
import { SignInStepForm } from './SignInStepForm.tsx';
import { postTabMessage } from './tab-messages.ts';

const mailedLinkQuery = (token: string) =>
  endpointQuery(
    linkEndpoints.viewLink,
    { body: { token } },
    { staleTime: Infinity, gcTime: 0, meta: BACKGROUND },
  );

function MailedLinkPage() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const params = useParams();
  const [token] = useState(params.token ?? '');
  const [isInvitation] = useState(pathname.startsWith(patterns.welcome.replace(':token', '')));
  const link = useQuery(mailedLinkQuery(token));
  const { passwords } = readSignInOptions();

  useEffect(
    () => history.replaceState(history.state, '', isInvitation ? paths.signIn() : paths.recover()),
    [isInvitation],
  );

  const isInvalid = link.error instanceof Failure && (link.error.status === 404 || link.error.status === 400);
  return (
    <SignedOutPage
      title={
        isInvalid
          ? t`Este enlace ya no sirve`
          : isInvitation
            ? t`Te damos la bienvenida`
            : t`Elegí otra contraseña`
      }
    >
      {link.isPending && (
        <>
          <Skeleton variant="rounded" height={160} />
          <SlowNotice />
        </>
      )}
      {link.data && !link.error && (
        <>
          {(isInvitation || !passwords) && <OpenIdInvitation link={link.data} />}
          {passwords && (
            <ChoosePasswordForm token={token} link={link.data} onInvalidLink={() => void link.refetch()} />
          )}
        </>
      )}
      {isInvalid && <InvalidLink isInvitation={isInvitation} />}
      {link.error && !isInvalid && (
        <Stack spacing={2}>
          <FormAlert error={link.error} />
          <Button variant="outlined" loading={link.isFetching} onClick={() => void link.refetch()}>
            <Trans>Reintentar</Trans>
          </Button>
        </Stack>
      )}
    </SignedOutPage>
  );
}

function OpenIdInvitation({ link: { name, mail } }: { link: LinkInfo }) {
  const { provider, passwords } = readSignInOptions();
  if (provider === null) return null;
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        <Trans>
          Hola, {name}. Podés entrar con tu cuenta de {provider}, si tiene el correo {mail}.
        </Trans>
      </Typography>
      <OpenIdSignIn hasPasswords={passwords} />
    </>
  );
}

function InvalidLink({ isInvitation }: { isInvitation: boolean }) {
  return (
    <Stack spacing={2}>
      <Alert severity="warning" variant="outlined">
        {isInvitation ? (
          <Trans>La invitación ya se usó, venció o fue reemplazada por otra más nueva.</Trans>
        ) : (
          <Trans>El enlace ya se usó, venció o fue reemplazado por otro más nuevo.</Trans>
        )}
      </Alert>
      {isInvitation ? (
        <Typography color="textSecondary">
          <Trans>
            Si ya elegiste tu contraseña, iniciá sesión. Si no, pedile otra invitación a quien te invitó, o{' '}
            <Link component={RouterLink} to={paths.recover()}>
              recibí otro enlace
            </Link>{' '}
            en tu correo.
          </Trans>
        </Typography>
      ) : (
        <Button variant="contained" size="large" component={RouterLink} to={paths.recover()}>
          <Trans>Pedir otro enlace</Trans>
        </Button>
      )}
      <Button variant={isInvitation ? 'contained' : 'text'} size="large" href={paths.signIn()}>
        <Trans>Iniciar sesión</Trans>
      </Button>
    </Stack>
  );
}

interface ChoosePasswordFormProps {
  token: string;
  link: LinkInfo;
  onInvalidLink: () => void;
}

const FormValues = z.object({ password: NewPassword });

function ChoosePasswordForm({ token, link: { kind, mail, name }, onInvalidLink }: ChoosePasswordFormProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(FormValues), defaultValues: { password: '' } });
  const choosePassword = useMutation({
    mutationFn: ({ password }: z.infer<typeof FormValues>) =>
      call(linkEndpoints.useLink, { body: { token, password } }),
    onSuccess: ({ next, session, secondFactors }) => {
      if (next !== 'in') {
        const state = { step: next, secondFactors };
        return void navigate(paths.secondFactor(), { replace: true, state });
      }
      if (session) postTabMessage({ type: 'signed-in', personId: session.person.id });
      return location.replace(paths.home());
    },
    onError: (error) => {
      if (error instanceof Failure && error.status === 404) onInvalidLink();
      else setFormErrors(error, form.setError, ['password']);
    },
  });
  const { errors } = useFormState({ control: form.control });
  const isInvitation = kind === 'invitation';
  return (
    <SignInStepForm
      form={form}
      initialFocus="password"
      intro={
        <Typography color="textSecondary">
          {isInvitation
            ? t`Hola, ${name}. Elegí la contraseña con la que vas a entrar a Vitrina.`
            : t`Hola, ${name}. Al elegirla se cierran las sesiones que tengas abiertas.`}
        </Typography>
      }
      error={errors.root ? choosePassword.error : null}
      submitLabel={isInvitation ? t`Aceptar la invitación` : t`Guardar y entrar`}
      isPending={choosePassword.isPending}
      onValid={(values) => choosePassword.mutate(values)}
    >
      <TextField
        label={t`Correo`}
        value={mail}
        autoComplete="username"
        slotProps={{ input: { readOnly: true } }}
      />
      <NewPasswordField control={form.control} name="password" />
    </SignInStepForm>
  );
}

export { MailedLinkPage as Component };
