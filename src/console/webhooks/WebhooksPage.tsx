import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#console/api/query-client.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { Section } from '#console/ui/Section.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { TopicList } from './TopicList.tsx';
import { gatewayTopicsQuery } from './webhook-queries.ts';

function WebhooksPage() {
  const { t } = useLingui();
  const getName = useTopicName();
  const topics = useQuery(gatewayTopicsQuery());
  const [notice, closeNotice] = useNavigationNotice<{ deleted: string }>();
  const deleted = notice && getName(notice.deleted);
  return (
    <DetailPage title={t`Avisos`} loadingLabel={t`Cargando los avisos`} query={topics} freshness={topics}>
      {(all) => (
        <>
          {all.length === 0 ? (
            <EmptyState>
              <Trans>
                El servicio no ofrece ningún aviso a esta aplicación. Se piden a su equipo de desarrollo.
              </Trans>
            </EmptyState>
          ) : (
            <Section title={t`Avisos`} hideTitle>
              <TopicList topics={all} />
            </Section>
          )}
          <UndoNotice done={deleted && t`Se borró la configuración de «${deleted}».`} onClose={closeNotice} />
        </>
      )}
    </DetailPage>
  );
}

export const loader = () => queryClient.ensureQueryData(gatewayTopicsQuery());

export { WebhooksPage as Component };
