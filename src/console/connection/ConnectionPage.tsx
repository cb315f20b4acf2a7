import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Connection } from '#contract/desk/connection.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { type Column, DataTable, TableSkeleton } from '#console/ui/DataTable.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { useFormats } from '#console/ui/use-formats.ts';
import { TopicHealth } from '#console/webhooks/TopicHealth.tsx';
import css from './connection.module.css';
import { connection } from './connection-queries.ts';

/** The service judges the time that a call was signed at: beyond this the clocks are worth a word. */
const CLOCK_WORTH_A_WORD_MS = 30_000;
/** Whoever watches an outage sees its end by this time. */
const EVERY_MS = 15_000;

type Topic = Connection['topics'][number];

const columns: readonly Column<Topic>[] = [
  { name: 'topic', head: msg({ context: 'webhook', message: 'Tema' }), Cell: Name, lead: true },
  { name: 'state', head: msg({ context: 'webhook', message: 'Estado' }), Cell: State, width: '24%' },
  { name: 'here', head: msg`Adónde llega`, Cell: Here, width: '26%' },
  { name: 'heard', head: msg`Última entrega acá`, Cell: LastHeard, width: '20%' },
];

/** Whether the service answers, how fast, to our credentials, and at what time of its clock. */
function ConnectionPage() {
  const { t } = useLingui();
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useQuery({
    ...connection(),
    refetchInterval: EVERY_MS,
    // Whoever comes here by a click or a key is noted by that; the page that asks again is no use of the session.
    meta: BACKGROUND,
  });
  return (
    <Page
      title={t`Conexión`}
      actions={
        <Freshness
          at={dataUpdatedAt}
          busy={isFetching}
          error={data ? error : null}
          onRefresh={() => void refetch()}
        />
      }
    >
      {isPending && <TableSkeleton label={t`Cargando la conexión`} />}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Verdict connection={data} />
          <Measures connection={data} />
          <h2 className={css.title}>
            <Trans>Temas</Trans>
          </h2>
          {data.topics.length > 0 ? (
            <DataTable
              label={t`Temas`}
              columns={columns}
              rows={data.topics}
              getRowKey={({ topic }) => topic}
              isPlaceholder={false}
            />
          ) : (
            <EmptyState>
              <Trans>No se pudieron cargar los temas.</Trans>
            </EmptyState>
          )}
        </>
      )}
    </Page>
  );
}

/** What it comes to, and what to do about it. */
function Verdict({ connection: { state, refusal } }: { connection: Connection }) {
  const { t } = useLingui();
  const verdicts: Record<Connection['state'], { what: string; advice: string }> = {
    working: { what: t`El servicio responde`, advice: t`Reconoce nuestras credenciales.` },
    refused: {
      what: t`El servicio responde, pero no nos reconoce`,
      advice: t`Revisá la clave y el secreto de la aplicación, y el reloj de este servidor.`,
    },
    limited: {
      what: t`El servicio responde que hubo demasiados pedidos`,
      advice: t`Vuelve a atender en un minuto. Si se repite, pedile al servicio un límite mayor.`,
    },
    failing: {
      what: t`El servicio responde que tuvo un problema`,
      advice: t`Es del servicio: reintentá en unos minutos y, si sigue, avisale a su soporte.`,
    },
    unreachable: {
      what: t`El servicio no responde`,
      advice: t`Está detenido o no se puede acceder a él desde este servidor. Revisá la dirección y la red.`,
    },
    broken: {
      what: t`El servicio responde algo que no se entiende`,
      advice: t`Revisá que la dirección sea la del servicio y no la de otra cosa.`,
    },
  };
  const { what, advice } = verdicts[state];
  return (
    <section
      className={css.verdict}
      data-state={state}
      aria-label={t({ context: 'connection', message: 'Estado' })}
    >
      <h2>{what}</h2>
      <p>{advice}</p>
      {refusal !== null && (
        <p className={parts.soft} lang="es">
          <Trans>El servicio dice:</Trans> «{refusal}»
        </p>
      )}
    </section>
  );
}

function Measures({ connection: found }: { connection: Connection }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { upstream, appKey, latencyMs, lastSuccessAt, clockAheadMs } = found;
  return (
    <FactRows className={css.measures}>
      <FactRow name={t`Dirección`} copied={upstream}>
        <code>{upstream}</code>
      </FactRow>
      <FactRow name={t`Clave de la aplicación`} copied={appKey}>
        <code>{appKey}</code>
      </FactRow>
      <FactRow name={t`Tardó en responder`}>
        {latencyMs === null ? <None /> : `${format.number(Math.round(latencyMs))} ms`}
      </FactRow>
      <FactRow name={t`Última respuesta buena`}>
        {lastSuccessAt === null ? <None /> : <Moment at={lastSuccessAt} />}
      </FactRow>
      <FactRow name={t`Su reloj y el nuestro`}>
        {clockAheadMs === null ? <None /> : <Clock ahead={clockAheadMs} />}
      </FactRow>
    </FactRows>
  );
}

function Clock({ ahead }: { ahead: number }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const seconds = format.number(Math.round(Math.abs(ahead) / 1000));
  // `Date` says whole seconds.
  if (Math.abs(ahead) < 1500) return <Trans>Coinciden</Trans>;
  return (
    <span data-worth-a-word={Math.abs(ahead) > CLOCK_WORTH_A_WORD_MS} className={css.clock}>
      {ahead > 0 ? <Trans>El suyo adelanta {seconds} s</Trans> : <Trans>El suyo atrasa {seconds} s</Trans>}
    </span>
  );
}

function None() {
  return (
    <span className={css.none}>
      <Trans>sin dato</Trans>
    </span>
  );
}

function Name({ row: { topic } }: { row: Topic }) {
  return <strong>{topic}</strong>;
}

function State({ row: { configured, active } }: { row: Topic }) {
  const { t } = useLingui();
  if (!configured) return <span className={css.none}>{t`sin configurar`}</span>;
  return active === null ? <None /> : active ? t`activo` : t`suspendido`;
}

function Here({ row: { configured, here } }: { row: Topic }) {
  const { t } = useLingui();
  if (!configured) return null;
  return here === null ? <None /> : here ? t`a esta consola` : t`a otro lado`;
}

function LastHeard({ row: { configured, active, here, lastHeardAt, unseenAt } }: { row: Topic }) {
  return configured && active !== false ? (
    <TopicHealth isHere={here} lastHeardAt={lastHeardAt} unseenAt={unseenAt} />
  ) : (
    lastHeardAt !== null && <Moment at={lastHeardAt} />
  );
}

export const loader = () => queryClient.ensureQueryData(connection());

export { ConnectionPage as Component };
