import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import { unknownMembers } from '#contract/reading.ts';
import { AppWebhook, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/ui/ConfirmDialog.tsx';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { Fact, Facts, UnknownFields, RawReply } from '#console/ui/Facts.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { ChainTest } from './ChainTest.tsx';
import { Differences } from './Differences.tsx';
import { SavedNotice, type SavedState } from './SavedNotice.tsx';
import { Suspension } from './Suspension.tsx';
import { TopicSignal } from './TopicSignal.tsx';
import { TopicSwitch } from './TopicSwitch.tsx';
import { told } from './settings.ts';
import css from './webhooks.module.css';
import {
  deleteWebhook,
  knownOf,
  onTopicChanged,
  type Webhook,
  webhook,
  webhooksDesk,
} from './webhooks-queries.ts';
import { useWebhooksText } from './webhooks-text.ts';

/** One topic: where it goes, on or off, proved, and its past. */
function WebhookPage() {
  const { t } = useLingui();
  const { topic = '' } = useParams();
  const { may } = useSession();
  const [arrived, forget] = useNavigationNotice<SavedState>();
  const webhookQuery = useQuery(webhook(topic));
  const { data, error, isPending, refetch } = webhookQuery;
  const differing = arrived?.differing ?? [];
  return (
    <Page
      key={topic}
      title={topic}
      tab={[topic, t`Avisos`]}
      back={{ to: paths.webhooks(), label: t`Avisos` }}
      actions={
        <>
          {may.includes('viewWebhookHistory') && (
            <Link className="button" to={paths.webhookHistory(topic)}>
              <Trans>Historial</Trans>
            </Link>
          )}
          {data && may.includes('editWebhook') && (
            <Link className="button strong" to={paths.editWebhook(topic)}>
              <Trans>Editar</Trans>
            </Link>
          )}
        </>
      }
    >
      {isPending && <TableSkeleton label={t`Cargando el tema`} />}
      {error && data === undefined && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data === null && (
        <EmptyState
          actions={
            may.includes('createWebhook') && (
              <Link className="button strong" to={paths.editWebhook(topic)}>
                <Trans>Configurar</Trans>
              </Link>
            )
          }
        >
          <Trans>
            Este tema no está configurado: el servicio no avisa nada. O no está disponible para esta
            aplicación, y entonces no deja configurarlo.
          </Trans>
        </EmptyState>
      )}
      {data && (
        <>
          {differing.length > 0 && (
            <section className={parts.section} aria-label={t`Comparación`}>
              <Differences of={differing} />
            </section>
          )}
          <section className={parts.section} aria-label={t({ context: 'webhook', message: 'Estado' })}>
            <TopicSwitch topic={topic} on={data.Activo !== false} />
          </section>
          <Settings topic={topic} of={data} />
          {topic.toLowerCase() === INQUIRY_TOPIC && may.includes('resendInquiry') && (
            <ChainTest active={data.Activo !== false} callback={data.Callback} />
          )}
          {may.includes('deleteWebhook') && <Deletion topic={topic} />}
          <div className={`${parts.section} ${parts.folds}`}>
            <UnknownFields members={unknownMembers(AppWebhook, data)} />
            <RawReply reply={data} />
            <Freshness query={webhookQuery} />
          </div>
        </>
      )}
      {arrived && <SavedNotice topic={topic} saved={arrived} onClose={forget} />}
    </Page>
  );
}

function Settings({ topic, of: data }: { topic: string; of: Webhook }) {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useWebhooksText();
  const desk = useQuery(webhooksDesk());
  const known = knownOf(desk.data, topic);
  const here = known !== undefined && known.receiver === data.Callback;
  return (
    <section className={`${parts.section} ${css.settings}`} aria-labelledby="settings">
      <h2 id="settings" className="visually-hidden">
        <Trans>Configuración</Trans>
      </h2>
      <Facts title={t`Adónde llega`} data={{ ...data, Secret: known?.secret }}>
        <Fact name="Callback" label={text.member.Callback}>
          <span className={css.callback}>{data.Callback}</span>
          {here && (
            <span className={parts.mark}>
              <Trans>a esta consola</Trans>
            </span>
          )}
          <CopyButton text={data.Callback} label={t`Copiar el callback`} />
        </Fact>
        <Fact name="Secret" label={text.member.Secret}>
          {known && text.secret[known.secret]}
        </Fact>
        <Fact name="Description" label={text.member.Description} />
        {CUSTOM_HEADERS.map(
          (slot) =>
            data[slot] && (
              <Fact key={slot} name={slot} label={text.member[slot]}>
                <code>{told(data[slot])}</code>
              </Fact>
            ),
        )}
      </Facts>
      {known && (
        <p className={parts.links}>
          <span>
            {data.Activo === false ? <Suspension known={known} /> : <TopicSignal {...known} here={here} />}
          </span>
          {may.includes('listDeliveries') && (
            <Link to={paths.deliveries(String(new URLSearchParams({ topic })))}>
              <Trans>Ver las entregas</Trans>
            </Link>
          )}
        </p>
      )}
    </section>
  );
}

function Deletion({ topic }: { topic: string }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteWebhook(topic),
    onSuccess: async () => {
      await navigate(paths.webhooks(), { state: { deleted: topic } });
      client.setQueryData(webhook(topic).queryKey, null);
      await onTopicChanged(client);
    },
  });
  return (
    <section className={parts.section} aria-labelledby="deletion">
      <h2 id="deletion">
        <Trans>Borrar la configuración</Trans>
      </h2>
      <p className={parts.soft}>
        <Trans>
          Para dejar de recibir por un rato alcanza con suspender: se conserva todo. Borrar olvida el
          callback, el secreto y los encabezados en el servicio; acá quedan en el historial.
        </Trans>
      </p>
      <div>
        <button type="button" className={`button ${parts.danger}`} onClick={() => setAsked(true)}>
          <Trans>Borrar…</Trans>
        </button>
      </div>
      {asked && (
        <ConfirmDialog
          dangerous
          title={t`¿Borrar la configuración de ${topic}?`}
          action={t`Borrar`}
          typed={topic}
          pending={remove.isPending}
          failure={remove.error && <FormAlert error={remove.error} />}
          onConfirm={() => remove.mutate()}
          onClose={() => !remove.isPending && setAsked(false)}
        >
          <ul className={parts.list}>
            <li>
              <Trans>El servicio deja de avisar, y no envía lo que estaba pendiente.</Trans>
            </li>
            <li>
              <Trans>Lo que pase mientras tanto no se avisa después.</Trans>
            </li>
            <li>
              <Trans>Se puede restaurar desde el historial, si el secreto se conoce acá.</Trans>
            </li>
          </ul>
        </ConfirmDialog>
      )}
    </section>
  );
}

export const loader = ({ params: { topic = '' } }: LoaderFunctionArgs) =>
  Promise.all([queryClient.ensureQueryData(webhook(topic)), queryClient.ensureQueryData(webhooksDesk())]);

export { WebhookPage as Component };
