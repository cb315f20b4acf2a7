import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import type { WebhookChange, SavedWebhookSettings } from '#contract/desk/webhooks.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/ui/ConfirmDialog.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { memberOf, membersOf } from './history.ts';
import type { SavedState } from './SavedNotice.tsx';
import { COMPARED, isSame, told } from './settings.ts';
import css from './webhooks.module.css';
import {
  knownOf,
  onTopicChanged,
  readWebhook,
  restoreWebhook,
  webhook,
  webhookHistory,
  webhooksDesk,
} from './webhooks-queries.ts';
import { useWebhooksText } from './webhooks-text.ts';

/** Every change of a topic made from here: who, when, what was different, and the way back to it. */
function HistoryPage() {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const { topic = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(webhookHistory(topic));
  const [asked, setAsked] = useState<WebhookChange>();
  return (
    <Page
      key={topic}
      narrow
      title={t`Historial de ${topic}`}
      tab={[t`Historial`, topic, t`Avisos`]}
      back={{ to: paths.webhook(topic), label: topic }}
    >
      {isPending && <TableSkeleton label={t`Cargando el historial`} />}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState>
          <Trans>
            Desde acá nunca se cambió este tema. Lo que se haya hecho desde otro lado no se puede ver.
          </Trans>
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <section className={parts.section} aria-label={t`Historial`}>
          <ol className={css.changes} aria-label={t`Cambios`}>
            {data.map((change, at) => (
              <li key={change.id}>
                <Change
                  topic={topic}
                  of={change}
                  before={data[at + 1]?.settings ?? null}
                  onRestore={() => setAsked(change)}
                />
              </li>
            ))}
          </ol>
        </section>
      )}
      {asked?.settings && (
        <RestoreDialog
          topic={topic}
          change={asked.id}
          settings={asked.settings}
          latest={data?.[0]}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Page>
  );
}

function Change({
  topic,
  of: { at, by, action, settings, keepsSecret },
  before,
  onRestore,
}: {
  topic: string;
  of: WebhookChange;
  before: SavedWebhookSettings | null;
  onRestore: () => void;
}) {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useWebhooksText();
  const receiver = knownOf(useQuery(webhooksDesk()).data, topic)?.receiver;
  const present = useQuery(webhook(topic));
  const isPresent = Boolean(settings && present.data && keepsSecret && isSame(settings, present.data));
  const members = settings ? membersOf(settings, before) : [];
  const show = (value: ReturnType<typeof memberOf>) =>
    value === receiver && receiver !== undefined ? t`esta consola` : <Value value={value} />;
  return (
    <>
      <p className={css.what}>
        <b>{text.action[action]}</b>{' '}
        <span className={parts.soft}>
          <Trans>
            por {by}, <Moment at={at} />
          </Trans>
        </span>
      </p>
      {settings && members.length === 0 && (
        <p className={parts.soft}>
          <Trans>Sin diferencias con lo anterior.</Trans>
        </p>
      )}
      {settings && members.length > 0 && (
        <dl className={css.members}>
          {members.map((member) => (
            <div key={member}>
              <dt>{text.member[member]}</dt>
              <dd>
                {before && member !== 'Secret' && (
                  <span className={css.before}>
                    {show(memberOf(before, member))} <span aria-label={t`pasó a`}>→</span>{' '}
                  </span>
                )}
                {member === 'Secret' ? text.secret[settings.secret] : show(memberOf(settings, member))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isPresent && (
        <span className={parts.mark}>
          <Trans>Es la configuración actual</Trans>
        </span>
      )}
      {settings && !isPresent && !present.isPending && may.includes('restoreWebhook') && (
        <div>
          <button type="button" className="button" onClick={onRestore}>
            <Trans>Restaurar esta configuración</Trans>
          </button>
        </div>
      )}
    </>
  );
}

function RestoreDialog({
  topic,
  change,
  settings,
  latest,
  onClose,
}: {
  topic: string;
  change: string;
  settings: SavedWebhookSettings;
  latest: WebhookChange | undefined;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const now = useQuery(webhook(topic)).data;
  const restore = useMutation({
    mutationFn: async (): Promise<SavedState> => {
      const { differing } = await restoreWebhook(topic, change);
      const read = differing.length > 0 ? await readWebhook(topic) : null;
      return {
        undo: latest?.settings && now ? { change: latest.id } : null,
        differing: COMPARED.filter((member) => differing.includes(member)).map((member) => ({
          member,
          written: memberOf(settings, member),
          read: told(read?.[member]),
        })),
      };
    },
    onSuccess: async (saved) => {
      await navigate(paths.webhook(topic), { state: saved });
      await onTopicChanged(client);
    },
  });
  const from = now?.Callback;
  return (
    <ConfirmDialog
      title={t`¿Restaurar esta configuración?`}
      action={t`Restaurar`}
      pending={restore.isPending}
      failure={restore.error && <FormAlert error={restore.error} />}
      onConfirm={() => restore.mutate()}
      onClose={() => !restore.isPending && onClose()}
    >
      <p>
        {from && from !== settings.callback ? (
          <Trans>
            Hoy llega a <span className={css.callback}>{from}</span>, que deja de recibirlo; vuelve a llegar a{' '}
            <span className={css.callback}>{settings.callback}</span>.
          </Trans>
        ) : (
          <Trans>
            Se escribe de nuevo en el servicio; llega a{' '}
            <span className={css.callback}>{settings.callback}</span>.
          </Trans>
        )}
      </p>
      <p>
        {settings.secret === 'kept' && <Trans>Su secreto está guardado acá y se escribe también.</Trans>}
        {settings.secret === 'none' && <Trans>No llevaba secreto: los avisos llegan sin firma.</Trans>}
        {settings.secret === 'unknown' && (
          <Trans>
            Su secreto no se conoce acá: el servicio se queda con el que tenga ahora, o con ninguno.
          </Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}

export const loader = ({ params: { topic = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(webhookHistory(topic));

export { HistoryPage as Component };
