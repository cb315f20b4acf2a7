import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { DeliveryDetail } from '#contract/desk/deliveries.ts';
import { AgencyName } from '#console/agency-select/AgencyName.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { DeliveryOutcome } from './DeliveryOutcome.tsx';
import { formatMaskedUrl, formatSize } from './delivery-text.ts';

export function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { agency, sid, person, hookId, size, receivedCount: times, by, status, bodySigned } = delivery;
  const at = new Date(delivery.at).toISOString();
  const callback = delivery.callback && formatMaskedUrl(delivery.callback);
  return (
    <Box
      sx={{
        '--columns': 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
        '--names': { xs: '88px', sm: '120px' },
      }}
    >
      <FactRows>
        <DeliveryFact name={t`Resultado`}>
          <DeliveryOutcome delivery={{ ...delivery, by: null }} />
        </DeliveryFact>
        <DeliveryFact name={t`Cuándo`}>
          <time dateTime={at}>{format.exact(at)}</time>
        </DeliveryFact>
        <DeliveryFact name={t`Lo pidió`}>{by}</DeliveryFact>
        <DeliveryFact name={t`Agencia`} copyText={agency}>
          {agency !== null && <AgencyName adminMail={agency} />}
        </DeliveryFact>
        <DeliveryFact name={t`Consulta`}>
          {agency !== null && sid !== null && (
            <Link component={RouterLink} to={paths.inquiry(agency, sid)}>
              {person ?? <Trans>Consulta sin nombre</Trans>}
            </Link>
          )}
        </DeliveryFact>
        <DeliveryFact name={t`Id de consulta`} copyText={sid}>
          {sid && <code>{sid}</code>}
        </DeliveryFact>
        <DeliveryFact name={t`Id de entrega`} copyText={hookId}>
          {hookId && <code>{hookId}</code>}
        </DeliveryFact>
        <DeliveryFact name={t`Callback`} copyText={callback}>
          {callback && <code>{callback}</code>}
        </DeliveryFact>
        <DeliveryFact name={t`El servicio dijo`}>{status !== null && <code>{status}</code>}</DeliveryFact>
        <DeliveryFact name={t`Firma`}>
          {bodySigned !== null &&
            (bodySigned ? (
              <Trans>Comprobada, y cubre el contenido</Trans>
            ) : (
              <Trans>Comprobada; cubre los encabezados y no el contenido</Trans>
            ))}
        </DeliveryFact>
        <DeliveryFact name={t`Tamaño`}>{size !== null && formatSize(size, format)}</DeliveryFact>
        <DeliveryFact name={t`Veces`}>
          {times > 1 && <Trans>Llegó {times} veces con el mismo id; se guardó una.</Trans>}
        </DeliveryFact>
      </FactRows>
    </Box>
  );
}

function DeliveryFact({
  name,
  copyText,
  children,
}: {
  name: string;
  copyText?: string | null;
  children: ReactNode;
}) {
  if (children === null || children === false || children === '') return null;
  return (
    <FactRow name={name} copyText={copyText}>
      {children}
    </FactRow>
  );
}
