import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Template } from '#contract/desk/templates.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { FilterBar } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { SearchFilter } from '#console/filters/SearchFilter.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { type Column, DataTable, TableSkeleton } from '#console/ui/DataTable.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { TEMPLATE_KINDS, type TemplateKind, readTemplatesAddress, templatesAt } from './address.ts';
import { type Done, readDone } from './done.ts';
import css from './templates.module.css';
import {
  addTemplate,
  deleteTemplate,
  dropTemplate,
  holdTemplate,
  templateList,
} from './templates-queries.ts';

const columns: readonly Column<Template>[] = [
  { name: 'template', head: msg`Plantilla`, Cell: Named, lead: true },
  { name: 'subject', head: msg`Asunto del correo`, Cell: Subject, width: '26%' },
  { name: 'shared', head: msg`Quién la usa`, Cell: UsedBy, width: '14%' },
  { name: 'by', head: msg`De quién es`, Cell: Author, width: '18%' },
];

/** Replies prepared beforehand: one's own, and those that colleagues share. */
function TemplatesPage() {
  const { t } = useLingui();
  const { may, person } = useSession();
  const [search] = useSearchParams();
  const address = readTemplatesAddress(search);
  const templates = useQuery(templateList());
  const shown = templates.data && templatesAt(address, templates.data.templates, person.id);
  const some = templates.data && templates.data.templates.length > 0;
  const mayAdd = may.includes('addTemplate');
  return (
    <Page title={t`Plantillas`} actions={mayAdd && some !== false && <AddLink />}>
      <JustDone />
      {some !== false && <Filters found={shown?.length} />}
      {templates.isError && <FailureAlert error={templates.error} onRetry={() => void templates.refetch()} />}
      {templates.isPending && <TableSkeleton label={t`Cargando las plantillas`} />}
      {shown && shown.length > 0 && (
        <DataTable label={t`Plantillas`} columns={columns} rows={shown} getRowKey={({ id }) => id} />
      )}
      {shown?.length === 0 && some && (
        <EmptyState
          actions={
            <Link className="button" to={paths.templates()}>
              <Trans>Ver todas</Trans>
            </Link>
          }
        >
          <Trans>Ninguna plantilla coincide con esta búsqueda.</Trans>
        </EmptyState>
      )}
      {some === false && (
        <EmptyState actions={mayAdd && <AddLink />}>
          {mayAdd ? (
            <Trans>
              Todavía no hay plantillas. Una plantilla es una respuesta ya escrita: al usarla se completa sola
              con el nombre, el vehículo y el precio de la consulta.
            </Trans>
          ) : (
            <Trans>Todavía nadie compartió una plantilla.</Trans>
          )}
        </EmptyState>
      )}
    </Page>
  );
}

function AddLink() {
  return (
    <Link className="button strong" to={paths.newTemplate()}>
      <PlusIcon /> <Trans>Nueva plantilla</Trans>
    </Link>
  );
}

function Filters({ found }: { found: number | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { kind, unreadable } = readTemplatesAddress(search);
  const kinds: Record<TemplateKind, string> = { own: t`Las mías`, shared: t`Las compartidas` };
  return (
    <FilterBar
      label={t`Filtros de plantillas`}
      found={
        found === undefined ? undefined : t`${plural(found, { one: '# plantilla', other: '# plantillas' })}`
      }
      unreadable={unreadable}
    >
      <SearchFilter label={t`Nombre, texto o autor`} />
      <ChoiceFilter
        label={t`Cuáles`}
        all={t`Todas`}
        value={kind}
        choices={TEMPLATE_KINDS.map((value) => ({ value, label: kinds[value] }))}
        onChange={(value) => void navigate({ search: changedSearch(search, { kind: value }) })}
      />
    </FilterBar>
  );
}

/** What was done on the page that led here, and its undoing by a second write. */
function JustDone() {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const [done, setDone] = useState<Done | undefined>(() => readDone(state));
  // Said once: neither reloading nor Back says it again.
  useEffect(() => {
    if (state) void navigate({ search }, { replace: true, state: null });
  }, [state, search, navigate]);
  const undo = useMutation({
    mutationFn: async ({ did, template }: Done) => {
      const { id, name, subject, text, shared } = template;
      if (did === 'added') {
        await deleteTemplate(id);
        dropTemplate(client, id);
      } else holdTemplate(client, await addTemplate({ id, name, subject, text, shared }));
    },
    onSuccess: () => setDone(undefined),
  });
  const { name } = done?.template ?? {};
  return (
    <MuiRoot>
      {undo.error && (
        <div className={css.notice}>
          <FormAlert error={undo.error} />
        </div>
      )}
      <UndoNotice
        done={done && (done.did === 'added' ? t`Se guardó «${name}».` : t`Se borró «${name}».`)}
        onUndo={done && (() => undo.mutate(done))}
        onClose={() => setDone(undefined)}
      />
    </MuiRoot>
  );
}

const BEGINNING = 120;

function Named({ row: { id, name, text } }: { row: Template }) {
  const line = text.replace(/\s+/g, ' ');
  return (
    <>
      <a className={parts.name} href={paths.template(id)}>
        {name}
      </a>
      <span className={parts.small}>{line.length > BEGINNING ? `${line.slice(0, BEGINNING)}…` : line}</span>
    </>
  );
}

function Subject({ row: { subject } }: { row: Template }) {
  return (
    subject || (
      <span className={parts.soft}>
        <Trans>sin asunto</Trans>
      </span>
    )
  );
}

function UsedBy({ row: { shared } }: { row: Template }) {
  return shared ? <Trans>Compartida</Trans> : <Trans>Personal</Trans>;
}

function Author({ row: { by } }: { row: Template }) {
  const { person } = useSession();
  const { t } = useLingui();
  return by.id === person.id ? t`Vos` : by.name;
}

export const loader = () => queryClient.ensureQueryData(templateList());

export { TemplatesPage as Component };
