import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId, useState } from 'react';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { Section } from '#console/ui/Section.tsx';
import { IconAction } from '#console/ui/IconAction.tsx';
import { DownloadIcon } from '#console/ui/icons.tsx';
import { saveCsv } from '#console/ui/save-csv.ts';
import { type CsvValue, formatFiguresCsv } from './figure-columns.tsx';
import { Definition } from './Definition.tsx';
import { usePeriod } from './period-context.ts';

export const CHART_HEIGHT = 280;

interface Props {
  title: string;
  description?: ReactNode;
  definition: ReactNode;
  getRecords: () => CsvValue[][];
  actions?: ReactNode;
  children: ReactNode;
}

export function FiguresSection({ title, description, definition, getRecords, actions, children }: Props) {
  return (
    <Section
      title={title}
      description={description}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
          {actions && <div data-print="hidden">{actions}</div>}
          <Definition of={title}>{definition}</Definition>
          <CsvButton title={title} getRecords={getRecords} />
        </Box>
      }
    >
      {children}
    </Section>
  );
}

interface ChartSectionProps<Row> extends Props {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getRowKey: (row: Row) => string;
}

export function ChartSection<Row>({
  columns,
  rows,
  getRowKey,
  children,
  ...section
}: ChartSectionProps<Row>) {
  const { t } = useLingui();
  const id = useId();
  const [tab, setTab] = useState<'chart' | 'table'>('chart');
  const { title } = section;
  const tabs = [
    { value: 'chart', label: t`Gráfico` },
    { value: 'table', label: t`Tabla` },
  ] as const;
  return (
    <FiguresSection {...section}>
      <Tabs
        value={tab}
        aria-label={title}
        data-print="hidden"
        sx={{ borderBottom: 1, borderColor: 'divider' }}
        onChange={(_event, next: typeof tab) => setTab(next)}
      >
        {tabs.map(({ value, label }) => (
          <Tab key={value} value={value} label={label} id={`${id}-${value}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
        {tab === 'chart' ? (
          children
        ) : (
          <ScrollBox>
            <DataTable label={title} columns={columns} rows={rows} getRowKey={getRowKey} />
          </ScrollBox>
        )}
      </div>
    </FiguresSection>
  );
}

export function ScrollBox({ children }: { children: ReactNode }) {
  return (
    <Box data-print="whole" sx={{ maxHeight: 420, overflow: 'auto' }}>
      {children}
    </Box>
  );
}

interface CsvButtonProps {
  title: string;
  getRecords: () => CsvValue[][];
}

function CsvButton({ title, getRecords }: CsvButtonProps) {
  const { t, i18n } = useLingui();
  const { desde, hasta } = usePeriod();
  return (
    <IconAction
      label={t`Descargar «${title}» en CSV`}
      data-print="hidden"
      onClick={() => saveCsv(`${title} ${desde} ${hasta}`, formatFiguresCsv(getRecords(), i18n.locale))}
    >
      <DownloadIcon />
    </IconAction>
  );
}
