import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import type { Connection } from '#contract/desk/connection.ts';
import { useSession } from '#console/session/session.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats } from '#console/ui/use-formats.ts';

/** The service checks the time of a signature, so a larger difference is a problem. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;

export function ConnectionFacts({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { upstream, appKey, latencyMs, lastSuccessAt, clockAheadMs } = connection;
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
      </FactRows>
    </Section>
  );
}

function ClockDifference({ aheadMs }: { aheadMs: number }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
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
