import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CANARY_ALARM_FAILURES,
  CANARY_HOURS,
  type Canary,
  type CanaryRun,
  type CanarySetting,
  isCanaryFailure,
} from '#contract/desk/canary.ts';
import { getLastAgency } from '#console/agency-select/last-agency.ts';
import { AgencyAutocomplete } from '#console/agency-select/AgencyAutocomplete.tsx';
import { useAgencies, useAgencyName } from '#console/agency-select/use-agencies.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { LabelledToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { useDurationFormat } from '#console/ui/use-duration-format.ts';
import { canaryQuery, saveCanary } from './webhook-queries.ts';

const REFETCH_INTERVAL_MS = 30_000;
const SHOWN_RUNS = 5;

export function CanarySection() {
  const { t } = useLingui();
  const { may } = useSession();
  const { data, error, refetch } = useQuery({
    ...canaryQuery(),
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: BACKGROUND,
  });
  const { from, to } = CANARY_HOURS;
  return (
    <Section title={t`Prueba automática`} actions={<HelpLink topic="resend" />}>
      <Typography color="textSecondary">
        <Trans>
          De {from} a {to} h, el servicio reenvía el aviso de una consulta de más de una hora, y tiene que
          llegar acá en 2 minutos. No figura en las entregas ni en las cifras, y nadie la ve como nueva.
        </Trans>
      </Typography>
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && (may.includes('setCanary') ? <CanaryForm canary={data} /> : <CanaryFacts canary={data} />)}
      {data && <CanaryRuns canary={data} />}
    </Section>
  );
}

type Interval = 'off' | `PT${CanarySetting['minutes']}M`;

const MINUTES: Record<Exclude<Interval, 'off'>, CanarySetting['minutes']> = { PT5M: 5, PT15M: 15, PT60M: 60 };
const formatInterval = (setting: CanarySetting | null): Interval =>
  setting ? `PT${setting.minutes}M` : 'off';

function useIntervalTexts(): Record<Interval, string> {
  const { t } = useLingui();
  return { off: t`Apagada`, PT5M: t`5 min`, PT15M: t`15 min`, PT60M: t`1 hora` };
}

function CanaryForm({ canary: { setting } }: { canary: Canary }) {
  const { t } = useLingui();
  const session = useSession();
  const agencies = useAgencies(true);
  const texts = useIntervalTexts();
  const [selected, setSelected] = useState(() => getLastAgency(session));
  const save = useMutation(saveCanary);
  const shown = save.isPending ? save.variables.setting : setting;
  const adminMail = shown?.adminMail ?? selected ?? agencies[0]?.mail;
  if (!adminMail) return <Trans>Todavía no hay agencias.</Trans>;
  return (
    <>
      <AgencyAutocomplete
        label={t`Consulta de`}
        disableClearable
        value={adminMail}
        onChange={(_event, chosen) => {
          setSelected(chosen);
          if (shown) save.mutate({ setting: { ...shown, adminMail: chosen } });
        }}
      />
      <LabelledToggleChoice<Interval>
        label={t`Cada cuánto`}
        value={formatInterval(shown)}
        options={texts}
        onChange={(interval) =>
          save.mutate({ setting: interval === 'off' ? null : { adminMail, minutes: MINUTES[interval] } })
        }
      />
      {save.error && <FailureAlert error={save.error} />}
    </>
  );
}

function CanaryFacts({ canary: { setting } }: { canary: Canary }) {
  const texts = useIntervalTexts();
  const getAgencyName = useAgencyName();
  if (!setting)
    return (
      <p>
        <Trans>Está apagada. La enciende quien administra Vitrina.</Trans>
      </p>
    );
  const name = getAgencyName(setting.adminMail);
  const interval = texts[formatInterval(setting)];
  return (
    <p>
      <Trans>
        Cada {interval}, con una consulta de {name}.
      </Trans>
    </p>
  );
}

function CanaryRuns({ canary: { setting, nextAt, runs, lastDay, failures } }: { canary: Canary }) {
  const { t } = useLingui();
  const format = useFormats();
  const formatDuration = useDurationFormat();
  const outcomeText = useOutcomeText();
  const arrived = format.number(lastDay.arrived);
  const ended = format.number(lastDay.ended);
  const median = lastDay.medianMs === null ? undefined : formatDuration(lastDay.medianMs);
  return (
    <>
      {setting && failures >= CANARY_ALARM_FAILURES && (
        <Alert severity="error" variant="outlined">
          {t`${plural(failures, { one: 'Falló # vez.', other: 'Falló # veces seguidas.' })}`}
        </Alert>
      )}
      {lastDay.ended > 0 && (
        <Typography>
          <Trans>
            En 24 horas llegaron {arrived} de {ended}.
          </Trans>{' '}
          {median !== undefined && <Trans>La mitad tardó {median} o menos.</Trans>}
        </Typography>
      )}
      {runs.length > 0 && (
        <Box component="ul" aria-label={t`Últimas pruebas`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {runs.slice(0, SHOWN_RUNS).map((run) => (
            <Box
              key={run.id}
              component="li"
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, py: 0.5 }}
            >
              <StatusChip tone={toTone(run)}>{outcomeText(run)}</StatusChip>
              <Moment at={new Date(run.at).toISOString()} />
              {run.tookMs !== null && <span>{formatDuration(run.tookMs)}</span>}
            </Box>
          ))}
        </Box>
      )}
      {nextAt !== null && (
        <Typography variant="body2" color="textSecondary">
          <Trans>
            La próxima: <Moment at={new Date(nextAt).toISOString()} />
          </Trans>
        </Typography>
      )}
    </>
  );
}

const toTone = ({ outcome }: CanaryRun) =>
  outcome === 'arrived'
    ? 'good'
    : outcome === 'pending'
      ? 'waiting'
      : isCanaryFailure(outcome)
        ? 'bad'
        : 'none';

function useOutcomeText(): (run: CanaryRun) => string {
  const { t } = useLingui();
  return ({ outcome, status: code }) =>
    ({
      pending: t`En camino`,
      arrived: t`Llegó`,
      missing: t`No llegó`,
      signature: t`Llegó, pero la firma no coincidía`,
      off: t`Suspendido en el servicio`,
      elsewhere: t`Va a otra dirección`,
      refused: t`El servicio no lo aceptó (${code})`,
      unreachable: t`El servicio no respondió`,
      'no-inquiry': t`No hay consulta que reenviar`,
      unknown: t`No se sabe si llegó`,
    })[outcome];
}
