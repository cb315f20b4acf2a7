import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import type { WebhookChange } from '#contract/desk/webhooks.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Section } from '#console/ui/Section.tsx';
import { HistoryEntry } from './HistoryEntry.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { webhookHistoryQuery } from './webhook-queries.ts';

function WebhookHistoryPage() {
  const { t } = useLingui();
  const { topic = '' } = useParams();
  const query = useQuery(webhookHistoryQuery(topic));
  const [restoring, setRestoring] = useState<WebhookChange>();
  return (
    <DetailPage
      key={topic}
      narrow
      title={t`Historial de ${topic}`}
      tab={[t`Historial`, topic, t`Avisos`]}
      back={{ to: paths.webhook(topic), label: topic }}
      loadingLabel={t`Cargando el historial`}
      query={query}
    >
      {(changes) =>
        changes.length === 0 ? (
          <EmptyState>
            <Trans>
              Desde acá nunca se cambió este tema. Lo que se haya hecho desde otro lado no se puede ver.
            </Trans>
          </EmptyState>
        ) : (
          <Section title={t`Historial`} hideTitle>
            <Stack component="ol" aria-label={t`Cambios`} spacing={2}>
              {changes.map((change, index) => (
                <HistoryEntry
                  key={change.id}
                  topic={topic}
                  change={change}
                  previous={changes[index + 1]?.settings ?? null}
                  onRestore={() => setRestoring(change)}
                />
              ))}
            </Stack>
            {restoring?.settings && (
              <RestoreDialog
                topic={topic}
                changeId={restoring.id}
                settings={restoring.settings}
                latest={changes[0]}
                onClose={() => setRestoring(undefined)}
              />
            )}
          </Section>
        )
      }
    </DetailPage>
  );
}

export const loader = ({ params: { topic = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(webhookHistoryQuery(topic));

export { WebhookHistoryPage as Component };
