import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink, type LoaderFunctionArgs, useParams } from 'react-router';
import type { Trace, TraceCause, TraceRemedy, TraceVerdict, TracedSeller } from '#contract/desk/trace.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { EvidenceButton } from './EvidenceButton.tsx';
import { Stations } from './Stations.tsx';
import { traceQuery } from './trace-queries.ts';
import { useTraceText } from './trace-text.ts';

function TracePage() {
  const { t } = useLingui();
  const { adminMail = '', sid } = useParams();
  const query = useQuery(traceQuery(adminMail, sid));
  const text = useTraceText();
  const trace = query.data;
  const title = trace && hasVerdict(trace) ? text.verdict(trace) : (trace?.agency.name ?? adminMail);
  return (
    <DetailPage
      key={`${adminMail} ${sid}`}
      title={title}
      tab={[trace?.lead?.person ?? title, t`Rastrear`]}
      back={{ to: paths.traces(), label: t`Rastrear` }}
      loadingLabel={t`Cargando el recorrido`}
      freshness={query}
      actions={trace && <EvidenceButton trace={trace} />}
      query={query}
    >
      {(data) => (
        <>
          {data.lead && <LeadLine trace={data} />}
          {hasVerdict(data) && (
            <>
              <Remedy trace={data} />
              <Journey trace={data} />
            </>
          )}
          <ForecastSection trace={data} />
        </>
      )}
    </DetailPage>
  );
}

const hasVerdict = (trace: Trace): trace is Trace & { verdict: TraceVerdict } => trace.verdict !== null;

function LeadLine({ trace: { lead, agency } }: { trace: Trace }) {
  const format = useFormats();
  const { may } = useSession();
  if (!lead) return null;
  const name = lead.person ?? lead.sid;
  return (
    <Typography color="textSecondary">
      {may.includes('viewInquiry') && lead.at !== null ? (
        <Link component={RouterLink} to={paths.inquiry(agency.adminMail, lead.sid)}>
          {name}
        </Link>
      ) : (
        name
      )}
      {[lead.vehicle, agency.name ?? agency.adminMail, lead.at === null ? null : format.moment(lead.at)]
        .filter(Boolean)
        .map((part) => ` · ${part}`)}
    </Typography>
  );
}

function Remedy({
  trace: { verdict, agency, lead, stations, service, clockAheadMs },
}: {
  trace: Trace & { verdict: TraceVerdict };
}) {
  const { notes, unknown, remedy, outcome } = verdict;
  const hiddenFrom = stations.flatMap((station) => station.hiddenFrom);
  const isMended =
    remedy === 'none' && (outcome === 'late' || outcome === 'found') && verdict.causes.length > 0;
  return (
    <Stack sx={{ gap: 1, alignItems: 'start' }}>
      {notes.includes('repeated') && (
        <Typography>
          <Trans>
            El mensaje llegó más de una vez, y se contó una: el servicio lo repite si no le llega la respuesta
            de esta consola.
          </Trans>
        </Typography>
      )}
      {notes.includes('limited') && <HiddenFrom sellers={hiddenFrom} operator={lead?.operator ?? null} />}
      {unknown.length > 0 && <Unknown unknown={unknown} service={service} clockAheadMs={clockAheadMs} />}
      {isMended && (
        <Typography>
          <Trans>Ya no pasa: no hay que hacer nada.</Trans>
        </Typography>
      )}
      {remedy !== 'none' && <Advice causes={verdict.causes} />}
      <RemedyButton remedy={remedy} adminMail={agency.adminMail} />
    </Stack>
  );
}

interface HiddenFromProps {
  sellers: readonly TracedSeller[];
  operator: string | null;
}

function HiddenFrom({ sellers, operator }: HiddenFromProps) {
  const { t, i18n } = useLingui();
  const { may } = useSession();
  const parts = new Intl.ListFormat(i18n.locale).formatToParts(sellers.map(({ name }) => name));
  const people = sellers.values();
  const owner = operator ?? t`otro vendedor`;
  return (
    <Typography>
      {sellers.length === 1 ? t`No la ve:` : t`No la ven:`}{' '}
      {parts.map(({ type, value }) => {
        const seller = type === 'element' ? people.next().value : undefined;
        return seller && may.includes('viewPerson') ? (
          <Link key={seller.id} component={RouterLink} to={paths.person(seller.id)}>
            {value}
          </Link>
        ) : (
          value
        );
      })}
      {'. '}
      {sellers.length === 1
        ? t`Solo ve las suyas, y es de ${owner}.`
        : t`Solo ven las suyas, y es de ${owner}.`}
    </Typography>
  );
}

