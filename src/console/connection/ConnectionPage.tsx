import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Connection } from '#contract/desk/connection.ts';
import { MAX_CLOCK_DIFFERENCE_MS } from '#contract/durations.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { AlertRegion } from '#console/ui/AlertRegion.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { TopicList } from '#console/webhooks/TopicList.tsx';
import { connectionQuery, findingsQuery } from './connection-queries.ts';
import { DriftSection } from './DriftSection.tsx';
import { DemoFaults } from './DemoFaults.tsx';
import { IndexFindings } from './IndexFindings.tsx';
import { PageLatencies } from './PageLatencies.tsx';

const CONNECTION_REFETCH_MS = 15_000;
const PAPER = { bgcolor: 'background.paper' };
const TITLE = { fontWeight: 600 };

function ConnectionPage() {
  const { t } = useLingui();
  const { may } = useSession();
  const query = useQuery({
    ...connectionQuery(),
    refetchInterval: CONNECTION_REFETCH_MS,
    // Polling does not extend the session.
    meta: BACKGROUND,
  });
  return (
    <DetailPage
      title={t`Conexión`}
      freshness={query}
      loadingLabel={t`Cargando la conexión`}
      query={query}
      actions={
        may.includes('viewDoctor') && (
          <Button component={Link} to={paths.doctor()} variant="outlined">
            <Trans>Diagnóstico</Trans>
          </Button>
        )
      }
    >
      {(connection) => (
        <>
          <ConnectionStatus connection={connection} />
          <InstallationAlerts connection={connection} />
          <IndexFindings refetchIntervalMs={CONNECTION_REFETCH_MS} />
          <ConnectionFacts connection={connection} />
          <Section title={t`Avisos`}>
            {connection.topics.length > 0 ? (
              <TopicList topics={connection.topics} />
            ) : (
              <Trans>No se pudieron cargar los avisos.</Trans>
            )}
          </Section>
          <DriftSection drift={connection.drift} />
          <PageLatencies latencies={connection.pageLatencies} />
          {connection.demo && <DemoFaults fault={connection.demo.fault} />}
        </>
      )}
    </DetailPage>
  );
}

function ConnectionStatus({ connection: { state, refusal } }: { connection: Connection }) {
  const { t } = useLingui();
  const texts: Record<Connection['state'], { what: string; advice: string }> = {
    working: { what: t`El servicio responde`, advice: t`Reconoce nuestras credenciales.` },
    slow: {
      what: t`El servicio responde lento`,
      advice: t`Las pantallas que lo necesitan tardan; la bandeja, no. Es del servicio o de la red hasta él.`,
    },
    refused: {
      what: t`El servicio responde, pero no nos reconoce`,
      advice: t`Revisá la clave y el secreto de la aplicación, y el reloj de este servidor.`,
    },
    limited: {
      what: t`El servicio responde que hubo demasiados pedidos`,
      advice: t`Vuelve a atender en un minuto. Si se repite, pedile al servicio un límite mayor.`,
    },
    failing: {
      what: t`El servicio responde que tuvo un problema`,
      advice: t`Es del servicio: reintentá en unos minutos y, si sigue, avisale a su soporte.`,
    },
    unreachable: {
      what: t`El servicio no responde`,
      advice: t`Está detenido o no se puede acceder a él desde este servidor. Revisá la dirección y la red.`,
    },
    broken: {
      what: t`El servicio responde algo que no se entiende`,
      advice: t`Revisá que la dirección sea la del servicio y no la de otra cosa.`,
    },
  };
  const { what, advice } = texts[state];
  return (
    <AlertRegion
      severity={state === 'working' ? 'success' : state === 'slow' ? 'warning' : 'error'}
      title={what}
      label={t({ context: 'connection', message: 'Estado' })}
    >
      {advice}
      {refusal !== null && (
        <p lang="es">
          <Trans>El servicio dice:</Trans> «{refusal}»
        </p>
      )}
    </AlertRegion>
  );
}

