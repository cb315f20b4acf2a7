import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { AgencyNameCell } from '#console/agency-select/AgencyNameCell.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { inquiriesLink } from './address.ts';
import { answerColumns, type FigureColumn, toRecords } from './figure-columns.tsx';
import { ANSWER_FILTERS } from './FigureLink.tsx';
import { inTimeShare } from './figures.ts';
import { FiguresSection } from './FiguresSection.tsx';
import { usePeriod } from './period-context.ts';

type AgencyRow = OverviewPeriod['agencies'][number];

const columns: readonly FigureColumn<AgencyRow>[] = [
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: AgencyLinkCell,
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
const fewColumns = fixedColumns.filter(({ name }) => ['agency', 'inquiries', 'inTime'].includes(name));

const MAX_ROWS = 9;

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

function AgencyLinkCell({ row: { adminMail, name } }: { row: AgencyRow }) {
  const { desde, hasta } = usePeriod();
  return (
    <Box sx={{ minHeight: '2lh' }}>
      <AgencyNameCell name={name} mail={adminMail} to={inquiriesLink([adminMail], { desde, hasta })} />
    </Box>
  );
}
