import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import type { RefusalIncident } from '#contract/desk/incidents.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { FailureText } from '#console/ui/FailureText.tsx';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { Collapsible } from './Collapsible.tsx';
import { useIncidentText } from './incident-text.ts';
import { useMomentRange } from './MomentFilter.tsx';
import { ResendMissedButton } from './ResendMissedButton.tsx';
import { acknowledgeIncident, incidentsQuery, unacknowledgeIncident } from './delivery-queries.ts';
import { useTopicName } from './topic-names.ts';

const TONES: Record<RefusalIncident['state'], Tone> = {
  open: 'bad',
  recovering: 'caution',
  quiet: 'caution',
  solved: 'good',
};

/** Refused messages of the last days, by their cause: those that may still be refused, and below those that are solved. */
export function IncidentList() {
  const { t } = useLingui();
  const { data, error } = useQuery(incidentsQuery());
  if (error) return <FailureAlert error={error} />;
  const [unsolved, solved] = [false, true].map((isSolved) =>
    (data?.incidents ?? []).filter(({ state }) => (state === 'solved') === isSolved),
  ) as [RefusalIncident[], RefusalIncident[]];
  return (
    <>
      {unsolved.length > 0 && (
        <Section title={t`Rechazos sin resolver`}>
          <Incidents incidents={unsolved} />
        </Section>
      )}
      {solved.length > 0 && (
        <Collapsible
          heading="h2"
          title={t`${plural(solved.length, { one: '# rechazo resuelto en 7 días', other: '# rechazos resueltos en 7 días' })}`}
        >
          <Incidents incidents={solved} />
        </Collapsible>
      )}
    </>
  );
}

function Incidents({ incidents }: { incidents: readonly RefusalIncident[] }) {
  return (
    <Stack component="ul" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {incidents.map((incident) => (
        <li key={`${incident.topic} ${incident.reason} ${incident.firstAt}`}>
          <Incident incident={incident} />
        </li>
      ))}
    </Stack>
  );
}

function Incident({ incident }: { incident: RefusalIncident }) {
  const { t } = useLingui();
  const { may } = useSession();
  const formatRange = useMomentRange();
  const topicName = useTopicName()(incident.topic);
  const formatIncident = useIncidentText();
  const { topic, reason, state, firstAt, lastAt, acknowledgedBy, missed } = incident;
  const acknowledge = useMutation(acknowledgedBy === null ? acknowledgeIncident : unacknowledgeIncident);
  const stateText = {
    open: t`Abierto`,
    recovering: t`Después llegaron otros`,
    quiet: t`Después no llegó nada`,
    solved: t`Resuelto: después llegaron`,
  }[state];
  const filter = new URLSearchParams({
    outcome: 'refused',
    topic,
    reason,
    since: String(firstAt),
    until: String(lastAt + 1),
  });
  return (
    <Stack spacing={1} useFlexGap>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {formatIncident(incident)}
        </Typography>
        <StatusChip tone={TONES[state]}>{stateText}</StatusChip>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {topicName} · {formatRange(firstAt, lastAt)}
        {acknowledgedBy !== null && <> · {t`Visto por ${acknowledgedBy}`}</>}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        {state !== 'solved' && may.includes('acknowledgeIncident') && (
          <Button
            variant="outlined"
            disabled={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ topic, reason })}
          >
            {acknowledgedBy === null ? <Trans>Marcar como visto</Trans> : <Trans>Quitar lo visto</Trans>}
          </Button>
        )}
        {missed && (
          <ResendMissedButton span={{ since: missed.since, until: missed.until }} count={missed.count} />
        )}
        <Link component={RouterLink} to={paths.deliveries(filter.toString())}>
          <Trans>Ver los mensajes</Trans>
        </Link>
        <RemedyLink topic={topic} reason={reason} />
      </Stack>
      {acknowledge.error && <FailureText error={acknowledge.error} />}
    </Stack>
  );
}

/** Leads to where the cause of refusals is found or mended. */
function RemedyLink({ topic, reason }: { topic: string; reason: RefusalReason }) {
  const { t } = useLingui();
  const test = { to: paths.signatureTest(), label: t`Probar una firma` };
  const { to, label } = {
    signature: test,
    malformed: test,
    age: { to: paths.connection(), label: t`Ver los relojes` },
    topic: { to: paths.webhooks(), label: t`Ver los avisos` },
    'no-secret': { to: paths.editWebhook(topic, 'change=secret'), label: t`Poner un secreto nuevo` },
  }[reason];
  return (
    <Link component={RouterLink} to={to}>
      {label}
    </Link>
  );
}