function ConnectionFacts({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const format = useFormats();
  const { version, upstream, appKey, latencyMs, lastSuccessAt, clockAheadMs } = connection;
  return (
    <Section title={t`Datos`} hideTitle>
      <FactRows>
        <FactRow name={t`Dirección`} copyText={upstream}>
          <code>{upstream}</code>
        </FactRow>
        <FactRow name={t`Clave de la aplicación`} copyText={appKey}>
          <code>{appKey}</code>
        </FactRow>
        <FactRow name={t`Tardó en responder`}>
          {latencyMs === null ? <Value value={null} /> : `${format.number(Math.round(latencyMs))} ms`}
        </FactRow>
        <FactRow name={t`Última respuesta buena`}>
          {lastSuccessAt === null ? <Value value={null} /> : <Moment at={lastSuccessAt} />}
        </FactRow>
        <FactRow name={t`Su reloj y el nuestro`}>
          {clockAheadMs === null ? <Value value={null} /> : <ClockDifference aheadMs={clockAheadMs} />}
        </FactRow>
        <FactRow name={t`Versión de Vitrina`}>{version}</FactRow>
      </FactRows>
    </Section>
  );
}

function ClockDifference({ aheadMs }: { aheadMs: number }) {
  const format = useFormats();
  const difference = Math.abs(aheadMs);
  const seconds = format.number(Math.round(difference / 1000));
  if (difference < 1500) return <Trans>Coinciden</Trans>;
  return (
    <Typography
      component="span"
      {...(difference > MAX_CLOCK_DIFFERENCE_MS && { color: 'error', sx: { fontWeight: 600 } })}
    >
      {aheadMs > 0 ? <Trans>El suyo adelanta {seconds} s</Trans> : <Trans>El suyo atrasa {seconds} s</Trans>}
    </Typography>
  );
}

const RELEASE = 'npm run installation:release';

function InstallationAlerts({ connection }: { connection: Connection }) {
  const { held, refusedMails, unreadableSecrets } = connection;
  const { webhooks, secondFactors } = unreadableSecrets;
  return (
    <>
      {held.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={PAPER}>
          <AlertTitle component="h2" sx={TITLE}>
            <Trans>No se envían correos ni notificaciones</Trans>
          </AlertTitle>
          <Trans>
            Estos datos son de otra instalación, o cambió su dirección. Si desde ahora trabaja esta, soltá los
            envíos en el servidor con <code>{RELEASE}</code>.
          </Trans>
          {held.map(({ name, stored, current }) => (
            <p key={name}>
              {name}: {stored} → {current}
            </p>
          ))}
        </Alert>
      )}
      {refusedMails > 0 && (
        <Alert severity="warning" variant="outlined" sx={PAPER}>
          <AlertTitle component="h2" sx={TITLE}>
            <Plural
              value={refusedMails}
              one="# correo no sale: el servidor de correo no lo acepta"
              other="# correos no salen: el servidor de correo no los acepta"
            />
          </AlertTitle>
          <Trans>
            Invitaciones, contraseñas, resúmenes y alarmas esperan. Se reintenta solo, cada vez más espaciado,
            hasta 32 horas. Revisá el servidor de correo.
          </Trans>
        </Alert>
      )}
      {webhooks + secondFactors > 0 && (
        <Alert severity="warning" variant="outlined" sx={PAPER}>
          <AlertTitle component="h2" sx={TITLE}>
            <Trans>Hay secretos que no se pueden leer</Trans>
          </AlertTitle>
          <Trans>Se guardaron con otra clave de cifrado. Volvé a la anterior, o:</Trans>
          {webhooks > 0 && (
            <p>
              <Plural
                value={webhooks}
                one="# aviso necesita un secreto nuevo."
                other="# avisos necesitan un secreto nuevo."
              />
            </p>
          )}
          {secondFactors > 0 && (
            <p>
              <Plural
                value={secondFactors}
                one="# persona entra con un código de recuperación."
                other="# personas entran con un código de recuperación."
              />
            </p>
          )}
        </Alert>
      )}
    </>
  );
}

export const loader = () => {
  void queryClient.prefetchQuery(findingsQuery());
  return queryClient.ensureQueryData(connectionQuery());
};

export { ConnectionPage as Component };
