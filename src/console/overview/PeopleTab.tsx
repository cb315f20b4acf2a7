import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { formatFigureFilter } from '#contract/figure-lists.ts';
import { useSession } from '#console/session/session.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import { type FigureColumn, answerColumns, toRecords } from './figure-columns.tsx';
import { FigureLink, type ToFigureList } from './FigureLink.tsx';
import { useFigureText } from './figure-text.ts';
import { FiguresSection } from './FiguresSection.tsx';
import { setOverviewSettings } from './overview-queries.ts';

type PersonRow = OverviewPeriod['people'][number];

const toPersonList: ToFigureList<Pick<PersonRow, 'id'>> = ({ id }, figure) => ({
  filters: { cifra: formatFigureFilter(figure === 'inTime' ? 'persona-a-tiempo' : 'persona', id) },
});

const rankedColumns: readonly FigureColumn<PersonRow>[] = [
  {
    name: 'person',
    head: msg`Persona`,
    Cell: PersonCell,
    lead: true,
    width: '32%',
    sortBy: ({ name }) => name,
    csv: ({ name }) => name,
  },
  {
    name: 'answered',
    head: msg`Respondió`,
    Cell: AnsweredCell,
    sortBy: ({ answered }) => answered,
    csv: ({ answered }) => answered,
  },
  ...answerColumns<PersonRow>(toPersonList).slice(2),
];

const columns: readonly FigureColumn<PersonRow>[] = rankedColumns.map(({ sortBy, ...column }) =>
  column.name === 'person' && sortBy ? { ...column, sortBy } : column,
);

export function PeopleTab({ period: { people, ranksPeople, totals, agencies } }: { period: OverviewPeriod }) {
  const { t, i18n } = useLingui();
  const { may, person } = useSession();
  const settings = useMutation(setOverviewSettings);
  const title = person.role === 'seller' ? t`Mis respuestas` : t`Por persona`;
  const shown = ranksPeople ? rankedColumns : columns;
  return (
    <FiguresSection
      title={title}
      definition={t`De las consultas que llegaron en estos días, las que cada persona respondió primero: por llamada, correo o WhatsApp, o porque marcó que respondió o que habló con quien consulta. El tiempo se cuenta en minutos de atención de la agencia.`}
      getRecords={() => toRecords(i18n, shown, people)}
    >
      {people.length > 0 ? (
        <DataTable label={title} columns={shown} rows={people} getRowKey={({ id }) => id} />
      ) : (
        <Typography variant="body2">
          {totals.answered > 0 && agencies.length > 1 ? (
            <Trans>Con tantas agencias no se listan personas: elegí menos agencias.</Trans>
          ) : (
            <Trans>Todavía no se respondió ninguna de las consultas de estos días.</Trans>
          )}
        </Typography>
      )}
      {may.includes('setOverviewSettings') && (
        <div data-print="hidden">
          <SwitchField
            label={t`Ordenar a las personas por sus cifras`}
            description={t`Vale para todos los que ven este resumen. Si está apagado, las personas se ven por nombre.`}
            checked={settings.isPending ? settings.variables.ranksPeople : ranksPeople}
            disabled={settings.isPending}
            onChange={(isOn) => settings.mutate({ ranksPeople: isOn })}
          />
          {settings.error && <FailureAlert error={settings.error} />}
        </div>
      )}
    </FiguresSection>
  );
}

function PersonCell({ row: { name } }: { row: PersonRow }) {
  return (
    <b>
      <bdi>{name}</bdi>
    </b>
  );
}

function AnsweredCell({ row }: { row: PersonRow }) {
  const text = useFigureText();
  return (
    <FigureLink list={toPersonList(row, 'answered')} count={row.answered}>
      {text.number(row.answered)}
    </FigureLink>
  );
}
