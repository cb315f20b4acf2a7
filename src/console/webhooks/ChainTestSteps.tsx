import { Trans, useLingui } from '@lingui/react/macro';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Delivery } from '#contract/desk/deliveries.ts';
import type { Arrival } from '#console/deliveries/resend.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { CallbackUrl } from './CallbackUrl.tsx';

interface Props {
  requestedAt: number;
  acceptedAt: number | undefined;
  /** undefined: not loaded since the service accepted it. */
  outcome: Delivery['outcome'] | undefined;
  arrival: Arrival | undefined;
  callback: string;
}

/** The steps of a resent message so far, with their durations. */
export function ChainTestSteps({ requestedAt, acceptedAt, outcome, arrival, callback }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const formatDuration = (ms: number) => {
    const amount = format.number(ms < 1000 ? Math.round(ms) : Math.round(ms / 100) / 10);
    return ms < 1000 ? t`${amount} ms` : t`${amount} s`;
  };
  const acceptedAfter = acceptedAt === undefined ? '' : formatDuration(acceptedAt - requestedAt);
  const arrivedAfter = arrival ? formatDuration(arrival.tookMs) : '';
  const isAccepted = acceptedAt !== undefined;
  const steps: { key: string; isDone: boolean; label: ReactNode }[] = [
    { key: 'requested', isDone: true, label: <Trans>Se pidió al servicio que la reenvíe.</Trans> },
    {
      key: 'accepted',
      isDone: isAccepted,
      label: isAccepted ? (
        <Trans>El servicio lo aceptó, a los {acceptedAfter}.</Trans>
      ) : (
        <Trans>Esperando que el servicio lo acepte…</Trans>
      ),
    },
  ];
  if (isAccepted && outcome === 'elsewhere')
    steps.push({
      key: 'elsewhere',
      isDone: false,
      label: (
        <Trans>
          Va a <CallbackUrl>{callback}</CallbackUrl>. Desde acá no se ve más: si llegó, solo lo sabe ese
          sistema.
        </Trans>
      ),
    });
  else if (isAccepted && !arrival)
    steps.push({
      key: 'arrival',
      isDone: false,
      label:
        outcome === 'unseen' ? (
          <Trans>No llegó acá. Si llega después, queda en las entregas.</Trans>
        ) : (
          <Trans>Esperando que llegue acá…</Trans>
        ),
    });
  if (arrival)
    steps.push(
      {
        key: 'arrival',
        isDone: true,
        label: (
          <>
            <Trans>Llegó acá, a los {arrivedAfter} de pedirla.</Trans>{' '}
            <Link to={paths.delivery(arrival.id)}>
              <Trans>Ver la entrega</Trans>
            </Link>
          </>
        ),
      },
      {
        key: 'signature',
        isDone: true,
        label: arrival.bodySigned ? (
          <Trans>La firma es la del secreto guardado, y cubre todo el contenido.</Trans>
        ) : (
          <Trans>La firma es la del secreto guardado; cubre los encabezados y no el contenido.</Trans>
        ),
      },
    );
  return (
    <Stepper orientation="vertical" activeStep={-1} aria-live="polite">
      {steps.map(({ key, isDone, label }) => (
        <Step key={key} completed={isDone}>
          <StepLabel>{label}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}
