import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Template } from '#contract/desk/templates.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { EditTemplateForm } from './EditTemplateForm.tsx';
import { Preview } from './Preview.tsx';
import css from './templates.module.css';
import { templateList } from './templates-queries.ts';

/** One template: to edit, or to read for whom it is shared with. */
function TemplatePage() {
  const { id = '' } = useParams();
  return <OneTemplate key={id} id={id} />;
}

function OneTemplate({ id }: { id: string }) {
  const { t } = useLingui();
  const list = useQuery(templateList());
  const found = list.data?.templates.find((template) => template.id === id);
  // Deleted by somebody while it is open: what was typed stays on the screen.
  const [known, setKnown] = useState(found);
  if (found && found !== known) setKnown(found);
  const template = found ?? known;
  return (
    <Page
      title={template?.name ?? t`Plantilla`}
      tab={[template?.name, t`Plantillas`]}
      back={{ to: paths.templates(), label: t`Plantillas` }}
    >
      {list.isPending && <TableSkeleton label={t`Cargando la plantilla`} />}
      {list.isError && <FailureAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && !template && (
        <EmptyState
          actions={
            <Link className="button" to={paths.templates()}>
              <Trans>Ver las plantillas</Trans>
            </Link>
          }
        >
          <Trans>Esta plantilla no está: la borraron, o no la comparten con vos.</Trans>
        </EmptyState>
      )}
      {template && (
        <div className={`${parts.section} ${css.width}`}>
          <MuiRoot>
            {template.mayEdit ? (
              <EditTemplateForm template={template} />
            ) : (
              <ReadTemplate template={template} />
            )}
          </MuiRoot>
        </div>
      )}
    </Page>
  );
}

function ReadTemplate({ template }: { template: Template }) {
  const { name } = template.by;
  const { may } = useSession();
  return (
    <>
      <p className={parts.soft}>
        {may.includes('editTemplate') ? (
          <Trans>Es de {name}: podés usarla, y la cambia quien la hizo o quien administra.</Trans>
        ) : (
          <Trans>Es de {name}.</Trans>
        )}
      </p>
      <Preview values={template} />
    </>
  );
}

export const loader = () => queryClient.ensureQueryData(templateList());

export { TemplatePage as Component };
