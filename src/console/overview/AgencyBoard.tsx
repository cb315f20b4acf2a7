import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OverviewNow } from '#contract/desk/overview.ts';
import type { BuiltInView } from '#contract/inbox-filter-names.ts';
import { AgencyNameCell } from '#console/agency-select/AgencyNameCell.tsx';
import { paths } from '#console/paths.ts';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { inquiriesLink } from './address.ts';
import { useFigureText } from './figure-text.ts';
import { ScrollBox } from './FiguresSection.tsx';
import css from './OverviewPage.module.css';

type AgencyRow = OverviewNow['agencies'][number];
type CountName = Exclude<keyof AgencyRow, 'adminMail' | 'name'>;

function countColumn(
  name: CountName,
  vista: BuiltInView,
  head: Column<AgencyRow>['head'],
): Column<AgencyRow> {
  return {
    name,
    head,
    sortBy: (row) => row[name],
    Cell: function CountCell({ row: { adminMail, [name]: count } }) {
      const text = useFigureText();
      return count > 0 ? (
        <a className={css.figure} href={inquiriesLink([adminMail], { vista })}>
          {text.number(count)}
        </a>
      ) : (
        text.number(count)
      );
    },
  };
}

const columns: readonly Column<AgencyRow>[] = [
  {
    name: 'agency',
    head: msg`Agencia`,
    lead: true,
    width: '40%',
    sortBy: ({ name, adminMail }) => name ?? adminMail,
    Cell: ({ row: { name, adminMail } }) => (
      <AgencyNameCell name={name} mail={adminMail} to={paths.agency(adminMail)} />
    ),
  },
  countColumn('arrivedToday', 'hoy', msg`Nuevas hoy`),
  countColumn('waiting', 'esperando', msg`Esperan`),
  countColumn('overdue', 'tarde', msg`Tarde`),
  countColumn('snoozed', 'pospuestas', msg`Pospuestas`),
];

/** The work of each agency now, most late first. */
export function AgencyBoard({ agencies }: { agencies: readonly AgencyRow[] }) {
  const { t } = useLingui();
  return (
    <ScrollBox>
      <DataTable
        label={t`Ahora, por agencia`}
        columns={columns}
        rows={agencies}
        getRowKey={({ adminMail }) => adminMail}
      />
    </ScrollBox>
  );
}
