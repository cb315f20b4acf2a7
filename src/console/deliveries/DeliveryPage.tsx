import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink, type LoaderFunctionArgs, useParams } from 'react-router';
import type { DeliveryDetail } from '#contract/desk/deliveries.ts';
import { AgencyName } from '#console/agency-select/AgencyName.tsx';
import { queryClient } from '#console/api/query-client.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { RevealDialog } from '#console/inquiries/RevealDialog.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Section } from '#console/ui/Section.tsx';
import { formatSize } from '#console/ui/format-size.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { Collapsible } from './Collapsible.tsx';
import { deliveryQuery, revealPayload } from './delivery-queries.ts';
import { DeliveryOutcome } from './DeliveryOutcome.tsx';
import { PayloadComparison } from './PayloadComparison.tsx';
import { PayloadView } from './PayloadView.tsx';
import { ResendInquiry } from './ResendInquiry.tsx';
import { useTopicName } from './topic-names.ts';

function DeliveryPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const query = useQuery(deliveryQuery(id));
  const getTopicName = useTopicName();
  const topic = query.data && getTopicName(query.data.topic);
  return (
    <DetailPage
      title={topic ?? t`Entrega`}
      tab={[topic, t`Entregas`]}
      back={{ to: paths.deliveries(), label: t`Entregas` }}
      loadingLabel={t`Cargando la entrega`}
      query={query}
      failureActions={
        <Button component={RouterLink} to={paths.deliveries()} variant="outlined" color="inherit">
          <Trans>Volver a la lista</Trans>
        </Button>
      }
    >
      {(delivery) => <DeliverySections delivery={delivery} />}
    </DetailPage>
  );
}

