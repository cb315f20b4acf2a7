import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { Section } from '#console/ui/Section.tsx';
import { EditWebhookForm } from './EditWebhookForm.tsx';
import { gatewayTopicsQuery, webhookQuery } from './webhook-queries.ts';

function EditWebhookPage() {
  const { t } = useLingui();
  const { topic = '' } = useParams();
  const query = useQuery(webhookQuery(topic));
  return (
    <DetailPage
      key={topic}
      narrow
      title={query.data ? t`Editar ${topic}` : t`Configurar ${topic}`}
      back={{ to: paths.webhook(topic), label: topic }}
      loadingLabel={t`Cargando el tema`}
      query={query}
    >
      {(webhook) => (
        <Section title={t`Configuración`} hideTitle>
          <EditWebhookForm topic={topic} webhook={webhook} />
        </Section>
      )}
    </DetailPage>
  );
}

export const loader = ({ params: { topic = '' } }: LoaderFunctionArgs) =>
  Promise.all([
    queryClient.ensureQueryData(webhookQuery(topic)),
    queryClient.ensureQueryData(gatewayTopicsQuery()),
  ]);

export { EditWebhookPage as Component };
