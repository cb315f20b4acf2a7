import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { type Arrival, useResend, useResendMeanings } from './use-resend.ts';

interface Props {
  adminMail: string;
  sid: string;
}

export function ResendInquiry({ adminMail, sid }: Props) {
  const { times, isPending, error, outcome, arrival, ...resend } = useResend(adminMail, sid);
  const meanings = useResendMeanings();
  const accepted = times?.accepted;
  return (
    <MuiRoot>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button variant="outlined" disabled={!resend.canResend} onClick={() => resend.mutate()}>
          <Trans>Reenviar la consulta</Trans>
        </Button>
        <HelpLink topic="resend" />
        <Typography component="output" variant="body2" sx={{ minWidth: 0 }}>
          {isPending && <Trans>Pidiéndolo al servicio…</Trans>}
          {accepted === undefined && !isPending && resend.isExpected && (
            <Trans>
              Hay un reenvío de esta consulta en camino. Si en un minuto no llega, se puede pedir otro.
            </Trans>
          )}
          {accepted !== undefined && (
            <ResendProgress accepted={accepted} outcome={outcome} arrival={arrival} />
          )}
        </Typography>
      </Stack>
      {error && <FormAlert error={error} meanings={meanings} />}
    </MuiRoot>
  );
}

interface ProgressProps {
  accepted: number;
  outcome: Delivery['outcome'] | undefined;
  arrival: Arrival | undefined;
}

function ResendProgress({ accepted, outcome, arrival }: ProgressProps) {
  const format = useFormats();
  const moment = format.exact(accepted);
  const seconds = format.number(Math.round((arrival?.tookMs ?? 0) / 10) / 100);
  return (
    <>
      <p>
        <Trans>El servicio lo aceptó: {moment}.</Trans>
      </p>
      <p>
        {outcome === 'arrived' ? (
          <Trans>Llegó acá {seconds} s después de pedirlo.</Trans>
        ) : outcome === 'elsewhere' ? (
          <Trans>Estos avisos van a otro lado: no podemos saber si llega.</Trans>
        ) : outcome === 'unseen' ? (
          <Trans>No llegó en un minuto. Si llega después, queda en las entregas.</Trans>
        ) : (
          <Trans>Esperando que llegue…</Trans>
        )}
      </p>
    </>
  );
}
