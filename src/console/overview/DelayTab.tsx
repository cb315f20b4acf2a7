import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { formatFigureFilter } from '#contract/figure-lists.ts';
import { ANSWER_BANDS, type AnswerBand, FUNNEL_STEPS, type FunnelStep } from '#contract/overview.ts';
import { BAND_NAMES, STEP_NAMES } from '#console/inquiries/figure-names.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { type FigureColumn, textColumn, toPercent, toRecords } from './figure-columns.tsx';
import { FigureLink } from './FigureLink.tsx';
import { useFigureText } from './figure-text.ts';
import { share } from './figures.ts';
import { FiguresSection } from './FiguresSection.tsx';

/** decided: a share of fewer says nothing. */
const MIN_BASE = 10;

interface BandRow {
  band: AnswerBand;
  label: string;
  inquiries: number;
  steps: Record<FunnelStep, number>;
}

const stepShare = ({ inquiries, steps }: BandRow, step: FunnelStep) =>
  inquiries >= MIN_BASE ? share(steps[step], inquiries) : null;

const toBandList = (value: string) => ({ filters: { cifra: formatFigureFilter('demora', value) } });

const columns: readonly FigureColumn<BandRow>[] = [
  textColumn<BandRow>(
    { name: 'band', head: msg`Primera respuesta`, lead: true, width: '28%', csv: ({ label }) => label },
    ({ label }) => label,
  ),
  {
    name: 'inquiries',
    head: msg`Consultas`,
    csv: ({ inquiries }) => inquiries,
    Cell: InquiriesCell,
  },
  ...FUNNEL_STEPS.map((step) =>
    textColumn<BandRow>(
      { name: step, head: STEP_NAMES[step], csv: (row) => toPercent(stepShare(row, step)) },
      (row, text) => {
        const value = stepShare(row, step);
        return value === null ? (
          '–'
        ) : (
          <FigureLink list={toBandList(`${row.band} ${step}`)} count={row.steps[step]}>
            {text.percent(value)}
          </FigureLink>
        );
      },
    ),
  ),
];

function InquiriesCell({ row: { band, inquiries } }: { row: BandRow }) {
  const text = useFigureText();
  return (
    <FigureLink list={toBandList(band)} count={inquiries}>
      {text.number(inquiries)}
    </FigureLink>
  );
}

export function DelayTab({ period: { totals } }: { period: OverviewPeriod }) {
  const { t, i18n } = useLingui();
  const rows = ANSWER_BANDS.map((band) => ({
    band,
    label: i18n._(BAND_NAMES[band]),
    inquiries: totals.bands[band],
    steps: totals.delays[band],
  }));
  return (
    <FiguresSection
      title={t`Costo de la demora`}
      definition={
        <Trans>
          Qué fue de las consultas que llegaron en estos días, según cuánto tardó su primera respuesta, en
          tiempo de atención; un día son ocho horas. Con menos de {MIN_BASE} consultas no se da una parte. Que
          una respuesta rápida y una venta vayan juntas no dice que una cause la otra.
        </Trans>
      }
      getRecords={() => toRecords(i18n, columns, rows)}
    >
      <DataTable label={t`Costo de la demora`} columns={columns} rows={rows} getRowKey={({ band }) => band} />
    </FiguresSection>
  );
}
