import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { MATCH_KINDS, type MatchKind, type SavedAnswer } from '#contract/desk/matching.ts';
import { containsAllWords } from '#matching/contains-all-words.ts';
import { queryClient } from '#console/api/query-client.ts';
import { FilterBar, SearchFilter } from '#console/filters/FilterBar.tsx';
import { type UnreadableParameter, changedSearch, searchReader } from '#console/filters/search.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { formatEntry } from '#console/table-file/candidates.ts';
import { formatCsv } from '#console/table-file/format-csv.ts';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { ExportButton } from '#console/ui/ExportButton.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { saveCsv } from '#console/ui/save-file.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { answerListQuery, deleteAnswer, invalidateAnswers, saveAnswers } from './column-queries.ts';
import { EntryAutocomplete } from './EntryAutocomplete.tsx';

interface DictionaryRow {
  catalog: MatchKind;
  answer: SavedAnswer;
}

const columns: readonly Column<DictionaryRow>[] = [
  {
    name: 'value',
    head: msg`Valor`,
    Cell: AnswerValueCell,
    lead: true,
    sortBy: ({ answer }) => answer.value,
  },
  { name: 'entry', head: msg`Respuesta`, Cell: EntryCell, sortBy: ({ answer }) => answer.entry?.name },
  { name: 'by', head: msg`Quién la guardó`, Cell: ByCell, width: '22%', sortBy: ({ answer }) => answer.at },
  { name: 'actions', head: msg`Acciones`, Cell: AnswerActionsCell, width: '16%' },
];

function readAddress(search: URLSearchParams): {
  catalog: MatchKind;
  q: string;
  unreadable: UnreadableParameter[];
} {
  const { read, unreadable } = searchReader(search);
  const catalog = read('catalogo', (text) => MATCH_KINDS.find((kind) => kind === text)) ?? 'make';
  return { catalog, q: search.get('q') ?? '', unreadable };
}

function DictionaryPage() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { may } = useSession();
  const [search] = useSearchParams();
  const { catalog, q, unreadable } = readAddress(search);
  const query = useQuery(answerListQuery(catalog));
  const rows = query.data
    ?.filter(({ value, province, entry }) => containsAllWords([value, province, entry?.name], q))
    .map((answer): DictionaryRow => ({ catalog, answer }));
  const exportCsv = async () => {
    const records = (query.data ?? []).map(({ value, province, entry, by, at }) => [
      value,
      province,
      entry?.id ?? '',
      entry?.name ?? '',
      entry?.link ?? '',
      by.name,
      new Date(at).toISOString(),
    ]);
    const head = [
      t`Valor`,
      t`Provincia`,
      t`Id`,
      t`Nombre`,
      t`Enlace`,
      t`Quién la guardó`,
      t({ context: 'answer', message: 'Guardada' }),
    ];
    const title = i18n._(CATALOGS[catalog].title);
    saveCsv(t`Diccionario ${title}`, await formatCsv([head, ...records], i18n.locale));
  };
  return (
    <ListPage
      title={t`Diccionario`}
      tab={[t`Diccionario`, t`Catálogos`]}
      actions={
        <>
          {may.includes('saveAnswers') && (
            <Button component={Link} to={paths.importDictionary()} variant="outlined" color="inherit">
              <Trans>Importar</Trans>
            </Button>
          )}
          <ExportButton disabled={!query.data?.length} onClick={() => void exportCsv()} />
        </>
      }
      label={t`Respuestas guardadas`}
      loadingLabel={t`Cargando el diccionario`}
      query={query}
      rows={rows}
      columns={columns}
      getRowKey={({ answer }) => answer.id}
      filters={
        <>
          <CatalogTabs />
          <FilterBar
            label={t`Filtros del diccionario`}
            count={rows && t`${plural(rows.length, { one: '# respuesta', other: '# respuestas' })}`}
            unreadable={unreadable}
          >
            <TextField
              select
              label={t`Catálogo`}
              value={catalog}
              onChange={({ target }) =>
                void navigate({ search: changedSearch(search, { catalogo: target.value }) })
              }
              sx={{ flex: '1 1 160px', maxWidth: { sm: 200 } }}
            >
              {MATCH_KINDS.map((kind) => (
                <MenuItem key={kind} value={kind}>
                  {i18n._(CATALOGS[kind].title)}
                </MenuItem>
              ))}
            </TextField>
            <SearchFilter label={t`Valor o respuesta`} />
          </FilterBar>
        </>
      }
      empty={
        <EmptyState>
          {q.trim() === '' ? (
            <Trans>
              Todavía no hay respuestas guardadas. Se guardan al comparar una columna, las que elegís a mano.
            </Trans>
          ) : (
            <Trans>Ninguna respuesta coincide con esta búsqueda.</Trans>
          )}
        </EmptyState>
      }
    />
  );
}

