import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ExportButton } from '#console/ui/ExportButton.tsx';
import { saveCsv } from '#console/ui/save-file.ts';
import { Section } from '#console/ui/Section.tsx';
import { Definition } from './Definition.tsx';
import { type CsvValue, formatFiguresCsv } from './figure-columns.tsx';
import { usePeriod } from './period-context.ts';

interface Props {
  title: string;
  definition: ReactNode;
  getRecords: () => CsvValue[][];
  actions?: ReactNode;
  children: ReactNode;
}

export function FiguresSection({ title, definition, getRecords, actions, children }: Props) {
  const { i18n } = useLingui();
  const { desde, hasta } = usePeriod();
  return (
    <Section
      title={title}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
          {actions && <div data-print="hidden">{actions}</div>}
          <Definition
            of={title}
            actions={
              <ExportButton
                onClick={() =>
                  saveCsv(`${title} ${desde} ${hasta}`, formatFiguresCsv(getRecords(), i18n.locale))
                }
              />
            }
          >
            {definition}
          </Definition>
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
