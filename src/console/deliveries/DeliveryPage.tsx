import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import type { DeliveryDetail } from '#contract/desk/deliveries.ts';
import { queryClient } from '#console/api/query-client.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { useFormats } from '#console/ui/use-formats.ts';
import { AgencyName } from '#console/agency-select/AgencyName.tsx';
import { Comparison } from './Comparison.tsx';
import { delivery } from './deliveries-queries.ts';
import css from './delivery.module.css';
import { DeliveryOutcome } from './DeliveryOutcome.tsx';
import { addressText, isoOf, sizeText } from './delivery-text.ts';
import { PayloadView } from './PayloadView.tsx';
import { ResendInquiry } from './ResendInquiry.tsx';

/** One delivery: what came, with what headers, and what became of its inquiry. */
function DeliveryPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(delivery(id));
  const back = { to: paths.deliveries(), label: t`Entregas` };
  return (
    <Page title={data?.topic ?? t`Entrega`} tab={[data?.topic, t`Entregas`]} back={back}>
      {isPending && <TableSkeleton label={t`Cargando la entrega`} />}
      {error && !data && (
        <FailureAlert error={error} onRetry={() => void refetch()}>
          <Link className="button" to={back.to}>
            <Trans>Volver a la lista</Trans>
          </Link>
        </FailureAlert>
      )}
      {data && <Whole delivery={data} />}
    </Page>
  );
}

function Whole({ delivery: one }: { delivery: DeliveryDetail }) {
  const { may } = useSession();
  const { agency, sid, payload } = one;
  const inquiry = agency !== null && sid !== null && { agency, sid };
  return (
    <>
      <Known delivery={one} />
      {inquiry && may.includes('resendInquiry') && (
        <div className={css.action}>
          <ResendInquiry adminMail={inquiry.agency} sid={inquiry.sid} />
        </div>
      )}
      <Headers headers={one.headers} />
      <Payload delivery={one} />
      {inquiry && payload !== null && may.includes('viewInquiry') && (
        <Comparison adminMail={inquiry.agency} sid={inquiry.sid} payload={payload} />
      )}
    </>
  );
}

function Known({ delivery: one }: { delivery: DeliveryDetail }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { at, agency, sid, person, hookId, size, times, by, callback, status, bodySigned } = one;
  return (
    <FactRows className={css.known}>
      <Fact name={t`Resultado`}>
        <DeliveryOutcome delivery={{ ...one, by: null }} />
      </Fact>
      <Fact name={t`Cuándo`}>
        <time dateTime={isoOf(at)}>{format.exact(isoOf(at))}</time>
      </Fact>
      <Fact name={t`Lo pidió`}>{by}</Fact>
      <Fact name={t`Agencia`}>{agency !== null && <AgencyName adminMail={agency} />}</Fact>
      <Fact name={t`Consulta`} copied={sid}>
        {agency !== null && sid !== null && <Link to={paths.inquiry(agency, sid)}>{person ?? sid}</Link>}
      </Fact>
      <Fact name={t`Id de entrega`} copied={hookId}>
        {hookId && <code>{hookId}</code>}
      </Fact>
      <Fact name={t`Callback`} copied={callback && addressText(callback)}>
        {callback && <code>{addressText(callback)}</code>}
      </Fact>
      <Fact name={t`El servicio dijo`}>{status !== null && <code>{status}</code>}</Fact>
      <Fact name={t`Firma`}>
        {bodySigned === true && <Trans>Comprobada, y cubre el contenido</Trans>}
        {bodySigned === false && <Trans>Comprobada; cubre los encabezados y no el contenido</Trans>}
      </Fact>
      <Fact name={t`Tamaño`}>{size !== null && sizeText(size, format)}</Fact>
      <Fact name={t`Veces`}>
        {times > 1 && <Trans>Llegó {times} veces con el mismo id; se guardó una.</Trans>}
      </Fact>
    </FactRows>
  );
}

/** A line for what is known alone. */
function Fact({ name, copied, children }: { name: string; copied?: string | null; children: ReactNode }) {
  // Of several children each may be nothing.
  if (![children].flat().some(Boolean)) return null;
  return (
    <FactRow name={name} copyText={copied}>
      {children}
    </FactRow>
  );
}

function Headers({ headers }: { headers: Record<string, string> }) {
  const names = Object.keys(headers);
  const count = names.length;
  if (count === 0) return null;
  return (
    <details className={css.headers}>
      <summary>
        <Trans>Encabezados ({count})</Trans>
      </summary>
      <dl>
        {names.toSorted().map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{headers[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Payload({ delivery: { payload, outcome, erasedAt, pairedId } }: { delivery: DeliveryDetail }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const until = erasedAt === null ? '' : format.moment(isoOf(erasedAt));
  return (
    <section className={css.section} aria-label={t`Contenido`}>
      <h2>
        <Trans>Contenido</Trans>
      </h2>
      {payload === null ? (
        <p>
          {outcome === 'refused' && <Trans>De lo que se rechaza no se guarda el contenido.</Trans>}
          {outcome === 'caused' && <Trans>Todavía no llegó: no hay contenido.</Trans>}
          {outcome === 'unseen' && <Trans>No llegó acá: no hay contenido.</Trans>}
          {outcome === 'elsewhere' && (
            <Trans>Fue a otro lado: desde acá no se ve si llegó, y no hay contenido.</Trans>
          )}
          {outcome === 'arrived' && pairedId !== null && (
            <Trans>
              Es el pedido; lo que llegó es <Link to={paths.delivery(pairedId)}>otra entrega</Link>.
            </Trans>
          )}
          {outcome === 'received' && (
            <Trans>Ya se borró: son datos de compradores y se guardan por un tiempo.</Trans>
          )}
        </p>
      ) : (
        <>
          {until && (
            <p className={parts.soft}>
              <Trans>Son datos de compradores: se borra el {until}.</Trans>
            </p>
          )}
          <PayloadView payload={payload} />
        </>
      )}
    </section>
  );
}

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(delivery(id));

export { DeliveryPage as Component };
