import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { AgencyNameCell } from '#console/agency-select/AgencyNameCell.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { answerColumns, type FigureColumn, toRecords } from './figure-columns.tsx';
import { ANSWER_FILTERS, FigureLink } from './FigureLink.tsx';
import { useFigureText } from './figure-text.ts';
import { inTimeShare } from './figures.ts';
import { FiguresSection } from './FiguresSection.tsx';

type AgencyRow = OverviewPeriod['agencies'][number];

const columns: readonly FigureColumn<AgencyRow>[] = [
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: ({ row: { name, adminMail } }) => <AgencyNameCell name={name} mail={adminMail} to={undefined} />,
    lead: true,
    width: '40%',
    sortBy: ({ name, adminMail }) => name ?? adminMail,
    csv: ({ name, adminMail }) => (name ? `${name} (${adminMail})` : adminMail),
  },
  ...answerColumns<AgencyRow>(({ adminMail }, figure) => ({
    agencias: [adminMail],
    filters: ANSWER_FILTERS[figure],
  })).slice(0, 4),
];
const fixedColumns = columns.map((column) => {
  const { sortBy: _, ...rest } = column;
  return rest;
});
const fewColumns: readonly Column<AgencyRow>[] = [
  ...fixedColumns.slice(0, 1),
  { name: 'inTime', head: msg`A tiempo`, Cell: InTimeCell },
];

/** decided: the worst are enough until somebody asks, since each of their numbers is a link. */
const MAX_ROWS = 6;

export function AgenciesSection({ agencies }: { agencies: readonly AgencyRow[] }) {
  const { t, i18n } = useLingui();
  const title = t`Por agencia`;
  const rows = agencies
    .filter(({ inquiries, before }) => inquiries + before > 0)
    .toSorted((a, b) => (inTimeShare(a) ?? -1) - (inTimeShare(b) ?? -1) || b.inquiries - a.inquiries);
  const quiet = agencies.length - rows.length;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || rows.length <= MAX_ROWS ? rows : rows.slice(0, MAX_ROWS - 1);
  const hidden = rows.length - shown.length;
  return (
    <FiguresSection
      title={title}
      definition={t`Consultas que llegaron en estos días a cada agencia y sus primeras respuestas, en minutos de atención de la agencia. Primero la que menos responde a tiempo.`}
      getRecords={() => toRecords(i18n, columns, rows)}
    >
      <DataTable
        label={title}
        columns={hidden > 0 ? fewColumns : isWhole ? columns : fixedColumns}
        rows={shown}
        getRowKey={({ adminMail }) => adminMail}
      />
      {hidden > 0 && (
        <Button data-print="hidden" sx={{ alignSelf: 'start' }} onClick={() => setWhole(true)}>
          <Trans>Otras {hidden} agencias</Trans>
        </Button>
      )}
      {quiet > 0 && hidden === 0 && (
        <Caption>
          <Plural
            value={quiet}
            one="# agencia no recibió consultas en estos días ni en los anteriores."
            other="# agencias no recibieron consultas en estos días ni en los anteriores."
          />
        </Caption>
      )}
    </FiguresSection>
  );
}

/** One figure of a row with what it is of, so that a short table has few links. */
function InTimeCell({ row }: { row: AgencyRow }) {
  const text = useFigureText();
  const { adminMail, inquiries, answered, inTime } = row;
  const isAnswered = answered > 0;
  const part = isAnswered ? text.percent(inTimeShare(row)) : text.number(0);
  const whole = text.number(isAnswered ? answered : inquiries);
  return (
    <FigureLink
      list={{ agencias: [adminMail], filters: isAnswered ? ANSWER_FILTERS.inTime : {} }}
      count={isAnswered ? inTime : inquiries}
    >
      <Trans>
        {part} de {whole}
      </Trans>
    </FigureLink>
  );
}
