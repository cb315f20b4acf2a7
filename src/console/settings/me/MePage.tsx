import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#console/api/query-client.ts';
import { LanguageToggle, ThemeToggle } from '#console/session/PreferenceToggles.tsx';
import { useSession } from '#console/session/session.ts';
import { usePeopleText } from '#console/settings/people/people-text.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { ShortcutsSwitch } from '#console/shortcuts/ShortcutsSwitch.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { Page } from '#console/ui/Page.tsx';
import { DensityChoice } from './DensityChoice.tsx';
import { me, openSessions } from './me-queries.ts';
import { NoticesChoice } from './NoticesChoice.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Section } from './Section.tsx';
import { Sessions } from './Sessions.tsx';

/** One's own account: how the console looks, how one signs in, and where one is signed in. */
function MePage() {
  const { t } = useLingui();
  const { person, agencies, ownInquiriesIn } = useSession();
  const { role } = usePeopleText();
  const own = useQuery(me());
  return (
    <MuiRoot>
      <Page title={t`Mi cuenta`}>
        <Section title={t`Datos`} about={t`Los cambia quien administra Vitrina.`}>
          <Box
            component="dl"
            sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 1 }}
          >
            <Fact name={t`Nombre`}>{person.name}</Fact>
            <Fact name={t`Correo`}>{person.mail}</Fact>
            <Fact name={t`Rol`}>{role[person.role]}</Fact>
            {agencies && (
              <Fact name={t`Agencias`}>
                {agencies.map((mail) => (
                  <div key={mail}>
                    {mail}
                    {ownInquiriesIn.includes(mail) && (
                      <Typography component="span" variant="body2" color="textSecondary">
                        {' · '}
                        <Trans>solo tus consultas</Trans>
                      </Typography>
                    )}
                  </div>
                ))}
              </Fact>
            )}
          </Box>
        </Section>
        <Section title={t`Idioma y tema`} about={t`Quedan en este navegador.`}>
          <Stack spacing={2} sx={{ maxWidth: 320 }}>
            <LanguageToggle />
            <ThemeToggle />
          </Stack>
        </Section>
        <Section
          title={t`Lista y teclado`}
          about={t`Quedan en este navegador. La tecla ? muestra los atajos.`}
        >
          <Stack spacing={2} sx={{ maxWidth: 320 }}>
            <DensityChoice />
            <ShortcutsSwitch />
          </Stack>
        </Section>
        <Section
          title={t`Avisos de consultas nuevas`}
          about={t`Quedan en este navegador, para tu cuenta. Las horas son las de este dispositivo.`}
        >
          <NoticesChoice />
        </Section>
        <Section title={t`Contraseña`} about={t`Al cambiarla se cierran tus otras sesiones.`}>
          <PasswordForm />
        </Section>
        <Section
          title={t`Segundo paso`}
          about={t`Además de la contraseña, un código de tu teléfono. Aunque alguien averigüe tu contraseña, no entra.`}
        >
          {own.data && <SecondFactor state={own.data.secondFactor} />}
          {own.error && <FailureAlert error={own.error} onRetry={() => void own.refetch()} />}
        </Section>
        <Section
          title={t`Sesiones`}
          about={t`Dónde está abierta tu cuenta. Cerrá las que no reconozcas y cambiá tu contraseña.`}
        >
          <Sessions />
        </Section>
      </Page>
    </MuiRoot>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  );
}

export const loader = () =>
  Promise.all([queryClient.ensureQueryData(me()), queryClient.ensureQueryData(openSessions())]);

export { MePage as Component };
