import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Template } from '#contract/desk/templates.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Section } from '#console/ui/Section.tsx';
import { EditTemplateForm } from './EditTemplateForm.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import { templateListQuery } from './template-queries.ts';

function TemplatePage() {
  const { id = '' } = useParams();
  return <TemplateDetails key={id} id={id} />;
}

function TemplateDetails({ id }: { id: string }) {
  const { t } = useLingui();
  const list = useQuery(templateListQuery());
  const listedTemplate = list.data?.templates.find((template) => template.id === id);
  // A template that is deleted while it is open stays on the screen with its unsaved changes.
  const [lastListed, setLastListed] = useState(listedTemplate);
  if (listedTemplate && listedTemplate !== lastListed) setLastListed(listedTemplate);
  const template = listedTemplate ?? lastListed;
  return (
    <DetailPage
      title={template?.name ?? t`Plantilla`}
      tab={[template?.name, t`Plantillas`]}
      back={{ to: paths.templates(), label: t`Plantillas` }}
      loadingLabel={t`Cargando la plantilla`}
      query={list}
    >
      {() =>
        template ? (
          <Section title={t`Contenido`} hideTitle>
            {template.mayEdit ? (
              <EditTemplateForm template={template} />
            ) : (
              <ReadOnlyTemplate template={template} />
            )}
          </Section>
        ) : (
          <EmptyState link={{ to: paths.templates(), label: t`Ver las plantillas` }}>
            <Trans>Esta plantilla no está: la borraron, o no la comparten con vos.</Trans>
          </EmptyState>
        )
      }
    </DetailPage>
  );
}

function ReadOnlyTemplate({ template }: { template: Template }) {
  const { name } = template.by;
  const { may } = useSession();
  return (
    <>
      <Typography color="textSecondary">
        {may.includes('editTemplate') ? (
          <Trans>Es de {name}: podés usarla, y la cambia quien la hizo o quien administra.</Trans>
        ) : (
          <Trans>Es de {name}.</Trans>
        )}
      </Typography>
      <TemplatePreview values={template} />
    </>
  );
}

export const loader = () => queryClient.ensureQueryData(templateListQuery());

export { TemplatePage as Component };
