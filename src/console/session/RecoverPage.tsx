import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { RequestRecovery, linkRows } from '#contract/desk/links.ts';
import { call } from '#console/api/call.ts';
import { paths } from '#console/paths.ts';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';

/** Asks for a link to choose a new password; says the same whoever asks. */
function RecoverPage() {
  const { t } = useLingui();
  const ask = useMutation({ mutationFn: (body: RequestRecovery) => call(linkRows.askRecovery, { body }) });
  return (
    <SignedOutPage title={t`Recuperar el acceso`}>
      {ask.isSuccess ? <Asked mail={ask.variables.mail} /> : <AskForm ask={ask} />}
      <Typography sx={{ mt: 2 }}>
        <Link component={RouterLink} to={paths.signIn()}>
          <Trans>Volver a iniciar sesión</Trans>
        </Link>
      </Typography>
    </SignedOutPage>
  );
}

function AskForm({
  ask,
}: {
  ask: { mutate: (body: RequestRecovery) => void; error: Error | null; isPending: boolean };
}) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(RequestRecovery), defaultValues: { mail: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('mail'), [setFocus]);
  const fault = Boolean(form.formState.errors.mail);
  const onSubmit = form.handleSubmit((values) => ask.mutate(values));
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      <Typography color="textSecondary">
        <Trans>
          Escribí el correo con el que entrás y te enviamos un enlace para elegir otra contraseña.
        </Trans>
      </Typography>
      {ask.error && <FormFailure error={ask.error} />}
      <TextField
        label={t`Correo`}
        type="email"
        autoComplete="username"
        error={fault}
        helperText={fault && t`Escribí tu correo completo, como ana@agencia.com.`}
        {...form.register('mail')}
      />
      <Button type="submit" variant="contained" size="large" loading={ask.isPending}>
        <Trans>Enviar el enlace</Trans>
      </Button>
    </Stack>
  );
}

function Asked({ mail }: { mail: string }) {
  return (
    <Stack spacing={1.5} component="output">
      <Alert severity="info" variant="outlined" sx={{ overflowWrap: 'anywhere' }}>
        <Trans>
          Si <strong>{mail}</strong> tiene una cuenta, en unos minutos llega un correo con el enlace.
        </Trans>
      </Alert>
      <Typography variant="body2" color="textSecondary">
        <Trans>
          ¿No llega? Mirá en el correo no deseado y revisá que sea la dirección con la que entrás. El último
          enlace pedido es el que vale.
        </Trans>
      </Typography>
    </Stack>
  );
}

export { RecoverPage as Component };
