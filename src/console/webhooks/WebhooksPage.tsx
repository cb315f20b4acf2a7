import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { Suspension } from './Suspension.tsx';
import { TopicSignal } from './TopicSignal.tsx';
import { TopicSwitch } from './TopicSwitch.tsx';
import css from './webhooks.module.css';
import { type Topic, knownOf, topicList, webhook, webhooksDesk } from './webhooks-queries.ts';

/** What the service can tell us of by itself, and where it does. */
function WebhooksPage() {
  const { t } = useLingui();
  const list = useQuery(topicList());
  const { data, error, isPending, refetch } = list;
  const [arrived, forget] = useNavigationNotice<{ deleted: string }>();
  const topics = data?._entries ?? [];
  const configured = topics.filter(({ Configurado, Activo }) => Configurado && Activo !== false);
  const suspended = topics.filter(({ Configurado, Activo }) => Configurado && Activo === false);
  const available = topics.filter(({ Configurado }) => !Configurado);
  const deleted = arrived?.deleted;
  return (
    <Page title={t`Avisos`} actions={<Freshness query={list} />}>
      {isPending && <TableSkeleton label={t`Cargando los temas`} />}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && topics.length === 0 && (
        <EmptyState>
          <Trans>
            El servicio no ofrece ningún tema a esta aplicación. Se piden a su equipo de desarrollo.
          </Trans>
        </EmptyState>
      )}
      <Group
        title={t`Configurados`}
        explained={t`El servicio envía cada aviso al callback del tema.`}
        topics={configured}
      />
      <Group
        title={t`Suspendidos`}
        explained={t`Tienen callback, y mientras tanto no se envía nada: lo que pasa ahora no se avisa después.`}
        topics={suspended}
      />
      <Group
        title={t`Disponibles`}
        explained={t`La aplicación puede recibirlos; falta decir adónde.`}
        topics={available}
      />
      <UndoNotice done={deleted && t`Se borró la configuración de ${deleted}.`} onClose={forget} />
    </Page>
  );
}

function Group({ title, explained, topics }: { title: string; explained: string; topics: Topic[] }) {
  if (topics.length === 0) return null;
  return (
    <section className={parts.section} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className={parts.soft}>{explained}</p>
      </div>
      <ul className={css.topics}>
        {topics.map((topic) => (
          <li key={topic.Topic}>
            <TopicRow of={topic} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TopicRow({ of: { Topic: topic, Description, Configurado, Activo } }: { of: Topic }) {
  const { may } = useSession();
  return (
    <>
      <div className={css.named}>
        <Link className={parts.name ?? ''} to={paths.webhook(topic)}>
          {topic}
        </Link>
        {Description && <span className={parts.small}>{Description}</span>}
      </div>
      <div className={css.where}>{Configurado && <Where topic={topic} active={Activo !== false} />}</div>
      <div>
        {Configurado ? (
          <TopicSwitch topic={topic} on={Activo !== false} />
        ) : (
          may.includes('createWebhook') && (
            <Link className="button" to={paths.editWebhook(topic)}>
              <Trans>Configurar</Trans>
            </Link>
          )
        )}
      </div>
    </>
  );
}

/** Where it goes, and what was heard of it here. */
function Where({ topic, active }: { topic: string; active: boolean }) {
  const read = useQuery(webhook(topic));
  const desk = useQuery(webhooksDesk());
  const known = knownOf(desk.data, topic);
  const callback = read.data?.Callback;
  if (!callback)
    return read.isError ? (
      <Soft>
        <Trans>no se pudo leer adónde</Trans>
      </Soft>
    ) : null;
  const here = callback === known?.receiver;
  return (
    <>
      {here ? (
        <span className={parts.mark}>
          <Trans>a esta consola</Trans>
        </span>
      ) : (
        <span className={css.callback}>{callback}</span>
      )}
      {known && (active ? <TopicSignal {...known} here={here} /> : <Suspension known={known} />)}
    </>
  );
}

function Soft({ children }: { children: ReactNode }) {
  return <span className={parts.soft}>{children}</span>;
}

export const loader = () =>
  Promise.all([queryClient.ensureQueryData(topicList()), queryClient.ensureQueryData(webhooksDesk())]);

export { WebhooksPage as Component };
