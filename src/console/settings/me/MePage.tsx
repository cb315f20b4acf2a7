import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#console/api/query-client.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { LanguageToggle, ThemeToggle } from '#console/session/PreferenceToggles.tsx';
import { ShortcutsSwitch } from '#console/shortcuts/ShortcutsSwitch.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { AccountFacts } from './AccountFacts.tsx';
import { DensityChoice } from './DensityChoice.tsx';
import { DigestSettings } from './DigestSettings.tsx';
import { digestQuery } from './digest-queries.ts';
import { meQuery, sessionListQuery } from './me-queries.ts';
import { NotificationSettings } from './NotificationSettings.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactorSettings } from './SecondFactorSettings.tsx';
import { SessionList } from './SessionList.tsx';

function MePage() {
  const { t } = useLingui();
  const me = useQuery(meQuery());
  return (
    <Page narrow title={t`Mi cuenta`}>
      <Section
        title={t`Datos`}
        description={t`Los cambia quien administra Vitrina.`}
        actions={<HelpLink topic="visibility" />}
      >
        <AccountFacts />
      </Section>
      <Section title={t`Idioma y tema`} description={t`Quedan en este navegador.`}>
        <Stack spacing={2} sx={{ maxWidth: 360 }}>
          <LanguageToggle />
          <ThemeToggle />
        </Stack>
      </Section>
      <Section
        title={t`Lista y teclado`}
        description={t`Quedan en este navegador. La tecla ? muestra los atajos.`}
      >
        <Stack spacing={2} sx={{ maxWidth: 360 }}>
          <DensityChoice />
          <ShortcutsSwitch />
        </Stack>
      </Section>
      <Section
        title={t`Avisos de consultas nuevas`}
        description={t`Quedan en este navegador, para tu cuenta. Las horas son las de este dispositivo.`}
      >
        <NotificationSettings />
      </Section>
      <Section
        title={t`Resumen diario`}
        actions={<HelpLink topic="notifications" />}
        description={t`Un correo con las cifras de ayer y lo que espera respuesta. No dice nada de quienes consultan.`}
      >
        <DigestSettings />
      </Section>
      <Section title={t`Contraseña`} description={t`Al cambiarla se cierran tus otras sesiones.`}>
        <PasswordForm />
      </Section>
      <Section
        title={t`Segundo paso`}
        description={t`Además de la contraseña, un código de tu teléfono. Aunque alguien averigüe tu contraseña, no entra.`}
      >
        {me.data && <SecondFactorSettings secondFactor={me.data.secondFactor} />}
        {me.error && <FailureAlert error={me.error} onRetry={() => void me.refetch()} />}
      </Section>
      <Section
        title={t`Sesiones`}
        actions={<HelpLink topic="session" />}
        description={t`Dónde está abierta tu cuenta. Cerrá las que no reconozcas y cambiá tu contraseña.`}
      >
        <SessionList />
      </Section>
    </Page>
  );
}

export const loader = () =>
  Promise.all([
    queryClient.ensureQueryData(meQuery()),
    queryClient.ensureQueryData(digestQuery()),
    queryClient.ensureQueryData(sessionListQuery()),
  ]);

export { MePage as Component };
