import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { IconAction } from '#console/ui/IconAction.tsx';
import { DownloadIcon } from '#console/ui/icons.tsx';
import { saveCsv } from '#console/ui/save-csv.ts';
import { Section } from '#console/ui/Section.tsx';
import { Definition } from './Definition.tsx';
import { type CsvValue, formatFiguresCsv } from './figure-columns.tsx';
import { usePeriod } from './period-context.ts';

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
