import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SilentAgency } from '#contract/desk/overview.ts';
import { AgencyNameCell } from '#console/agencies/AgencyNameCell.tsx';
import { paths } from '#console/paths.ts';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { useFigureText } from './figure-text.ts';

const columns: readonly Column<SilentAgency>[] = [
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: SilentAgencyCell,
    lead: true,
    sortBy: ({ name, adminMail }) => name ?? adminMail,
  },
  {
    name: 'last',
    head: msg`Última consulta`,
    Cell: LastCell,
    width: '26%',
    sortBy: ({ lastAt }) => lastAt,
  },
  {
    name: 'expected',
    head: msg`Habría recibido`,
    Cell: ExpectedCell,
    width: '26%',
    sortBy: ({ expected }) => expected,
  },
];

export function SilentAgencies({ agencies }: { agencies: readonly SilentAgency[] }) {
  const { t } = useLingui();
  return (
    <DataTable
      label={t`Agencias en silencio`}
      columns={columns}
      rows={agencies}
      getRowKey={({ adminMail }) => adminMail}
    />
  );
}

function SilentAgencyCell({ row: { adminMail, name } }: { row: SilentAgency }) {
  return <AgencyNameCell name={name} mail={adminMail} to={paths.agency(adminMail)} />;
}

function LastCell({ row: { lastAt } }: { row: SilentAgency }) {
  return lastAt === null ? <Trans>ninguna</Trans> : <Moment at={lastAt} />;
}

function ExpectedCell({ row: { expected } }: { row: SilentAgency }) {
  const text = useFigureText();
  return text.number(Math.round(expected * 10) / 10);
}
