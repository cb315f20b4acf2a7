import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Popover from '@mui/material/Popover';
import { useState } from 'react';
import { type ColumnChoice, moveChoice, showChoice } from './column-choices.ts';
import { IconAction } from './IconAction.tsx';
import { ColumnsIcon, DownIcon, UpIcon } from './icons.tsx';

interface Props {
  columns: readonly { name: string; head: MessageDescriptor; lead?: true }[];
  choices: readonly ColumnChoice[];
  onChange: (choices: readonly ColumnChoice[]) => void;
  onReset: () => void;
}

export function ColumnsMenu({ columns, choices, onChange, onReset }: Props) {
  const { t, i18n } = useLingui();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const label = t({ context: 'table', message: 'Columnas' });
  const count = choices.length;
  const move = (name: string, head: string, by: number) => {
    const next = moveChoice(choices, name, by);
    const place = next.findIndex((choice) => choice.name === name) + 1;
    onChange(next);
    setAnnouncement(t`${head}: ${place} de ${count}`);
  };
  return (
    <>
      <IconAction
        label={label}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <ColumnsIcon />
      </IconAction>
      <Popover
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': label,
            sx: { p: 1.5, width: 300, border: 1, borderColor: 'divider' },
          },
        }}
      >
        <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {choices.map(({ name, isShown }, at) => {
            const column = columns.find((candidate) => candidate.name === name);
            if (!column) return null;
            const head = i18n._(column.head);
            const isLast = at === count - 1;
            return (
              <li key={name} style={{ display: 'flex', alignItems: 'center' }}>
                <FormControlLabel
                  sx={{ flex: 1, mr: 0 }}
                  label={head}
                  control={
                    <Checkbox
                      size="small"
                      checked={isShown}
                      disabled={column.lead === true}
                      onChange={(_event, checked) => onChange(showChoice(choices, name, checked))}
                    />
                  }
                />
                {/* A button at an end is not `disabled`, so that it keeps the focus. */}
                <IconAction
                  label={t`Subir ${head}`}
                  aria-disabled={at === 0}
                  sx={{ opacity: at === 0 ? 0.4 : 1 }}
                  onClick={() => move(name, head, -1)}
                >
                  <UpIcon />
                </IconAction>
                <IconAction
                  label={t`Bajar ${head}`}
                  aria-disabled={isLast}
                  sx={{ opacity: isLast ? 0.4 : 1 }}
                  onClick={() => move(name, head, 1)}
                >
                  <DownIcon />
                </IconAction>
              </li>
            );
          })}
        </ul>
        <output className="visually-hidden">{announcement}</output>
        <Button size="small" onClick={onReset} sx={{ mt: 1 }}>
          <Trans>Restablecer</Trans>
        </Button>
      </Popover>
    </>
  );
}
