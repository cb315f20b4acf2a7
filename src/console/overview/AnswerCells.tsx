import { msg } from '@lingui/core/macro';
import type { FigureColumn } from './figure-columns.ts';
import { useFigureText } from './figure-text.ts';
import { type Answers, answeredShare, inTimeShare } from './figures.ts';

interface Props {
  row: Answers;
}

const toPercent = (value: number | null) => value && Math.round(value * 1000) / 10;

export const answerColumns = <Row extends Answers>(): FigureColumn<Row>[] => [
  {
    name: 'inquiries',
    head: msg`Consultas`,
    Cell: InquiriesCell,
    sortBy: ({ inquiries }) => inquiries,
    csv: ({ inquiries }) => inquiries,
  },
  {
    name: 'answered',
    head: msg`Respondidas`,
    Cell: AnsweredCell,
    sortBy: answeredShare,
    csv: ({ answered }) => answered,
  },
  {
    name: 'inTime',
    head: msg`A tiempo`,
    Cell: InTimeCell,
    sortBy: inTimeShare,
    csv: (row) => toPercent(inTimeShare(row)),
  },
  {
    name: 'median',
    head: msg`Mediana`,
    Cell: MedianCell,
    sortBy: ({ medianMinutes }) => medianMinutes,
    csv: ({ medianMinutes }) => medianMinutes,
  },
  {
    name: 'p90',
    head: msg`9 de cada 10`,
    Cell: P90Cell,
    sortBy: ({ p90Minutes }) => p90Minutes,
    csv: ({ p90Minutes }) => p90Minutes,
  },
];

function InquiriesCell({ row: { inquiries } }: Props) {
  const text = useFigureText();
  return text.number(inquiries);
}

function AnsweredCell({ row }: Props) {
  const text = useFigureText();
  return row.inquiries > 0 && `${text.number(row.answered)} (${text.percent(answeredShare(row))})`;
}

function InTimeCell({ row }: Props) {
  const text = useFigureText();
  return row.answered > 0 && text.percent(inTimeShare(row));
}

function MedianCell({ row: { medianMinutes } }: Props) {
  const text = useFigureText();
  return medianMinutes !== null && text.minutes(medianMinutes);
}

function P90Cell({ row: { p90Minutes } }: Props) {
  const text = useFigureText();
  return p90Minutes !== null && text.minutes(p90Minutes);
}
