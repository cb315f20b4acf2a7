import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/desk/export.ts';
import css from './ColumnChoice.module.css';
import { COLUMN_GROUPS, type ColumnGroup, DEFAULT_COLUMNS, inOrder } from './export-columns.ts';

interface Props {
  chosen: readonly ExportColumn[];
  onChoose: (columns: readonly ExportColumn[]) => void;
}

/** Which columns the file has, group by group; folded, since the usual ones serve most. */
export function ColumnChoice({ chosen, onChoose }: Props) {
  const { t } = useLingui();
  const [unfolded, setUnfolded] = useState(false);
  const [count, all] = [chosen.length, EXPORT_COLUMNS.length];
  return (
    <section className={css.columns} aria-label={t`Columnas`}>
      {/* No `details`: the dialog takes what is folded in one for a place where the focus can go. */}
      <button
        type="button"
        className={css.fold}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Trans>Columnas</Trans>{' '}
        <span className={css.count}>
          <Trans>
            {count} de {all}
          </Trans>
        </span>
      </button>
      {unfolded && (
        <>
          <div className={css.presets}>
            <Button size="small" onClick={() => onChoose(DEFAULT_COLUMNS)}>
              <Trans>Las habituales</Trans>
            </Button>
            <Button size="small" onClick={() => onChoose(EXPORT_COLUMNS)}>
              {t({ context: 'columns', message: 'Todas' })}
            </Button>
            <Button size="small" onClick={() => onChoose([])}>
              {t({ context: 'columns', message: 'Ninguna' })}
            </Button>
          </div>
          {COLUMN_GROUPS.map((group) => (
            <Group key={group.title.id} group={group} chosen={chosen} onChoose={onChoose} />
          ))}
        </>
      )}
    </section>
  );
}

function Group({ group, chosen, onChoose }: Props & { group: ColumnGroup }) {
  const { i18n } = useLingui();
  const names = group.columns.map(([column]) => column);
  const held = names.filter((column) => chosen.includes(column)).length;
  const choose = (columns: readonly ExportColumn[], wanted: boolean) =>
    onChoose(
      inOrder(wanted ? [...chosen, ...columns] : chosen.filter((column) => !columns.includes(column))),
    );
  return (
    <fieldset className={css.group}>
      <legend>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={held === names.length}
              indeterminate={held > 0 && held < names.length}
              onChange={() => choose(names, held < names.length)}
            />
          }
          label={<strong>{i18n._(group.title)}</strong>}
        />
      </legend>
      <div className={css.choices}>
        {group.columns.map(([column, label]) => (
          <FormControlLabel
            key={column}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(column)}
                onChange={(_event, checked) => choose([column], checked)}
              />
            }
            label={i18n._(label)}
          />
        ))}
      </div>
    </fieldset>
  );
}
