import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { MAX_MISSED_PER_HOUR } from '#contract/desk/notifications.ts';
import { queryClient } from '#console/api/query-client.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { OfflineSwitch } from '#console/offline/OfflineSwitch.tsx';
import { LanguageToggle, ThemeToggle } from '#console/session/PreferenceToggles.tsx';
import { ShortcutsSwitch } from '#console/shortcuts/ShortcutsSwitch.tsx';
import { Columns } from '#console/ui/Columns.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { useRoleNames } from '#console/session/role-text.ts';
import { readSignInOptions, useSession } from '#console/session/session.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { useDensity } from '#console/ui/density.ts';
import type { Density } from '#console/ui/stored-density.ts';
import { LabelledToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { DigestSettings } from './DigestSettings.tsx';
import { digestQuery, meQuery, sessionListQuery } from './me-queries.ts';
import { NotificationSettings } from './NotificationSettings.tsx';
import { PasskeySettings } from './PasskeySettings.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactorSettings } from './SecondFactorSettings.tsx';
import { SessionList } from './SessionList.tsx';
import { WebhookAlarmSettings } from './WebhookAlarmSettings.tsx';

function MePage() {
  const { t } = useLingui();
  const { may } = useSession();
  const me = useQuery(meQuery());
  return (
    <Page title={t`Mi cuenta`}>
      <Columns
        aside={
          <>
            <Section
              title={t`Resumen diario`}
              actions={<HelpLink topic="notifications" />}
              description={t`Un correo con las cifras de ayer y lo que espera respuesta. No dice nada de quienes consultan.`}
            >
              <DigestSettings />
            </Section>
            {may.includes('setWebhookAlarm') && (
              <Section
                title={t`Alarma de consultas sin aviso`}
                actions={<HelpLink topic="notifications" />}
                description={t`Un correo y una notificación acá cuando en una hora entran más de ${MAX_MISSED_PER_HOUR} consultas cuyo aviso no llegó.`}
              >
                <WebhookAlarmSettings />
              </Section>
            )}
            {me.data?.hasPassword === false ? (
              <Section title={t`Cómo entrás`}>
                <OwnedByProvider />
              </Section>
            ) : (
              <>
                <Section title={t`Contraseña`} description={t`Al cambiarla se cierran tus otras sesiones.`}>
                  <PasswordForm />
                </Section>
                <Section
                  title={t`Segundo paso`}
                  description={t`Además de la contraseña, un código de tu teléfono. Aunque alguien averigüe tu contraseña, no entra.`}
                >
                  {me.data && (
                    <SecondFactorSettings
                      secondFactor={me.data.secondFactor}
                      hasPasskeys={me.data.passkeys.length > 0}
                    />
                  )}
                  {me.error && <FailureAlert error={me.error} onRetry={() => void me.refetch()} />}
                </Section>
                <Section
                  title={t`Llaves de acceso`}
                  description={t`Entrás con tu huella, tu cara o el PIN del dispositivo, sin contraseña. Después de la contraseña, también son el segundo paso.`}
                >
                  {me.data && <PasskeySettings passkeys={me.data.passkeys} />}
                </Section>
              </>
            )}
            <Section
              title={t`Sesiones`}
              actions={<HelpLink topic="session" />}
              description={t`Dónde está abierta tu cuenta. Cerrá las que no reconozcas y cambiá tu contraseña.`}
            >
              <SessionList />
            </Section>
          </>
        }
      >
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
          title={t`Notificaciones`}
          description={t`Quedan en este navegador, para tu cuenta. Las horas son las de este dispositivo.`}
        >
          <NotificationSettings />
        </Section>
        <Section title={t`Sin conexión`} description={t`Queda en este navegador, para tu cuenta.`}>
          <OfflineSwitch />
        </Section>
      </Columns>
    </Page>
  );
}

function OwnedByProvider() {
  const { provider, passwords } = readSignInOptions();
  return (
    <Typography color="textSecondary">
      {passwords ? (
        <Trans>
          Entrás con {provider}. Para tener también una contraseña, y con ella un segundo paso, pedila en
          «¿Olvidaste tu contraseña?» al iniciar sesión.
        </Trans>
      ) : (
        <Trans>Entrás con {provider}. La contraseña y el segundo paso se cambian allí.</Trans>
      )}
    </Typography>
  );
}

function AccountFacts() {
  const { t } = useLingui();
  const { person, agencies, ownInquiriesIn } = useSession();
  const roleNames = useRoleNames();
  const getAgencyName = useAgencyName();
  return (
    <FactRows>
      <FactRow name={t`Nombre`}>{person.name}</FactRow>
      <FactRow name={t`Correo`}>{person.mail}</FactRow>
      <FactRow name={t`Rol`}>{roleNames[person.role]}</FactRow>
      {agencies && (
        <FactRow name={t`Agencias`}>
          {agencies.map((adminMail) => (
            <div key={adminMail}>
              {getAgencyName(adminMail)}
              {ownInquiriesIn.includes(adminMail) && (
                <Typography component="span" variant="body2" color="textSecondary">
                  {' · '}
                  <Trans>solo tus consultas</Trans>
                </Typography>
              )}
            </div>
          ))}
        </FactRow>
      )}
    </FactRows>
  );
}

function DensityChoice() {
  const { t } = useLingui();
  const [density, setDensity] = useDensity(useSession().person.id);
  return (
    <LabelledToggleChoice<Density>
      label={t`Filas de la lista de consultas`}
      value={density}
      options={{
        comfortable: t({ context: 'density', message: 'Cómodas' }),
        compact: t({ context: 'density', message: 'Compactas' }),
      }}
      onChange={setDensity}
    />
  );
}

export const loader = () =>
  Promise.all([
    queryClient.ensureQueryData(meQuery()),
    queryClient.ensureQueryData(digestQuery()),
    queryClient.ensureQueryData(sessionListQuery()),
  ]);

export { MePage as Component };
