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
  outcome: Delivery['outcome'] | undefined;
  arrival: Arrival | undefined;
  callback: string;
}

export function ChainTestSteps({ requestedAt, acceptedAt, outcome, arrival, callback }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const formatDuration = (ms: number) => {
    const amount = format.number(ms < 1000 ? Math.round(ms) : Math.round(ms / 100) / 10);
    return ms < 1000 ? t`${amount} ms` : t`${amount} s`;
  };
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
