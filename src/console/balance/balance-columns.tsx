import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import {
  ARRIVAL_WAYS,
  type ArrivalWay,
  type BalanceAgency,
  type BalanceDay,
  type BalanceFigures,
  type BalanceHour,
  type BalanceLead,
  MISSED_CAUSES,
  sumMissed,
  countUnexplained,
} from '#contract/desk/balance.ts';
import { paths } from '#console/paths.ts';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { MailText } from '#console/ui/MailText.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useDayRange, useFormats } from '#console/ui/use-formats.ts';
import { formatBalanceSearch } from './address.ts';
import { useBalanceText } from './balance-text.ts';

type BalanceDayRow = BalanceDay & { isClosed: boolean; agency: string | undefined };
type BalanceAgencyRow = Omit<BalanceAgency, 'figures'> & BalanceFigures & { day: string };
type BalanceLeadRow = BalanceLead & { agency: string };

function Count({ value }: { value: number }) {
  return useFormats().number(value);
}

export const countMade = ({ inbox, missing, erased }: BalanceFigures): number => inbox - missing + erased;

function Missed({ row }: { row: BalanceFigures }) {
  const { cause } = useBalanceText();
  const format = useFormats();
  const total = sumMissed(row);
  if (total === 0) return <Count value={0} />;
  const causes = MISSED_CAUSES.filter((name) => row.missed[name] > 0);
  return (
    <>
      <StatusChip tone="caution">{format.number(total)}</StatusChip>
      <Caption>
        {causes
          .map((name) =>
            causes.length > 1 ? `${cause[name]}: ${format.number(row.missed[name])}` : cause[name],
          )
          .join('; ')}
      </Caption>
    </>
  );
}

function Lateness({ row: { medianMs, worstMs } }: { row: BalanceFigures }) {
  const { lateness } = useBalanceText();
  if (medianMs === null || worstMs === null) return '—';
  const worst = lateness(worstMs);
  return (
    <>
      {lateness(medianMs)}
      <Caption>
        <Trans>la peor, {worst}</Trans>
      </Caption>
    </>
  );
}

function Inbox({ row: { inbox, erased, missing } }: { row: BalanceFigures }) {
  const { explained } = useBalanceText();
  const parts = explained({ erased, missing, arriving: 0, made: 0, inbox, absent: 0, surplus: 0 });
  return (
    <>
      <Count value={inbox} />
      {parts.length > 0 && <Caption>{parts.join('; ')}</Caption>}
    </>
  );
}

const WAY_HEADS: Record<ArrivalWay, MessageDescriptor> = {
  webhook: msg`Con su aviso`,
  sweep: msg`Por lectura`,
  read: msg`Al buscarla`,
  earlier: msg`Ya estaban`,
};

function createFigureColumns<Row extends BalanceFigures>(rows: readonly Row[]): readonly Column<Row>[] {
  const ways = ARRIVAL_WAYS.filter(
    (name) => name === 'webhook' || name === 'sweep' || rows.some((row) => row.ways[name] > 0),
  );
  return [
    { name: 'inbox', head: msg`En la bandeja`, Cell: Inbox, width: '12%' },
    ...ways.map((name) => ({
      name,
      head: WAY_HEADS[name],
      Cell: ({ row }: { row: Row }) => <Count value={row.ways[name]} />,
      width: '9%',
    })),
    { name: 'missed', head: msg`Sin aviso`, Cell: Missed, width: '19%' },
    { name: 'lateness', head: msg`Demora`, Cell: Lateness, width: '10%' },
  ];
}

export const createDayColumns = (rows: readonly BalanceDayRow[]): readonly Column<BalanceDayRow>[] => [
  { name: 'day', head: msg`Día`, Cell: DayLink, lead: true },
  {
    name: 'made',
    head: msg({ context: 'balance', message: 'Hechas' }),
    Cell: ({ row }) => (row.isClosed ? <Count value={countMade(row)} /> : '—'),
    width: '9%',
  },
  ...createFigureColumns(rows),
];

export const createHourColumns = (rows: readonly BalanceHour[]): readonly Column<BalanceHour>[] => [
  { name: 'hour', head: msg`Desde`, Cell: Hour, lead: true },
  ...createFigureColumns(rows),
];

export const createAgencyColumns = (
  rows: readonly BalanceAgencyRow[],
): readonly Column<BalanceAgencyRow>[] => [
  { name: 'agency', head: msg`Agencia`, Cell: AgencyLink, lead: true },
  ...createFigureColumns(rows),
  { name: 'reading', head: msg`Sin explicar`, Cell: Unexplained, width: '11%' },
];

export const leadColumns: readonly Column<BalanceLeadRow>[] = [
  { name: 'when', head: msg({ context: 'balance', message: 'Hecha' }), Cell: LeadLink, lead: true },
  { name: 'way', head: msg`Llegó`, Cell: ({ row }) => useBalanceText().way[row.way], width: '28%' },
  { name: 'lateness', head: msg`Demora`, Cell: LeadLateness, width: '14%' },
  { name: 'missed', head: msg`Sin aviso`, Cell: LeadMissed, width: '32%' },
];

function DayLink({ row: { day, agency } }: { row: BalanceDayRow }) {
  const formatDays = useDayRange();
  return (
    <Link
      component={RouterLink}
      to={paths.balance(formatBalanceSearch({ from: day, to: day, agency }))}
      underline="hover"
      sx={{ fontWeight: 600 }}
    >
      {formatDays(day, day)}
    </Link>
  );
}

function Hour({ row: { at } }: { row: BalanceHour }) {
  return useFormats().moment(at);
}

function AgencyLink({ row: { adminMail: agency, name, day } }: { row: BalanceAgencyRow }) {
  return (
    <Link
      component={RouterLink}
      to={paths.balance(formatBalanceSearch({ from: day, to: day, agency }))}
      underline="hover"
      sx={{ fontWeight: 600 }}
    >
      {name ?? <MailText mail={agency} />}
    </Link>
  );
}

function Unexplained({ row: { reading } }: { row: BalanceAgencyRow }) {
  const text = useBalanceText();
  const { t } = useLingui();
  if (!reading) return <Caption>{t`todavía no se comparó`}</Caption>;
  const parts = text.unexplained(reading);
  if (parts.length === 0) return <Count value={0} />;
  return (
    <>
      <StatusChip tone="bad">
        <Count value={countUnexplained(reading)} />
      </StatusChip>
      <Caption>{parts.join('; ')}</Caption>
    </>
  );
}

function LeadLink({ row: { agency, sid, at } }: { row: BalanceLeadRow }) {
  const format = useFormats();
  return (
    <Link component={RouterLink} to={paths.trace(agency, sid)} underline="hover" sx={{ fontWeight: 600 }}>
      {format.moment(at)}
      <Caption>{sid}</Caption>
    </Link>
  );
}

function LeadLateness({ row: { at, firstSeenAt, way } }: { row: BalanceLeadRow }) {
  const { lateness } = useBalanceText();
  return way === 'earlier' ? '—' : lateness(Math.max(0, firstSeenAt - at));
}

function LeadMissed({ row: { missed } }: { row: BalanceLeadRow }) {
  const { cause } = useBalanceText();
  return missed === null ? '—' : <StatusChip tone="caution">{cause[missed]}</StatusChip>;
}