function AnswerValueCell({ row: { answer } }: { row: DictionaryRow }) {
  const { value, province } = answer;
  return (
    <>
      <bdi>{value}</bdi>
      {province && <Caption>{province}</Caption>}
    </>
  );
}

function EntryCell({ row: { catalog, answer } }: { row: DictionaryRow }) {
  const { t } = useLingui();
  const { may } = useSession();
  const [isEditing, setIsEditing] = useState(false);
  const { value, province, entry } = answer;
  const save = useMutation(saveAnswers);
  if (isEditing)
    return (
      <EntryAutocomplete
        catalog={catalog}
        label={t`Entrada para «${value}»`}
        candidates={[]}
        onChoose={({ id }) => {
          save.mutate({ catalog, answers: [{ value, province, entryId: id }] });
          setIsEditing(false);
        }}
        onClose={() => setIsEditing(false)}
      />
    );
  return (
    <>
      {entry ? (
        <MuiLink href={CATALOGS[catalog].entryPath(entry.id)}>{formatEntry(entry)}</MuiLink>
      ) : (
        <Trans>Ninguna</Trans>
      )}{' '}
      {may.includes('saveAnswers') && (
        <Button
          size="small"
          loading={save.isPending}
          aria-label={t`Cambiar la respuesta para «${value}»`}
          onClick={() => setIsEditing(true)}
        >
          <Trans>Cambiar</Trans>
        </Button>
      )}
      {save.error && <FormAlert error={save.error} />}
    </>
  );
}

function ByCell({ row: { answer } }: { row: DictionaryRow }) {
  const { by, at } = answer;
  return (
    <>
      {by.name}
      <Caption>
        <Moment at={at} />
      </Caption>
    </>
  );
}

function AnswerActionsCell({ row: { catalog, answer } }: { row: DictionaryRow }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { id, value, province, entry } = answer;
  const [isDeleted, setIsDeleted] = useState(false);
  const remove = useMutation({
    ...deleteAnswer,
    onSuccess: () => setIsDeleted(true),
  });
  const restore = useMutation(saveAnswers);
  if (!may.includes('deleteAnswer')) return null;
  return (
    <>
      <Button
        size="small"
        color="error"
        disabled={isDeleted}
        loading={remove.isPending}
        aria-label={t`Borrar la respuesta para «${value}»`}
        onClick={() => remove.mutate({ catalog, id })}
      >
        <Trans>Borrar</Trans>
      </Button>
      {(remove.error ?? restore.error) && <FormAlert error={(remove.error ?? restore.error) as Error} />}
      <UndoNotice
        id={id}
        done={isDeleted ? t`Se borró la respuesta para «${value}»` : undefined}
        onUndo={() => {
          setIsDeleted(false);
          restore.mutate({ catalog, answers: [{ value, province, entryId: entry?.id ?? null }] });
        }}
        onClose={() => invalidateAnswers(catalog)}
      />
    </>
  );
}

export const loader = ({ url }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(answerListQuery(readAddress(url.searchParams).catalog));

export { DictionaryPage as Component };
