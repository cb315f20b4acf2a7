import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { periodBefore } from '#contract/overview.ts';
import { AgencyNameCell } from '#console/agencies/AgencyNameCell.tsx';
import { paths } from '#console/paths.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { changedAgencies, inquiriesLink } from './address.ts';
import { answerColumns, type FigureColumn, toRecords } from './figure-columns.tsx';
import { useFigureText } from './figure-text.ts';
import { FiguresSection, ScrollBox } from './FiguresSection.tsx';
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
  {
    name: 'before',
    head: msg`Período anterior`,
    Cell: BeforeCell,
    width: '11%',
    sortBy: ({ before }) => before,
    csv: ({ before }) => before,
  },
  ...answerColumns<AgencyRow>().slice(1),
];

export function AgenciesSection({ agencies }: { agencies: readonly AgencyRow[] }) {
  const { t, i18n } = useLingui();
  const title = t`Por agencia`;
  return (
    <FiguresSection
      title={title}
      definition={t`Consultas que llegaron en estos días a cada agencia y sus primeras respuestas, en minutos de atención de la agencia. El período anterior son los mismos días justo antes.`}
      getRecords={() => toRecords(i18n, columns, agencies)}
    >
      <ScrollBox>
        <DataTable label={title} columns={columns} rows={agencies} getRowKey={({ adminMail }) => adminMail} />
      </ScrollBox>
    </FiguresSection>
  );
}

function AgencyFiguresCell({ row: { adminMail, name } }: { row: AgencyRow }) {
  const [search] = useSearchParams();
  return (
    <AgencyNameCell name={name} mail={adminMail} to={paths.overview(changedAgencies(search, [adminMail]))} />
  );
}

function AgencyInquiriesCell({ row: { adminMail, inquiries, before } }: { row: AgencyRow }) {
  const text = useFigureText();
  const { desde, hasta, isComparable } = usePeriod();
  return (
    <>
      <Link component={RouterLink} to={inquiriesLink([adminMail], { desde, hasta })} underline="hover">
        {text.number(inquiries)}
      </Link>
      {isComparable && <Caption>{text.countChange(inquiries, before)}</Caption>}
    </>
  );
}

function BeforeCell({ row: { adminMail, before } }: { row: AgencyRow }) {
  const text = useFigureText();
  const days = periodBefore(usePeriod());
  return (
    <Link component={RouterLink} to={inquiriesLink([adminMail], days)} underline="hover">
      {text.number(before)}
    </Link>
  );
}
