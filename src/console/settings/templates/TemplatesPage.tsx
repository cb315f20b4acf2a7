import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Template } from '#contract/desk/templates.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter, FilterBar, SearchFilter } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import {
  TEMPLATE_KINDS,
  type TemplateKind,
  filterTemplates,
  parseTemplateFilters,
} from './template-filters.ts';
import { addTemplate, deleteTemplate, templateListQuery } from './template-queries.ts';
import type { TemplateChange } from './template-form.ts';

const columns: readonly Column<Template>[] = [
  { name: 'template', head: msg`Plantilla`, Cell: TemplateNameCell, lead: true, sortBy: ({ name }) => name },
  {
    name: 'subject',
    head: msg`Asunto del correo`,
    Cell: SubjectCell,
    width: '26%',
    sortBy: ({ subject }) => subject,
  },
  {
    name: 'shared',
    head: msg`Quién la usa`,
    Cell: AudienceCell,
    width: '14%',
    sortBy: ({ shared }) => Number(shared),
  },
  { name: 'by', head: msg`De quién es`, Cell: AuthorCell, width: '18%', sortBy: ({ by }) => by.name },
];

function TemplatesPage() {
  const { t } = useLingui();
  const { may, person } = useSession();
  const [search] = useSearchParams();
  const templates = useQuery(templateListQuery());
  const all = templates.data?.templates;
  const rows = all && filterTemplates(parseTemplateFilters(search), all, person.id);
  const isEmpty = all?.length === 0;
  const canAdd = may.includes('addTemplate');
  return (
    <ListPage
      title={t`Plantillas`}
      actions={canAdd && !isEmpty && <NewTemplateButton />}
      filters={!isEmpty && <TemplateFilters count={rows?.length} />}
      label={t`Plantillas`}
      loadingLabel={t`Cargando las plantillas`}
      query={templates}
      rows={rows}
      columns={columns}
      getRowKey={({ id }) => id}
      empty={isEmpty ? <NoTemplates canAdd={canAdd} /> : <NoMatches />}
    >
      <TemplateChangeNotice />
    </ListPage>
  );
}

function NewTemplateButton() {
  return (
    <Button component={Link} to={paths.newTemplate()} variant="contained" startIcon={<PlusIcon />}>
      <Trans>Nueva plantilla</Trans>
    </Button>
  );
}

function NoTemplates({ canAdd }: { canAdd: boolean }) {
  return (
    <EmptyState actions={canAdd && <NewTemplateButton />}>
      {canAdd ? (
        <Trans>
          Todavía no hay plantillas. Una plantilla es una respuesta ya escrita: al usarla se completa sola con
          el nombre, el vehículo y el precio de la consulta.
        </Trans>
      ) : (
        <Trans>Todavía nadie compartió una plantilla.</Trans>
      )}
    </EmptyState>
  );
}

function NoMatches() {
  const { t } = useLingui();
  return (
    <EmptyState link={{ to: paths.templates(), label: t`Ver todas` }}>
      <Trans>Ninguna plantilla coincide con esta búsqueda.</Trans>
    </EmptyState>
  );
}

function TemplateFilters({ count }: { count: number | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { kind, unreadable } = parseTemplateFilters(search);
  const labels: Record<TemplateKind, string> = { own: t`Las mías`, shared: t`Las compartidas` };
  return (
    <FilterBar
      label={t`Filtros de plantillas`}
      count={
        count === undefined ? undefined : t`${plural(count, { one: '# plantilla', other: '# plantillas' })}`
      }
      unreadable={unreadable}
    >
      <SearchFilter label={t`Nombre, texto o autor`} />
      <ChoiceFilter
        label={t`Cuáles`}
        all={t`Todas`}
        value={kind}
        choices={TEMPLATE_KINDS.map((value) => ({ value, label: labels[value] }))}
        onChange={(value) => void navigate({ search: changedSearch(search, { kind: value }) })}
      />
    </FilterBar>
  );
}

function TemplateNameCell({ row: { id, name, text } }: { row: Template }) {
  return (
    <>
      <MuiLink component={Link} to={paths.template(id)} underline="hover" sx={{ fontWeight: 600 }}>
        {name}
      </MuiLink>
      <Typography variant="body2" color="textSecondary" noWrap>
        {text}
      </Typography>
    </>
  );
}

function SubjectCell({ row: { subject } }: { row: Template }) {
  return (
    subject || (
      <Typography component="span" color="textSecondary">
        <Trans>sin asunto</Trans>
      </Typography>
    )
  );
}

function AudienceCell({ row: { shared } }: { row: Template }) {
  return shared ? (
    <Chip
      component="span"
      size="small"
      color="primary"
      variant="outlined"
      label={<Trans>Compartida</Trans>}
    />
  ) : (
    <Chip component="span" size="small" variant="outlined" label={<Trans>Personal</Trans>} />
  );
}

function AuthorCell({ row: { by } }: { row: Template }) {
  const { person } = useSession();
  const { t } = useLingui();
  return by.id === person.id ? t`Vos` : by.name;
}

function TemplateChangeNotice() {
  const { t } = useLingui();
  const [change, close] = useNavigationNotice<TemplateChange>();
  const undo = useMutation({
    mutationFn: async ({ action, template }: TemplateChange): Promise<unknown> => {
      const { id, name, subject, text, shared } = template;
      return action === 'added'
        ? runMutation(deleteTemplate, id)
        : runMutation(addTemplate, { id, name, subject, text, shared });
    },
    onSuccess: close,
  });
  const { name } = change?.template ?? {};
  return (
    <>
      {undo.error && <FormAlert error={undo.error} />}
      <UndoNotice
        done={change && (change.action === 'added' ? t`Se guardó «${name}».` : t`Se borró «${name}».`)}
        onUndo={change && (() => undo.mutate(change))}
        onClose={close}
      />
    </>
  );
}

export const loader = () => queryClient.ensureQueryData(templateListQuery());

export { TemplatesPage as Component };
