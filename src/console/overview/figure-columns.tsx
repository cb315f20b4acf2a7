import { msg } from '@lingui/core/macro';
import type { I18n } from '@lingui/core';
import type { ReactNode } from 'react';
import type { Column } from '#console/ui/DataTable.tsx';
import { FigureLink, type ToFigureList } from './FigureLink.tsx';
import { type FigureText, useFigureText } from './figure-text.ts';
import { answeredShare, type Answers, inTimeShare } from './figures.ts';

export interface FigureColumn<Row> extends Column<Row> {
  csv: (row: Row) => CsvValue;
}

export function textColumn<Row>(
  column: Omit<FigureColumn<Row>, 'Cell'>,
  format: (row: Row, text: FigureText) => ReactNode,
): FigureColumn<Row> {
  return {
    ...column,
    Cell: function TextCell({ row }) {
      return format(row, useFigureText());
    },
  };
}

export const toPercent = (value: number | null) => value && Math.round(value * 1000) / 10;

export const answerColumns = <Row extends Answers>(toList: ToFigureList<Row>): FigureColumn<Row>[] => {
  const getInquiries = ({ inquiries }: Row) => inquiries;
  const getMedian = ({ medianMinutes }: Row) => medianMinutes;
  const getP90 = ({ p90Minutes }: Row) => p90Minutes;
  const figureColumn = (
    figure: Parameters<typeof toList>[1],
    column: Omit<FigureColumn<Row>, 'Cell'>,
    format: (row: Row, text: FigureText) => ReactNode,
  ) =>
    textColumn<Row>(column, (row, text) => (
      <FigureLink list={toList(row, figure)} count={row[figure]}>
        {format(row, text)}
      </FigureLink>
    ));
  return [
    figureColumn(
      'inquiries',
      { name: 'inquiries', head: msg`Consultas`, sortBy: getInquiries, csv: getInquiries },
      ({ inquiries }, text) => text.number(inquiries),
    ),
    figureColumn(
      'answered',
      {
        name: 'answered',
        head: msg`Respondidas`,
        sortBy: answeredShare,
        csv: ({ answered }) => answered,
      },
      (row, text) => row.inquiries > 0 && text.percent(answeredShare(row)),
    ),
    figureColumn(
      'inTime',
      {
        name: 'inTime',
        head: msg`A tiempo`,
        sortBy: inTimeShare,
        csv: (row) => toPercent(inTimeShare(row)),
      },
      (row, text) => row.answered > 0 && text.percent(inTimeShare(row)),
    ),
    figureColumn(
      'answered',
      { name: 'median', head: msg`Mediana`, sortBy: getMedian, csv: getMedian },
      ({ medianMinutes }, text) => medianMinutes !== null && text.minutes(medianMinutes),
    ),
    figureColumn(
      'answered',
      { name: 'p90', head: msg`9 de cada 10`, sortBy: getP90, csv: getP90 },
      ({ p90Minutes }, text) => p90Minutes !== null && text.minutes(p90Minutes),
    ),
  ];
};

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