function Advice({ causes }: { causes: readonly TraceCause[] }) {
  const { advice } = useTraceText();
  return causes.map((cause) => advice[cause] && <Typography key={cause}>{advice[cause]}</Typography>);
}

function Unknown({
  unknown,
  ...trace
}: Pick<TraceVerdict, 'unknown'> & Pick<Trace, 'service' | 'clockAheadMs'>) {
  const { t } = useLingui();
  const silence = useTraceText().silence(trace);
  const facts: Record<TraceVerdict['unknown'][number], string> = {
    service: t`qué dice el servicio (${silence})`,
    'topic-then': t`cómo estaba el aviso entonces, porque se configuró en otro lado`,
    attempts: t`qué intentó el servicio, que no cuenta sus intentos`,
  };
  const missing = unknown.map((fact) => facts[fact]).join('; ');
  return (
    <Typography>
      <Trans>Falta saber {missing}.</Trans>
    </Typography>
  );
}

function RemedyButton({ remedy, adminMail }: { remedy: TraceRemedy; adminMail: string }) {
  const { t } = useLingui();
  const { may } = useSession();
  const editTopic = (change: string) => paths.editWebhook(INQUIRY_TOPIC, `change=${change}`);
  const links: Partial<Record<TraceRemedy, { to: string; label: string } | false>> = {
    'configure-topic': { to: editTopic('receiver'), label: t`Configurar el aviso` },
    'switch-on': { to: editTopic('active'), label: t`Encender el aviso` },
    'point-here': { to: editTopic('receiver'), label: t`Poner la dirección de esta consola` },
    'set-secret': { to: editTopic('secret'), label: t`Poner un secreto nuevo` },
    'check-clock': { to: paths.connection(), label: t`Ver los relojes` },
    'check-callback': { to: paths.attempts(), label: t`Ver los intentos del servicio` },
    'check-connection': { to: paths.connection(), label: t`Ver la conexión` },
    invite: may.includes('inviteAgency') && {
      to: paths.inviteAgency(adminMail),
      label: t`Invitar a la agencia`,
    },
    remind: { to: paths.invitations(), label: t`Ver su invitación` },
  };
  const link = links[remedy];
  if (link)
    return (
      <Button component={RouterLink} to={link.to} variant="contained">
        {link.label}
      </Button>
    );
  if (remedy === 'wait')
    return (
      <Typography>
        <Trans>No hay que hacer nada: si no llega en unos minutos, volvé a mirar.</Trans>
      </Typography>
    );
  if (remedy === 'invite')
    return (
      <Typography>
        <Trans>Quien administra las agencias puede invitarla otra vez.</Trans>
      </Typography>
    );
  if (remedy === 'ask-service')
    return (
      <Typography>
        <Trans>Solo el servicio puede saberlo: pasale la dirección de esta página a quien lo atiende.</Trans>
      </Typography>
    );
  return null;
}

function Journey({ trace: { stations, twin, lead } }: { trace: Trace }) {
  const { t } = useLingui();
  const format = useFormats();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: twin ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 720px)',
        },
      }}
    >
      <Section title={t`Su recorrido`}>
        <Stations
          label={t`Su recorrido`}
          sid={lead?.sid}
          stations={stations}
          difference={twin?.difference ?? null}
        />
      </Section>
      {twin && (
        <Section
          title={t`Una que sí llegó`}
          description={[twin.person, twin.vehicle, twin.at === null ? null : format.moment(twin.at)]
            .filter(Boolean)
            .join(' · ')}
        >
          <Stations
            label={t`Una que sí llegó`}
            sid={twin.sid}
            stations={twin.stations}
            difference={twin.difference}
          />
        </Section>
      )}
    </Box>
  );
}

function ForecastSection({ trace }: { trace: Trace }) {
  const { t } = useLingui();
  const text = useTraceText();
  const isOffered = trace.remedy !== 'none' && trace.remedy !== trace.verdict?.remedy;
  return (
    <Section title={t`Si llegara una ahora`}>
      <Typography>{text.forecast(trace)}</Typography>
      {isOffered && (
        <Stack sx={{ gap: 1, alignItems: 'start' }}>
          <Advice causes={trace.forecast.causes} />
          <RemedyButton remedy={trace.remedy} adminMail={trace.agency.adminMail} />
        </Stack>
      )}
    </Section>
  );
}

export const loader = ({ params: { adminMail = '', sid } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(traceQuery(adminMail, sid));

export { TracePage as Component };
