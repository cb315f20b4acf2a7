import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { personName } from '#contract/inquiry-names.ts';
import { sidOf } from '#contract/sid.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { getLastAgency } from '#console/agency-select/last-agency.ts';
import { AgencyAutocomplete } from '#console/agency-select/AgencyAutocomplete.tsx';
import { useAgencies } from '#console/agency-select/use-agencies.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { type Arrival, useResend, useResendMeanings } from '#console/deliveries/use-resend.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { servicePageQuery } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { CallbackUrl } from './CallbackUrl.tsx';
import { useDurationFormat } from '#console/ui/use-duration-format.ts';
import { invalidateGatewayTopics } from './webhook-queries.ts';

/** The service only resends inquiries that are at most this old. */
const RECENT_DAYS = 29;

interface Props {
  isActive: boolean;
  callback: string;
}

export function ChainTest({ isActive, callback }: Props) {
  const { t } = useLingui();
  const session = useSession();
  const today = dayAt(useNow(), session.timeZone);
  const agencies = useAgencies(true);
  const [selected, setSelected] = useState(() => getLastAgency(session));
  const adminMail = selected ?? agencies[0]?.mail;
  const inquiries = useQuery({
    ...servicePageQuery({
      adminMail: adminMail ?? '',
      query: { desde: addDays(today, -RECENT_DAYS), hasta: today },
    }),
    meta: BACKGROUND,
    enabled: adminMail !== undefined,
  });
  const inquiry = inquiries.data?._entries[0];
  const sid = inquiry && sidOf(inquiry);
  return (
    <Section title={t`Probar`}>
      <Typography color="textSecondary">
        <Trans>
          El servicio reenvía el aviso de la consulta más reciente de una agencia. El destino la recibe como
          cualquier otra; acá queda en las entregas, marcada como prueba.
        </Trans>
      </Typography>
      {adminMail && (
        <AgencyAutocomplete
          label={t`Agencia`}
          disableClearable
          value={adminMail}
          onChange={(_event, chosen) => setSelected(chosen)}
        />
      )}
      {inquiries.isError && (
        <FailureAlert
          error={inquiries.error}
          title={t`No se pudieron cargar sus consultas`}
          onRetry={() => void inquiries.refetch()}
        />
      )}
      {inquiries.data && !sid && (
        <p>
          {inquiry ? (
            <Trans>La consulta vino sin su dirección: no se puede reenviar.</Trans>
          ) : (
            <Trans>
              No tiene consultas de los últimos {RECENT_DAYS} días, y las de antes no se reenvían.
            </Trans>
          )}
        </p>
      )}
      {adminMail && inquiry && sid && (
        <ResendTest
          key={sid}
          isActive={isActive}
          callback={callback}
          adminMail={adminMail}
          sid={sid}
          inquiry={inquiry}
        />
      )}
    </Section>
  );
}

interface ResendTestProps extends Props {
  adminMail: string;
  sid: string;
  inquiry: Inquiry;
}

function ResendTest({ isActive, callback, adminMail, sid, inquiry }: ResendTestProps) {
  const meanings = useResendMeanings();
  const resend = useResend(adminMail, sid, { isTest: true });
  const { times, arrival } = resend;
  const messageId = arrival?.id;
  useEffect(() => {
    if (messageId) invalidateGatewayTopics();
  }, [messageId]);
  const name = personName(inquiry.Interesado) || sid;
  return (
    <>
      <p>
        <Trans>
          La más reciente: <Link to={paths.inquiry(adminMail, sid)}>{name}</Link>,{' '}
          <Moment at={inquiry.Momento} />
        </Trans>
      </p>
      <div>
        <Button
          variant="outlined"
          disabled={!isActive || !resend.canResend}
          aria-busy={resend.isPending || (times !== undefined && resend.isExpected)}
          onClick={() => resend.mutate()}
        >
          <Trans>Enviar una prueba</Trans>
        </Button>
      </div>
      {!isActive && (
        <Typography color="textSecondary">
          <Trans>Está suspendido: el servicio no envía nada. Encendelo para probarlo.</Trans>
        </Typography>
      )}
      {times && !resend.isError && (
        <ChainTestSteps
          requestedAt={times.requested}
          acceptedAt={times.accepted}
          outcome={resend.outcome}
          arrival={arrival}
          callback={callback}
        />
      )}
      {resend.error && <FormAlert error={resend.error} meanings={meanings} />}
    </>
  );
}

interface ChainTestStepsProps {
  requestedAt: number;
  acceptedAt: number | undefined;
  outcome: Delivery['outcome'] | undefined;
  arrival: Arrival | undefined;
  callback: string;
}

function ChainTestSteps({ requestedAt, acceptedAt, outcome, arrival, callback }: ChainTestStepsProps) {
  const formatDuration = useDurationFormat();
  const isAccepted = acceptedAt !== undefined;
  const acceptedAfter = isAccepted && formatDuration(acceptedAt - requestedAt);
  const arrivedAfter = arrival && formatDuration(arrival.tookMs);
  // Stepper takes no other children than steps, so that this cannot be a component.
  const step = (isDone: boolean, label: ReactNode) => (
    <Step completed={isDone}>
      <StepLabel>{label}</StepLabel>
    </Step>
  );
  return (
    <Stepper orientation="vertical" activeStep={-1} aria-live="polite">
      {step(true, <Trans>Se pidió al servicio que la reenvíe.</Trans>)}
      {isAccepted
        ? step(true, <Trans>El servicio lo aceptó, a los {acceptedAfter}.</Trans>)
        : step(false, <Trans>Esperando que el servicio lo acepte…</Trans>)}
      {isAccepted &&
        outcome === 'elsewhere' &&
        step(
          false,
          <Trans>
            Va a <CallbackUrl>{callback}</CallbackUrl>. Desde acá no se ve más: si llegó, solo lo sabe ese
            sistema.
          </Trans>,
        )}
      {isAccepted &&
        outcome !== 'elsewhere' &&
        !arrival &&
        step(
          false,
          outcome === 'unseen' ? (
            <Trans>No llegó acá. Si llega después, queda en las entregas.</Trans>
          ) : (
            <Trans>Esperando que llegue acá…</Trans>
          ),
        )}
      {arrival &&
        step(
          true,
          <>
            <Trans>Llegó acá, a los {arrivedAfter} de pedirla.</Trans>{' '}
            <Link to={paths.delivery(arrival.id)}>
              <Trans>Ver la entrega</Trans>
            </Link>
          </>,
        )}
      {arrival &&
        step(
          true,
          arrival.bodySigned ? (
            <Trans>La firma es la del secreto guardado, y cubre todo el contenido.</Trans>
          ) : (
            <Trans>La firma es la del secreto guardado; cubre los encabezados y no el contenido.</Trans>
          ),
        )}
    </Stepper>
  );
}
