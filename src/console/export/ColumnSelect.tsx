import { Trans, useLingui } from '@lingui/react/macro';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/desk/export.ts';
import { EXPORT_LABELS } from '#contract/desk/export-labels.ts';
import { Icon } from '#console/ui/icons.tsx';
import { COLUMN_GROUPS, type ColumnGroup, DEFAULT_COLUMNS, sortColumns } from './export-columns.ts';

const OPEN_MENU_ICON = (
  <Icon>
    <path d="M6 9l6 6 6-6" />
  </Icon>
);

interface Props {
  selected: readonly ExportColumn[];
  onChange: (columns: readonly ExportColumn[]) => void;
}

export function ColumnSelect({ selected, onChange }: Props) {
  const { t } = useLingui();
  const [count, all] = [selected.length, EXPORT_COLUMNS.length];
  return (
    <Accordion variant="outlined" disableGutters slotProps={{ transition: { unmountOnExit: true } }}>
      <AccordionSummary expandIcon={OPEN_MENU_ICON}>
        <Trans>Columnas</Trans>{' '}
        <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
          <Trans>
            {count} de {all}
          </Trans>
        </Box>
      </AccordionSummary>
      <AccordionDetails>
        <Button size="small" onClick={() => onChange(DEFAULT_COLUMNS)}>
          <Trans>Las habituales</Trans>
        </Button>
        <Button size="small" onClick={() => onChange(EXPORT_COLUMNS)}>
          {t({ context: 'columns', message: 'Todas' })}
        </Button>
        <Button size="small" onClick={() => onChange([])}>
          {t({ context: 'columns', message: 'Ninguna' })}
        </Button>
        {COLUMN_GROUPS.map((group) => (
          <ColumnGroupSelect key={group.title.id} group={group} selected={selected} onChange={onChange} />
        ))}
      </AccordionDetails>
    </Accordion>
  );
}

function ColumnGroupSelect({ group, selected, onChange }: Props & { group: ColumnGroup }) {
  const { i18n } = useLingui();
  const { columns } = group;
  const selectedCount = columns.filter((column) => selected.includes(column)).length;
  const isAllSelected = selectedCount === columns.length;
  const toggle = (columns: readonly ExportColumn[], isSelected: boolean) =>
    onChange(
      sortColumns(
        isSelected ? [...selected, ...columns] : selected.filter((column) => !columns.includes(column)),
      ),
    );
  return (
    <fieldset>
      <legend>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={isAllSelected}
              indeterminate={selectedCount > 0 && !isAllSelected}
              onChange={() => toggle(columns, !isAllSelected)}
            />
          }
          label={<strong>{i18n._(group.title)}</strong>}
        />
      </legend>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))', pl: 1.5 }}>
        {columns.map((column) => (
          <FormControlLabel
            key={column}
            control={
              <Checkbox
                size="small"
                checked={selected.includes(column)}
                onChange={(_event, isSelected) => toggle([column], isSelected)}
              />
            }
            label={EXPORT_LABELS[column][i18n.locale === 'en' ? 'en' : 'es']}
          />
        ))}
      </Box>
    </fieldset>
  );
}
