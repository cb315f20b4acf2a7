import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { RequestRecovery, linkEndpoints } from '#contract/desk/links.ts';
import { call } from '#console/api/call.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { paths } from '#console/paths.ts';
import { SignedOutPage } from './SignedOutPage.tsx';
import { SignInStepForm } from './SignInStepForm.tsx';

/** Asks for a mailed link; the reply is the same whether or not there is such an account. */
function RecoverPage() {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(RequestRecovery), defaultValues: { mail: '' } });
  const requestRecovery = useMutation({
    mutationFn: (body: RequestRecovery) => call(linkEndpoints.requestRecovery, { body }),
  });
  return (
    <SignedOutPage title={t`Recuperar el acceso`}>
      {requestRecovery.isSuccess ? (
        <RecoveryRequested mail={requestRecovery.variables.mail} />
      ) : (
        <SignInStepForm
          form={form}
          initialFocus="mail"
          intro={
            <Typography color="textSecondary">
              <Trans>
                Escribí el correo con el que entrás y te enviamos un enlace para elegir otra contraseña.
              </Trans>
            </Typography>
          }
          error={requestRecovery.error}
          submitLabel={t`Enviar el enlace`}
          isPending={requestRecovery.isPending}
          onValid={(values) => requestRecovery.mutate(values)}
        >
          <FormTextField
            control={form.control}
            name="mail"
            label={t`Correo`}
            type="email"
            autoComplete="username"
            errorText={t`Escribí tu correo completo, como ana@agencia.com.`}
          />
        </SignInStepForm>
      )}
      <Typography sx={{ mt: 2 }}>
        <Link component={RouterLink} to={paths.signIn()}>
          <Trans>Volver a iniciar sesión</Trans>
        </Link>
      </Typography>
    </SignedOutPage>
  );
}

function RecoveryRequested({ mail }: { mail: string }) {
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