function DeliverySections({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { agency, sid, payload, headers } = delivery;
  const inquiry = agency !== null && sid !== null && { adminMail: agency, sid };
  return (
    <>
      <Section title={t`Datos`} hideTitle>
        <DeliveryFacts delivery={delivery} />
        {inquiry && may.includes('traceLead') && (
          <Link component={RouterLink} to={paths.trace(inquiry.adminMail, inquiry.sid)}>
            <Trans>Rastrear la consulta</Trans>
          </Link>
        )}
        {inquiry && may.includes('resendInquiry') && (
          <ResendInquiry adminMail={inquiry.adminMail} sid={inquiry.sid} />
        )}
        {delivery.reason === 'signature' && may.includes('testSignature') && (
          <Link component={RouterLink} to={paths.signatureTest()}>
            <Trans>Probar la firma</Trans>
          </Link>
        )}
        <Headers headers={headers} />
      </Section>
      <PayloadSection key={delivery.id} delivery={delivery} />
      {inquiry && payload !== null && may.includes('viewInquiry') && (
        <PayloadComparison adminMail={inquiry.adminMail} sid={inquiry.sid} payload={payload} />
      )}
    </>
  );
}

function PayloadSection({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useLingui();
  const { may } = useSession();
  const [revealed, setRevealed] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const payload = revealed ?? delivery.payload;
  const canReveal = payload !== null && revealed === undefined && may.includes('revealPayload');
  return (
    <Section
      title={t`Contenido`}
      actions={
        <>
          {canReveal && (
            <Button variant="outlined" color="inherit" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <Trans>Mostrar contacto</Trans>
            </Button>
          )}
          <HelpLink topic="retention" />
        </>
      }
    >
      <PayloadNote delivery={delivery} />
      {payload !== null && <PayloadView payload={payload} />}
      {isOpen && (
        <RevealDialog
          mutation={revealPayload(delivery.id)}
          onReveal={(reply) => setRevealed(reply.payload)}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}

function Headers({ headers }: { headers: Record<string, string> }) {
  const names = Object.keys(headers).toSorted();
  const count = names.length;
  if (count === 0) return null;
  return (
    <Collapsible title={<Trans>Encabezados ({count})</Trans>}>
      <Box sx={{ '--names': 'minmax(104px, 220px)' }}>
        <FactRows>
          {names.map((name) => (
            <FactRow key={name} name={name}>
              {headers[name]}
            </FactRow>
          ))}
        </FactRows>
      </Box>
    </Collapsible>
  );
}

function PayloadNote({ delivery: { payload, outcome, erasedAt, pairedId } }: { delivery: DeliveryDetail }) {
  const format = useFormats();
  if (payload !== null && erasedAt === null) return null;
  const erasure = erasedAt === null ? '' : format.moment(erasedAt);
  return (
    <Typography color="textSecondary">
      {payload !== null ? (
        <Trans>Son datos de compradores: se borra el {erasure}.</Trans>
      ) : outcome === 'refused' ? (
        <Trans>De lo que se rechaza no se guarda el contenido.</Trans>
      ) : outcome === 'caused' ? (
        <Trans>Todavía no llegó: no hay contenido.</Trans>
      ) : outcome === 'unseen' ? (
        <Trans>No llegó acá: no hay contenido.</Trans>
      ) : outcome === 'elsewhere' ? (
        <Trans>Fue a otro lado: desde acá no se ve si llegó, y no hay contenido.</Trans>
      ) : outcome === 'received' ? (
        <Trans>Ya se borró: son datos de compradores y se guardan por un tiempo.</Trans>
      ) : (
        pairedId !== null && (
          <Trans>
            Es el pedido; lo que llegó es{' '}
            <Link component={RouterLink} to={paths.delivery(pairedId)}>
              otra entrega
            </Link>
            .
          </Trans>
        )
      )}
    </Typography>
  );
}

function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useLingui();
  const format = useFormats();
  const {
    agency,
    sid,
    person,
    hookId,
    size,
    receivedCount: times,
    by,
    status,
    bodySigned,
    isTest,
  } = delivery;
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
        <FactRow name={t`Resultado`}>
          <DeliveryOutcome delivery={{ ...delivery, by: null }} />
        </FactRow>
        <FactRow name={t`Cuándo`}>
          <time dateTime={at}>{format.exact(at)}</time>
        </FactRow>
        <FactRow name={t`Lo pidió`}>{by}</FactRow>
        <FactRow name={t({ context: 'webhook', message: 'Prueba' })}>
          {isTest && <Trans>Sí: se envió para probar el aviso.</Trans>}
        </FactRow>
        <FactRow name={t`Agencia`} copyText={agency}>
          {agency !== null && <AgencyName adminMail={agency} />}
        </FactRow>
        <FactRow name={t`Consulta`}>
          {agency !== null && sid !== null && (
            <Link component={RouterLink} to={paths.inquiry(agency, sid)}>
              {person ?? <Trans>Consulta sin nombre</Trans>}
            </Link>
          )}
        </FactRow>
        <FactRow name={t`Id de consulta`} copyText={sid}>
          {sid && <code>{sid}</code>}
        </FactRow>
        <FactRow name={t`Id de entrega`} copyText={hookId}>
          {hookId && <code>{hookId}</code>}
        </FactRow>
        <FactRow name={t`Destino`} copyText={callback}>
          {callback && <code>{callback}</code>}
        </FactRow>
        <FactRow name={t`El servicio dijo`}>{status !== null && <code>{status}</code>}</FactRow>
        <FactRow name={t`Firma`}>
          {bodySigned !== null &&
            (bodySigned ? (
              <Trans>Comprobada, y cubre el contenido</Trans>
            ) : (
              <Trans>Comprobada; cubre los encabezados y no el contenido</Trans>
            ))}
        </FactRow>
        <FactRow name={t`Tamaño`}>{size !== null && formatSize(size, format)}</FactRow>
        <FactRow name={t`Veces`}>
          {times > 1 && <Trans>Llegó {times} veces con el mismo id; se guardó una.</Trans>}
        </FactRow>
      </FactRows>
    </Box>
  );
}

function formatMaskedUrl(url: string): string {
  return url.replaceAll(encodeURIComponent('…'), '…');
}

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(deliveryQuery(id));

export { DeliveryPage as Component };
