import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { AgencyNameCell } from '#console/agency-select/AgencyNameCell.tsx';
import { paths } from '#console/paths.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { changedAgencies, inquiriesLink } from './address.ts';
import { answerColumns, type FigureColumn, toRecords } from './figure-columns.tsx';
import { useFigureText } from './figure-text.ts';
import { inTimeShare } from './figures.ts';
import { FiguresSection } from './FiguresSection.tsx';
import { usePeriod } from './period-context.ts';

type AgencyRow = OverviewPeriod['agencies'][number];

const columns: readonly FigureColumn<AgencyRow>[] = [
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: AgencyFiguresCell,
    lead: true,
    width: '24%',
    sortBy: ({ name, adminMail }) => name ?? adminMail,
    csv: ({ name, adminMail }) => (name ? `${name} (${adminMail})` : adminMail),
  },
  {
    name: 'inquiries',
    head: msg`Consultas`,
    Cell: AgencyInquiriesCell,
    width: '17%',
    sortBy: ({ inquiries }) => inquiries,
    csv: ({ inquiries }) => inquiries,
  },
  ...answerColumns<AgencyRow>().slice(1, 4),
];
const shownColumns = columns.filter(({ name }) => name !== 'answered');

const FEW = 6;

/** Agencies with inquiries, the one that answers worst first. */
export function AgenciesSection({ agencies }: { agencies: readonly AgencyRow[] }) {
  const { t, i18n } = useLingui();
  const title = t`Por agencia`;
  const rows = agencies
    .filter(({ inquiries, before }) => inquiries + before > 0)
    .toSorted((a, b) => (inTimeShare(a) ?? -1) - (inTimeShare(b) ?? -1) || b.inquiries - a.inquiries);
  const quiet = agencies.length - rows.length;
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, rows.length - FEW);
  return (
    <FiguresSection
      title={title}
      definition={t`Consultas que llegaron en estos días a cada agencia y sus primeras respuestas, en minutos de atención de la agencia. Primero la que menos responde a tiempo.`}
      getRecords={() => toRecords(i18n, columns, rows)}
    >
      <DataTable
        label={title}
        columns={shownColumns}
        rows={isWhole ? rows : rows.slice(0, FEW)}
        getRowKey={({ adminMail }) => adminMail}
      />
      {hidden > 0 && (
        <Button data-print="hidden" sx={{ alignSelf: 'start' }} onClick={() => setWhole(true)}>
          <Trans>Otras {hidden} agencias</Trans>
        </Button>
      )}
      {quiet > 0 && (
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

function AgencyFiguresCell({ row: { adminMail, name } }: { row: AgencyRow }) {
  const [search] = useSearchParams();
  return (
    <AgencyNameCell name={name} mail={adminMail} to={paths.overview(changedAgencies(search, [adminMail]))} />
  );
}

function AgencyInquiriesCell({ row: { adminMail, inquiries } }: { row: AgencyRow }) {
  const text = useFigureText();
  const { desde, hasta } = usePeriod();
  return (
    <Link
      component={RouterLink}
      to={inquiriesLink([adminMail], { desde, hasta })}
      underline="hover"
      sx={{ display: 'inline-block', minWidth: 24, minHeight: 24 }}
    >
      {text.number(inquiries)}
    </Link>
  );
}
