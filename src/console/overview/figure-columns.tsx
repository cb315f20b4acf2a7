import { msg } from '@lingui/core/macro';
import type { I18n } from '@lingui/core';
import type { Column } from '#console/ui/DataTable.tsx';
import { useFigureText } from './figure-text.ts';
import { answeredShare, type Answers, inTimeShare } from './figures.ts';

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

export interface FigureColumn<Row> extends Column<Row> {
  csv: (row: Row) => CsvValue;
}

export function toRecords<Row>(
  i18n: I18n,
  columns: readonly FigureColumn<Row>[],
  rows: readonly Row[],
): CsvValue[][] {
  return [columns.map(({ head }) => i18n._(head)), ...rows.map((row) => columns.map(({ csv }) => csv(row)))];
}

export type CsvValue = string | number | null;

// Spreadsheets of another locale split cells at the other separator, even within quotes, and run a formula at the start of
// a cell, also after characters that they skip.
const UNSAFE = /[";,\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const FORMULA = /^[=+\-@＝＋－＠﹦﹢﹣﹫]/u;

/** Texts are names, so a separator in them becomes a space. */
export function formatFiguresCsv(records: readonly (readonly CsvValue[])[], language: string): string {
  const isSpanish = language === 'es';
  const formatCell = (value: CsvValue) => {
    if (typeof value === 'string') return value.replace(UNSAFE, ' ').trim().replace(FORMULA, "'$&");
    return isSpanish ? String(value ?? '').replace('.', ',') : String(value ?? '');
  };
  return records.map((record) => `${record.map(formatCell).join(isSpanish ? ';' : ',')}\n`).join('');
}
