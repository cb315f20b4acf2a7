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
  const { agency, sid, person, hookId, size, times, by, status, bodySigned } = delivery;
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
        <Fact name={t`Resultado`}>
          <DeliveryOutcome delivery={{ ...delivery, by: null }} />
        </Fact>
        <Fact name={t`Cuándo`}>
          <time dateTime={at}>{format.exact(at)}</time>
        </Fact>
        <Fact name={t`Lo pidió`}>{by}</Fact>
        <Fact name={t`Agencia`} copyText={agency}>
          {agency !== null && <AgencyName adminMail={agency} />}
        </Fact>
        <Fact name={t`Consulta`}>
          {agency !== null && sid !== null && (
            <Link component={RouterLink} to={paths.inquiry(agency, sid)}>
              {person ?? <Trans>Consulta sin nombre</Trans>}
            </Link>
          )}
        </Fact>
        <Fact name={t`Id de consulta`} copyText={sid}>
          {sid && <code>{sid}</code>}
        </Fact>
        <Fact name={t`Id de entrega`} copyText={hookId}>
          {hookId && <code>{hookId}</code>}
        </Fact>
        <Fact name={t`Callback`} copyText={callback}>
          {callback && <code>{callback}</code>}
        </Fact>
        <Fact name={t`El servicio dijo`}>{status !== null && <code>{status}</code>}</Fact>
        <Fact name={t`Firma`}>
          {bodySigned !== null &&
            (bodySigned ? (
              <Trans>Comprobada, y cubre el contenido</Trans>
            ) : (
              <Trans>Comprobada; cubre los encabezados y no el contenido</Trans>
            ))}
        </Fact>
        <Fact name={t`Tamaño`}>{size !== null && formatSize(size, format)}</Fact>
        <Fact name={t`Veces`}>
          {times > 1 && <Trans>Llegó {times} veces con el mismo id; se guardó una.</Trans>}
        </Fact>
      </FactRows>
    </Box>
  );
}

function Fact({ name, copyText, children }: { name: string; copyText?: string | null; children: ReactNode }) {
  if (children === null || children === false || children === '') return null;
  return (
    <FactRow name={name} copyText={copyText}>
      {children}
    </FactRow>
  );
}
