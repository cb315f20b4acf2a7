import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { AgenciaEdit } from '#contract/agencies.ts';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { EDITABLE_FIELDS } from './agency-form.ts';
import { useAgenciesText } from './agencies-text.ts';

export function ChangesPreview({ changes, previous }: { changes: AgenciaEdit; previous: AgenciaEdit }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const id = useId();
  const changedFields = EDITABLE_FIELDS.filter((name) => name in changes);
  if (changedFields.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Typography id={id} variant="h3" component="h2">
        <Trans>Lo que va a cambiar</Trans>
      </Typography>
      <ComparedTable
        heads={[t`Dato`, t`Ahora`, t`Después`]}
        rows={changedFields.map((name) => ({
          name: text.field[name],
          sides: [
            <Value key="now" value={previous[name] ?? null} />,
            changes[name] === null ? <em key="after">{t`se borra`}</em> : changes[name],
          ],
        }))}
      />
    </section>
  );
}
